// The Othello contest's own file; unchanged but for this line.
// Adapter: links the grader to a library that offers the contest through a C interface
// (see othello-contest.md). Build it in place of reversi.cpp, for example:
//   g++ grader.cpp reversi_ffi.cpp -o reversi -O2 -lm -L<folder> -l:lib<library>.a -lpthread -ldl
#include "reversi.h"
#include <cstdlib>

extern "C" {
typedef void (*othello_make_move)(void *context, int row, int column);
typedef void (*othello_receive_move)(void *context, int *row, int *column);
// Plays one game and returns when it is over. task 1..4, side 0 black / 1 white.
void othello_contest_play(int task, int side, othello_make_move make,
                          othello_receive_move receive, void *context);
// A new processor-time budget for the next games.
void othello_contest_budget(int milliseconds, int games);
}

static void make(void *, int row, int column) { MakeMove(std::make_pair(row, column)); }
static void receive(void *, int *row, int *column) {
    std::pair<int, int> p = ReceiveMove();
    *row = p.first, *column = p.second;
}

void Play(int Taskid, bool yourside) {
    static bool first = true;
    const char *ms = std::getenv("BUDGET_MS");
    if (first && ms) othello_contest_budget(std::atoi(ms), 10);
    first = false;
    othello_contest_play(Taskid, yourside, make, receive, nullptr);
}
