/* A player of "4 In Line" that drops into any column that is not full. */
#include "board.h"

static int choose(int side) {
    int column;
    (void)side;
    do column = chance(W);
    while (height[column] >= H);
    return column;
}
