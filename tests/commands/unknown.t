# Commands that do not exist are named in the error, with the beginning of their arguments.

> WHATEVER
(error) ERR unknown command 'WHATEVER', with args beginning with: 
> whatever a
(error) ERR unknown command 'whatever', with args beginning with: 'a' 
> WhatEver a b c
(error) ERR unknown command 'WhatEver', with args beginning with: 'a' 'b' 'c' 
> WHATEVER "" "\x00" "a\r\nb" "\xff"
(error) ERR unknown command 'WHATEVER', with args beginning with: '' '' 'a  b' '\xff' 
> WHATEVER $REPEAT(a,200)
(error) ERR unknown command 'WHATEVER', with args beginning with: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' 
> WHATEVER $REPEAT(a,100) $REPEAT(b,100) $REPEAT(c,100)
(error) ERR unknown command 'WHATEVER', with args beginning with: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' 'bbbbbbbbbbbbbbbbbbbbbbbbb' 
> $REPEAT(w,300) a
(error) ERR unknown command 'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww', with args beginning with: 'a' 
> "" a
(error) ERR unknown command '', with args beginning with: 'a' 
> "a\r\nb" x
(error) ERR unknown command 'a  b', with args beginning with: 'x' 
> "GET\x00" x
(error) ERR unknown command 'GET', with args beginning with: 'x' 
> "GET " x
(error) ERR unknown command 'GET ', with args beginning with: 'x' 
> GETT x
(error) ERR unknown command 'GETT', with args beginning with: 'x' 
> GE x
(error) ERR unknown command 'GE', with args beginning with: 'x' 

# Subcommands.
> CLIENT WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try CLIENT HELP.
> CLIENT whatever a b c
(error) ERR unknown subcommand 'whatever'. Try CLIENT HELP.
> CLIENT ""
(error) ERR unknown subcommand ''. Try CLIENT HELP.
> CLIENT "a\r\nb"
(error) ERR unknown subcommand 'a  b'. Try CLIENT HELP.
> CONFIG WHATEVER a
(error) ERR unknown subcommand 'WHATEVER'. Try CONFIG HELP.
> CLIENT $REPEAT(a,200)
(error) ERR unknown subcommand 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'. Try CLIENT HELP.
> COMMAND WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try COMMAND HELP.
> OBJECT WHATEVER k
(error) ERR unknown subcommand 'WHATEVER'. Try OBJECT HELP.
> MEMORY WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try MEMORY HELP.
> LATENCY WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try LATENCY HELP.
> SLOWLOG WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try SLOWLOG HELP.
> DEBUG WHATEVER
(error) ERR unknown subcommand or wrong number of arguments for 'WHATEVER'. Try DEBUG HELP.
> CONFIG GETT x
(error) ERR unknown subcommand 'GETT'. Try CONFIG HELP.
> MEMORY USAG k
(error) ERR unknown subcommand 'USAG'. Try MEMORY HELP.
> CLIENT|LIST
(error) ERR unknown command 'CLIENT|LIST', with args beginning with: 
> CONFIG|GET maxmemory
(error) ERR unknown command 'CONFIG|GET', with args beginning with: 'maxmemory' 
