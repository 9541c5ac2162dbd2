/* Brightsword as a player in the Othello contest: one call plays one game.
 *
 * Link with libothello_contest.a or libothello_contest.so, both made by `cargo build --release --examples` in
 * target/release/examples. A static link also needs -lpthread -ldl -lm.
 */
#ifndef OTHELLO_CONTEST_H
#define OTHELLO_CONTEST_H

#ifdef __cplusplus
extern "C" {
#endif

/* Tells the host our move: row and column from 0 to 7, or -1 and -1 for a pass. */
typedef void (*othello_make_move)(void *context, int row, int column);

/* Asks the host for the opponent's move, which it writes to *row and *column: 0 to 7, or -1 and -1 for a pass. */
typedef void (*othello_receive_move)(void *context, int *row, int *column);

/* Plays one game from the start and returns when it is over.
 *
 *   task     1 to 4, the contest's opponent; we play alike against all of them
 *   side     0: we are black and begin; anything else: we are white
 *   make     called on each of our turns, a pass included
 *   receive  called on each of the opponent's turns, a pass included
 *   context  handed to both, not looked at
 *
 * Turns alternate strictly, each is exactly one call, and none comes once the game is over. Both functions are called on
 * the calling thread and must return: no exception, no longjmp. Ending the program from within is fine.
 *
 * If `receive` gives no legal move, the game is abandoned: the function returns without another call. The next call
 * starts a clean game. With a null function it returns at once.
 *
 * No output is written and no thread is started. Tables and used time are kept from game to game. Games are played one
 * at a time: a call on another thread waits for its turn, a call from within `make` or `receive` returns at once.
 */
void othello_contest_play(int task, int side, othello_make_move make, othello_receive_move receive, void *context);

/* Begins a new budget: so many milliseconds of processor time for the next so many games, after which the same budget
 * begins anew. Only what passes outside the two functions above is counted. Without a call 5000 ms for 10 games hold.
 * Less than one millisecond or game counts as one. From within `make` or `receive` it changes nothing.
 */
void othello_contest_budget(int milliseconds, int games);

#ifdef __cplusplus
}
#endif

#endif
