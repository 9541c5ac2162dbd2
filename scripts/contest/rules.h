// The Othello contest's own file; unchanged but for this line.
// Othello rules on two 64-bit words: bit 8*row+column, the side to move first.
#ifndef RULES_H
#define RULES_H
typedef unsigned long long U;

static const int STEP[4] = {1, 7, 8, 9};
static const U INNER = 0x7e7e7e7e7e7e7e7eULL, LANE[4] = {INNER, INNER, ~0ULL, INNER};

// squares where `own` may place a disc
static inline U legal(U own, U opp) {
    U found = 0;
    for (int d = 0; d < 4; d++) {
        U over = opp & LANE[d], a = over & (own << STEP[d]), b = over & (own >> STEP[d]);
        for (int i = 0; i < 5; i++) a |= over & (a << STEP[d]), b |= over & (b >> STEP[d]);
        found |= (a << STEP[d]) | (b >> STEP[d]);
    }
    return found & ~(own | opp);
}

// discs of `opp` that a new disc of `own` turns over
static inline U turned(U own, U opp, U disc) {
    U all = 0;
    for (int d = 0; d < 4; d++) {
        U over = opp & LANE[d], line = 0, at = disc << STEP[d];
        for (; at & over; at <<= STEP[d]) line |= at;
        if (at & own) all |= line;
        for (line = 0, at = disc >> STEP[d]; at & over; at >>= STEP[d]) line |= at;
        if (at & own) all |= line;
    }
    return all;
}

static inline int count(U x) { return __builtin_popcountll(x); }
static inline bool ended(const U b[2]) { return !legal(b[0], b[1]) && !legal(b[1], b[0]); }
static inline void setup(U b[2]) {   // b[0] black, b[1] white
    b[0] = 1ULL << 28 | 1ULL << 35, b[1] = 1ULL << 27 | 1ULL << 36;
}
static inline void play(U b[2], int side, U disc) {
    U t = turned(b[side], b[!side], disc);
    b[side] |= t | disc, b[!side] &= ~t;
}

#endif
