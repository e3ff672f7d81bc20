# Installs Debian packages that are missing; to be sourced by ./run and ./test.
#
#   install_missing LIST    LIST has lines of two words: a file that shows that the package is there, and
#                           the package. Nothing is asked of apt, and no root is needed, when all are there.
#
# Services of newly installed packages are not started: a redis-server that is to serve as the tests' oracle
# must not take port 6379 from us. Packages that were there before are left alone.

_as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# While it exists, policy-rc.d forbids package scripts to start services. One that is there already stays.
_policy=/usr/sbin/policy-rc.d

_forbid_services() {
    [ -e "$_policy" ] && return 1
    printf '#!/bin/sh\n# Put here by Anax while it installs packages.\nexit 101\n' | _as_root tee "$_policy" >/dev/null &&
        _as_root chmod 755 "$_policy"
}

# Debian enables what it installs, so without this they would start at the next boot.
_disable_new_services() {
    for _package in "$@"; do
        case $_package in
        redis-server | memcached) _service=$_package ;;
        etcd-server) _service=etcd ;;
        *) continue ;;
        esac
        command -v systemctl >/dev/null && [ -d /run/systemd/system ] &&
            _as_root systemctl disable --quiet "$_service" >/dev/null 2>&1
    done
    return 0
}

_run_apt() {
    _as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@" >"$_apt_log" 2>&1
}

_missing_of() {
    echo "$1" | while read -r _file _package; do
        [ -n "$_file" ] && [ ! -e "$_file" ] && echo "$_package"
    done
    return 0
}

install_missing() {
    _missing=$(_missing_of "$1" | sort -u | tr '\n' ' ')
    [ -z "$_missing" ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "missing: $_missing- and there is no apt-get here; install them and try again" >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        echo "missing: $_missing- as root, run: apt-get install $_missing" >&2
        return 1
    fi
    echo "installing with apt: $_missing..." >&2
    _apt_log=$(mktemp) || return 1
    _is_ours=no
    _forbid_services && _is_ours=yes
    _run_apt update
    _run_apt install -y --no-install-recommends $_missing
    _code=$?
    [ "$_is_ours" = yes ] && _as_root rm -f "$_policy"
    if [ $_code -eq 0 ]; then
        _disable_new_services $_missing
    else
        tail -n 20 "$_apt_log" >&2
        echo "apt could not install: $_missing(above is what it said)" >&2
    fi
    rm -f "$_apt_log"
    return $_code
}
