# Where files go can be changed by CONFIG SET only if enable-protected-configs allows it; a name is no path.
!server --enable-protected-configs yes

> CONFIG SET dbfilename a/b.rdb
(error) ERR CONFIG SET failed (possibly related to argument 'dbfilename') - dbfilename can't be a path, just a filename
> CONFIG SET dbfilename ../dump.rdb
(error) ERR CONFIG SET failed (possibly related to argument 'dbfilename') - dbfilename can't be a path, just a filename
> CONFIG SET dbfilename other.rdb
OK
> CONFIG GET dbfilename
1) "dbfilename"
2) "other.rdb"
> CONFIG SET appenddirname other
(error) ERR CONFIG SET failed (possibly related to argument 'appenddirname') - can't set immutable config

# When the log is rewritten by itself.
> CONFIG SET auto-aof-rewrite-percentage 0 auto-aof-rewrite-min-size 1mb
OK
> CONFIG GET auto-aof-rewrite-*
(any order)
1) "auto-aof-rewrite-percentage"
2) "0"
3) "auto-aof-rewrite-min-size"
4) "1048576"
> CONFIG SET auto-aof-rewrite-percentage -1
(error) ERR CONFIG SET failed (possibly related to argument 'auto-aof-rewrite-percentage') - argument must be between 0 and 2147483647 inclusive
> CONFIG SET auto-aof-rewrite-min-size 1xb
(error) ERR CONFIG SET failed (possibly related to argument 'auto-aof-rewrite-min-size') - argument must be a memory value

# Save points are pairs of seconds and changes.
> CONFIG SET save "900 1 300"
(error) ERR CONFIG SET failed (possibly related to argument 'save') - Invalid save parameters
> CONFIG SET save "0 1"
(error) ERR CONFIG SET failed (possibly related to argument 'save') - Invalid save parameters
> CONFIG SET save "900 1 300 10"
OK
> CONFIG GET save
1) "save"
2) "900 1 300 10"
> CONFIG SET save ""
OK
> CONFIG GET save
1) "save"
2) ""

# The clock writes a dump, too.
!anax-only Redis leaves that to cron
> CONFIG SET snapshot-cron "* * *"
(error) ERR CONFIG SET failed (possibly related to argument 'snapshot-cron') - argument must be five fields as cron has them: minute hour day month weekday
> CONFIG SET snapshot-cron "60 * * * *"
(error) ERR CONFIG SET failed (possibly related to argument 'snapshot-cron') - argument must be five fields as cron has them: minute hour day month weekday
> CONFIG SET snapshot-cron "*/0 * * * *"
(error) ERR CONFIG SET failed (possibly related to argument 'snapshot-cron') - argument must be five fields as cron has them: minute hour day month weekday
> CONFIG SET snapshot-cron "*/15 0-6,22 1 * 0,7"
OK
> CONFIG GET snapshot-cron
1) "snapshot-cron"
2) "*/15 0-6,22 1 * 0,7"
> CONFIG SET snapshot-cron ""
OK
!end
