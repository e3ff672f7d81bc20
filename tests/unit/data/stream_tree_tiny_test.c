/* The tests of stream_tree_test.c with four pointers a node: many levels, every operation splits or
 * merges. */
#define STREAM_TREE_NODE 4
#include "data/stream_tree.c"

#include "stream_tree_test.c"
