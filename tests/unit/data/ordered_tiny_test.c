/* The tests of ordered_test.c with four entries a node: many levels, every operation splits, shares
 * or merges. */
#define ORDERED_LEAF 4
#define ORDERED_INNER 4
#define TREE_IS_FULL_SIZE false
#include "data/ordered.c"

#include "ordered_test.c"
