/* The tests of list_test.c with blocks of 256 bytes: many blocks, every other operation opens,
 * splits or joins some. */
#define LIST_BLOCK 256
#include "data/list.c"

#include "list_test.c"
