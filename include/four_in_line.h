/* Brightsword as a library for tournaments of "4 In Line": 10 columns, 15 rows, neutral discs.
 *
 * One game at a time; the functions may be called from any thread, one call after the other. Neither writes anything,
 * works between calls or lets a fault out. A host that lets the library play itself loads a copy of the file.
 *
 * The limit for a call of GameMove is 2000 ms of real time, or what the environment variable BRIGHTSWORD_MOVE_MS says
 * when the first call is made; 0 stands for answers without a search. */
#ifndef FOUR_IN_LINE_H
#define FOUR_IN_LINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* A new game begins: neutral discs are dropped into the n columns, one after the other, each onto the lowest free cell.
 * A column that is full or does not exist is left out. n may be 0 or less, and columns null then. Returns the sum of
 * all n numbers. */
int TableSetupMoves(int n, int *columns);

/* The opponent has just dropped a disc into column n (0..9), or -1: you begin. Returns your column, or -1 if n is
 * neither or the game is over with the opponent's disc.
 *
 * After a finished game, or when column n is full, a new game on an empty board has begun in which the opponent has just
 * played n; so has one after -1 if somebody has moved since the last TableSetupMoves. */
int GameMove(int n);

#ifdef __cplusplus
}
#endif

#endif
