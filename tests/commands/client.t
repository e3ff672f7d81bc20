# CLIENT ID, CLIENT GETNAME, CLIENT SETNAME name
#
# Every connection has a number of its own, never given twice, and may have a name.

> CLIENT ID
~ \(integer\) [1-9]\d*
> CLIENT GETNAME
(nil)
> CLIENT SETNAME worker-1
OK
> CLIENT GETNAME
"worker-1"
2> CLIENT GETNAME
(nil)
> CLIENT SETNAME "!~printable[]{}"
OK
> CLIENT GETNAME
"!~printable[]{}"
> CLIENT SETNAME "two words"
(error) ERR Client names cannot contain spaces, newlines or special characters.
> CLIENT SETNAME "line\n"
(error) ERR Client names cannot contain spaces, newlines or special characters.
> CLIENT SETNAME "\x00"
(error) ERR Client names cannot contain spaces, newlines or special characters.
> CLIENT SETNAME "\xc3\xa9"
(error) ERR Client names cannot contain spaces, newlines or special characters.
> CLIENT SETNAME "\x7f"
(error) ERR Client names cannot contain spaces, newlines or special characters.
> CLIENT GETNAME
"!~printable[]{}"
> CLIENT SETNAME ""
OK
> CLIENT GETNAME
(nil)

# CLIENT INFO, CLIENT LIST [TYPE normal | master | replica | pubsub] [ID id ...]
#
# One line for each connection, with the same fields in the same order; LIST takes them all or
# chooses. They stand in the order in which they came.

> CLIENT SETNAME me
OK
> CLIENT INFO
~ id=\d+ addr=\S+ laddr=\S+ fd=-?\d+ name=me age=\d+ idle=\d+ flags=N db=0 sub=0 psub=0 ssub=0 multi=-1 .*qbuf=\d+ qbuf-free=\d+ argv-mem=\d+ multi-mem=\d+ .*obl=\d+ oll=\d+ omem=\d+ tot-mem=\d+ events=\w+ cmd=client\|info user=default redir=-1 resp=2.*
> SELECT 7
OK
> CLIENT LIST
...
~ id=\d+ .* name=me .* db=7 .* cmd=client\|list user=default .*
...
> SELECT 0
OK
2> CLIENT SETNAME other
OK
3> CLIENT SETNAME third
OK
3> GET x
(nil)
!resp3
> CLIENT LIST
~ id=\d+ .* name=me .* cmd=client\|list .* resp=3.*
~ id=\d+ .* name=other .* cmd=client\|setname .* resp=2.*
~ id=\d+ .* name=third .* cmd=get .* resp=2.*
!resp2
> CLIENT LIST TYPE normal
(any order)
~ id=\d+ .* name=me .*
~ id=\d+ .* name=other .*
~ id=\d+ .* name=third .*
> client list type NORMAL
(any order)
~ id=\d+ .* name=me .*
~ id=\d+ .* name=other .*
~ id=\d+ .* name=third .*
> CLIENT LIST TYPE replica
~

> CLIENT LIST TYPE slave
~

> CLIENT LIST TYPE master
~

> CLIENT LIST TYPE pubsub
~

> CLIENT LIST ID 999999999
~

> CLIENT LIST ID 999999998 999999999
~

> CLIENT LIST TYPE
(error) ERR syntax error
> CLIENT LIST TYPE whatever
(error) ERR Unknown client type 'whatever'
> CLIENT LIST TYPE normal ID 1
(error) ERR syntax error
> CLIENT LIST ID
(error) ERR syntax error
> CLIENT LIST ID x
(error) ERR Invalid client ID
> CLIENT LIST ID 0
~

> CLIENT LIST ID -1
~

> CLIENT LIST ID 999999999 x
(error) ERR Invalid client ID
> CLIENT LIST WHATEVER
(error) ERR syntax error
> CLIENT LIST WHATEVER x
(error) ERR syntax error
> CLIENT LIST ""
(error) ERR syntax error

# CLIENT GETREDIR: to which connection invalidations go: -1, as long as there is no tracking.
> CLIENT GETREDIR
(integer) -1

# CLIENT NO-EVICT ON | OFF: this connection is not closed when the connections take too much memory.
> CLIENT NO-EVICT ON
OK
> CLIENT INFO
~ .* flags=e .*
> CLIENT NO-EVICT off
OK
> CLIENT INFO
~ .* flags=N .*
> CLIENT NO-EVICT maybe
(error) ERR syntax error

# CLIENT HELP
> CLIENT HELP
~ \s+1\) CLIENT <subcommand> \[<arg> \[value\] \[opt\] ...\]\. Subcommands are:
...
~ \s*\d+\) GETNAME
...
~ \s*\d+\) HELP
~ \s*\d+\)     Prints? this help\.
> CLIENT
(error) ERR wrong number of arguments for 'client' command
> CLIENT WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try CLIENT HELP.

!anax-only newer than the 7.0.15 beside which these pages are checked: Redis 7.2

# CLIENT SETINFO LIB-NAME name, CLIENT SETINFO LIB-VER version
#
# Client libraries say what they are.

> CLIENT SETINFO LIB-NAME redis-py
OK
> CLIENT SETINFO lib-ver 5.0.1
OK
> CLIENT INFO
~ .* lib-name=redis-py lib-ver=5\.0\.1\b.*
2> CLIENT INFO
~ .* lib-name= lib-ver=(\s.*|$)
> CLIENT SETINFO LIB-NAME "a b"
~ \(error\) ERR (?i:lib-name) cannot contain spaces, newlines or special characters\.
> CLIENT SETINFO LIB-VER "1\n"
~ \(error\) ERR (?i:lib-ver) cannot contain spaces, newlines or special characters\.
> CLIENT SETINFO LIB-WHAT x
(error) ERR Unrecognized option 'LIB-WHAT'
> CLIENT SETINFO LIB-NAME
(error) ERR wrong number of arguments for 'client|setinfo' command
> CLIENT SETINFO
(error) ERR wrong number of arguments for 'client|setinfo' command
> CLIENT SETINFO LIB-NAME ""
OK
> CLIENT SETINFO LIB-VER ""
OK
> CLIENT INFO
~ .* lib-name= lib-ver=(\s.*|$)

# CLIENT NO-TOUCH ON | OFF: what this connection reads does not count as used.

> CLIENT NO-TOUCH ON
OK
> CLIENT INFO
~ .* flags=T .*
> CLIENT NO-TOUCH off
OK
> CLIENT INFO
~ .* flags=N .*
> CLIENT NO-TOUCH maybe
(error) ERR syntax error
> CLIENT NO-TOUCH
(error) ERR wrong number of arguments for 'client|no-touch' command

!end
