/* The smallest host in plain C: it opens as black, hears one reply, and then breaks the rules, whereupon the library must
 * return. It shows that the header and the library suit a C compiler; whole games are the grader's business. */
#include "../../include/othello_contest.h"
#include <stdio.h>

struct game {
    int made, received, on_board;
};

static void make(void *context, int row, int column) {
    struct game *game = context;
    game->made++;
    game->on_board = row >= 0 && row < 8 && column >= 0 && column < 8;
}

static void receive(void *context, int *row, int *column) {
    struct game *game = context;
    game->received++;
    *row = game->received == 1 ? 4 : 8;
    *column = 5;
}

int main(void) {
    struct game game = {0, 0, 0};
    othello_contest_budget(5000, 10);
    othello_contest_play(1, 1, make, receive, &game);
    if (game.made != 1 || game.received != 2 || !game.on_board) {
        fprintf(stderr, "C host: %d moves made, %d received\n", game.made, game.received);
        return 1;
    }
    return 0;
}
