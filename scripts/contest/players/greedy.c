/* A player of "4 In Line" that looks no further than its own disc: it completes a four, else it prevents one, else it makes
 * its longest line; where several columns are as good chance decides. */
#include "board.h"

static int choose(int side) {
    int other = side == RED ? BLUE : RED, best = -1, most = 0, equal = 0, column;
    for (column = 0; column < W; column++) {
        int worth;
        if (height[column] >= H) continue;
        worth = longest(column, side);
        if (worth >= 4) worth = 6;
        else if (longest(column, other) >= 4) worth = 5;
        if (worth > most) most = worth, equal = 0;
        if (worth == most && chance(++equal) == 0) best = column;
    }
    return best;
}
