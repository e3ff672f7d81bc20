# DEBUG is refused where enable-debug-command does not say yes. It cannot be allowed while the
# server runs.

!server --enable-debug-command no

> DEBUG SLEEP 0
(error) ERR DEBUG command not allowed. If the enable-debug-command option is set to "local", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.
> DEBUG
(error) ERR wrong number of arguments for 'debug' command
> DEBUG WHATEVER
(error) ERR DEBUG command not allowed. If the enable-debug-command option is set to "local", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.
> CONFIG GET enable-debug-command
1) "enable-debug-command"
2) "no"
> CONFIG SET enable-debug-command yes
(error) ERR CONFIG SET failed (possibly related to argument 'enable-debug-command') - can't set immutable config
