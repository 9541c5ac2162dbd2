/* This project's own file on the rules of the contest; unchanged but for this line. */
/* Reference player for "4 In Line": plain alpha-beta, to measure other libraries against.
 * Build: gcc -O2 -fPIC -shared reference.c -o reference.so
 * The environment variable FOUR_MS sets the time for a move in milliseconds (default 100). */
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { W = 10, H = 15, CELLS = W * H, LINES = 393, WIN = 10000, BITS = 18 };
typedef struct { unsigned long long key; short value; signed char depth, flag, move; } Entry;

static int line[LINES][4], through[CELLS][16], passing[CELLS];    /* cell = 15 * column + row */
static int used[3][LINES];            /* discs of blue, red, neutral in each line */
static int threat[2][CELLS];          /* lines of a side that lack only this cell */
static int height[W], discs, neutrals, finished, ready;
static int weight;                    /* open lines, red minus blue */
static unsigned long long zobrist[2][CELLS], key, stopAt, nodes;
static int aborted;
static Entry table[1 << BITS];
static const int VALUE[4] = {0, 1, 4, 12}, ORDER[W] = {4, 5, 3, 6, 2, 7, 1, 8, 0, 9};

static unsigned long long ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000ULL + t.tv_nsec / 1000000;
}

static void prepare(void) {
    static const int dc[4] = {1, 0, 1, 1}, dr[4] = {0, 1, 1, -1};
    unsigned long long z = 88172645463325252ULL;
    int c, r, d, i, n = 0;
    for (d = 0; d < 4; d++)
        for (c = 0; c < W; c++)
            for (r = 0; r < H; r++) {
                int ec = c + 3 * dc[d], er = r + 3 * dr[d];
                if (ec >= W || er >= H || er < 0) continue;
                for (i = 0; i < 4; i++) {
                    int cell = H * (c + i * dc[d]) + r + i * dr[d];
                    line[n][i] = cell, through[cell][passing[cell]++] = n;
                }
                n++;
            }
    for (i = 0; i < 2 * CELLS; i++)
        z ^= z << 13, z ^= z >> 7, z ^= z << 17, zobrist[i / CELLS][i % CELLS] = z;
    ready = 1;
}

static int worth(int l) {
    if (used[2][l] || (used[0][l] && used[1][l])) return 0;
    return VALUE[used[1][l] & 3] - VALUE[used[0][l] & 3];
}

static int filled(int cell) { return height[cell / H] > cell % H; }

static void mark(int side, int l, int sign) {       /* a line of three whose fourth cell is free */
    int i;
    if (side == 2 || used[side][l] != 3 || used[!side][l] || used[2][l]) return;
    for (i = 0; i < 4; i++)
        if (!filled(line[l][i])) threat[side][line[l][i]] += sign;
}

/* side 1 red, 0 blue, 2 neutral; sign +1 drops a disc, -1 takes the top one back */
static void change(int column, int side, int sign) {
    int cell, i;
    if (sign > 0) height[column]++;
    cell = H * column + height[column] - 1;
    for (i = 0; i < passing[cell]; i++) {
        int l = through[cell][i];
        if (sign < 0) mark(side, l, -1);
        weight -= worth(l);
        used[side][l] += sign;
        weight += worth(l);
        if (sign > 0) mark(side, l, 1);
    }
    if (sign < 0) height[column]--;
    if (side < 2) key ^= zobrist[side][cell];
    discs += sign;
}

/* Zugzwang at the end: the lowest usable threat of a column counts if its row suits the side. */
static int leaf(int side) {
    int v = weight, c, r;
    for (c = 0; c < W; c++)
        for (r = height[c] + 1; r < H; r++) {
            int cell = H * c + r, red = threat[1][cell] > 0, blue = threat[0][cell] > 0;
            int suitsRed = ((r + 1 + neutrals) & 1) == 0;
            if (red && suitsRed) { v += 40 - r; break; }
            if (blue && !suitsRed) { v -= 40 - r; break; }
            if (red && blue) break;
            v += red ? 8 : blue ? -8 : 0;
        }
    return side ? v : -v;
}

static int search(int side, int depth, int alpha, int beta, int *best) {
    int moves[W], n = 0, i, c, forced = -1, first = -1, start = alpha, value = -WIN;
    Entry *e = &table[key >> (64 - BITS)];
    if ((++nodes & 1023) == 0 && ms() >= stopAt) aborted = 1;
    if (aborted) return 0;
    if (discs == CELLS) return 0;
    for (i = 0; i < W; i++)
        if (height[c = ORDER[i]] < H) {
            int cell = H * c + height[c];
            if (threat[side][cell]) { if (best) *best = c; return WIN - discs; }
            if (threat[!side][cell]) { if (forced >= 0) { if (best) *best = c; return discs + 1 - WIN; } forced = c; }
        }
    for (i = 0; i < W; i++)
        if (height[c = ORDER[i]] < H && (forced < 0 || forced == c)) {
            if (first < 0) first = c;
            if (height[c] + 1 < H && threat[!side][H * c + height[c] + 1]) continue;
            moves[n++] = c;
        }
    if (best) *best = n ? moves[0] : first;
    if (!n) return height[first] + 1 < H ? discs + 1 - WIN : 0;
    if (depth <= 0 && forced < 0) return leaf(side);
    if (e->key == key && !best) {
        if (e->depth >= depth && (e->flag == 0 || (e->flag > 0 ? e->value >= beta : e->value <= alpha)))
            return e->value;
    }
    if (e->key == key)
        for (i = 1; i < n; i++)
            if (moves[i] == e->move) { memmove(moves + 1, moves, i * sizeof *moves); moves[0] = e->move; }
    for (i = first = 0; i < n; i++) {
        int v;
        change(moves[i], side, 1);
        v = -search(!side, depth - (forced < 0), -beta, -alpha, NULL);
        change(moves[i], side, -1);
        if (aborted) return 0;
        if (v > value) {
            value = v, first = moves[i];
            if (best) *best = first;
        }
        if (v > alpha) alpha = v;
        if (alpha >= beta) break;
    }
    e->key = key, e->depth = (signed char)(depth > 0 ? depth : 0), e->move = (signed char)first;
    e->value = (short)value, e->flag = value >= beta ? 1 : value <= start ? -1 : 0;
    return value;
}

static void reset(void) {
    if (!ready) prepare();
    memset(used, 0, sizeof used), memset(threat, 0, sizeof threat), memset(height, 0, sizeof height);
    memset(table, 0, sizeof table);
    discs = neutrals = finished = weight = 0, key = 0x9e3779b97f4a7c15ULL;
}

static void drop(int column) {
    int side = (discs - neutrals) % 2 == 0;
    if (threat[side][H * column + height[column]]) finished = 1;
    change(column, side, 1);
    if (discs == CELLS) finished = 1;
}

int TableSetupMoves(int n, int *arr) {
    int i, sum = 0;
    reset();
    for (i = 0; i < n; i++) {
        sum += arr[i];
        if (arr[i] >= 0 && arr[i] < W && height[arr[i]] < H) change(arr[i], 2, 1), neutrals++;
    }
    return sum;
}

int GameMove(int n) {
    const char *given = getenv("FOUR_MS");
    int side, depth, best = -1, move = -1;
    if (n < -1 || n >= W) return -1;
    if (!ready) reset();
    if (n < 0 ? discs > neutrals : finished || height[n] >= H) reset();
    if (n >= 0) drop(n);
    if (finished) return -1;
    side = (discs - neutrals) % 2 == 0;
    stopAt = ms() + (given ? atoi(given) : 100), aborted = 0, nodes = 0;
    for (depth = 1; depth < 60; depth++) {
        int v = search(side, depth, -WIN, WIN, &best);
        if (!aborted || move < 0) move = best;
        if (aborted || v > WIN / 2 || v < -WIN / 2) break;
    }
    drop(move);
    return move;
}
