/* What the two weakest players of "4 In Line" share: the board between the calls, and the calls themselves. A player
 * includes this file and defines choose(). */
#include <string.h>

enum { W = 10, H = 15, EMPTY = 0, RED = 1, BLUE = 2, NEUTRAL = 3 };

static int cell[W][H], height[W];
static int dropped;                            /* discs of both players */
static int over;

/* The column for a side; some column is free. */
static int choose(int side);

/* The same numbers in every run of the referee, others in every game of the run. */
static int chance(int below) {
    static unsigned long long state = 20240229;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((state >> 33) % (unsigned)below);
}

static int at(int column, int row) {
    return column < 0 || column >= W || row < 0 || row >= H ? NEUTRAL : cell[column][row];
}

/* Own discs in the longest line through the next cell of a column, once a disc of the side lies there. */
static int longest(int column, int side) {
    static const int right[4] = {1, 0, 1, 1}, up[4] = {0, 1, 1, -1};
    int row = height[column], most = 0, d;
    for (d = 0; d < 4; d++) {
        int length = 1, sign;
        for (sign = -1; sign <= 1; sign += 2) {
            int step = sign;
            while (at(column + step * right[d], row + step * up[d]) == side) length++, step += sign;
        }
        if (length > most) most = length;
    }
    return most;
}

static int is_full(void) {
    int column;
    for (column = 0; column < W; column++)
        if (height[column] < H) return 0;
    return 1;
}

static void drop(int column, int side) {
    if (side != NEUTRAL) {
        if (longest(column, side) >= 4) over = 1;
        dropped++;
    }
    cell[column][height[column]++] = side;
    if (is_full()) over = 1;
}

static void clear(void) {
    memset(cell, 0, sizeof cell), memset(height, 0, sizeof height);
    dropped = over = 0;
}

static int to_move(void) { return dropped % 2 == 0 ? RED : BLUE; }

int TableSetupMoves(int n, int *columns) {
    int sum = 0, i;
    clear();
    for (i = 0; i < n; i++) {
        sum += columns[i];
        if (columns[i] >= 0 && columns[i] < W && height[columns[i]] < H) drop(columns[i], NEUTRAL);
    }
    return sum;
}

int GameMove(int n) {
    int column;
    if (n < -1 || n >= W) return -1;
    if (n < 0 ? dropped > 0 : over || height[n] >= H) clear();
    if (n >= 0) drop(n, to_move());
    if (over) return -1;
    column = choose(to_move());
    drop(column, to_move());
    return column;
}
