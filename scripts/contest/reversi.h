// The Othello contest's own file; unchanged but for this line.
// Interface between the Othello contest grader and the player's program.
#ifndef REVERSI_H
#define REVERSI_H
#include <utility>

// Written by the player. One call is one game: Taskid 1..4 names the opponent,
// yourside is 0 (false) for black and 1 (true) for white.
void Play(int Taskid, bool yourside);

// Offered by the grader. Positions are (row, column), 0..7; (-1,-1) is a pass.
void MakeMove(std::pair<int, int> position);   // on the player's turn
std::pair<int, int> ReceiveMove();             // on the opponent's turn
std::pair<int, int> Receive();                 // the same under its second name

#endif
