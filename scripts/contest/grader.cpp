// The Othello contest's own file; unchanged but for this line.
// Strict referee for the Othello contest: ten games against one of four opponents.
// Build: g++ grader.cpp reversi.cpp -o reversi -O2 -lm
// Run:   ./reversi [task 1..4] [seed] [-v]
#include "reversi.h"
#include "rules.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/resource.h>
#include <unistd.h>

// ---- settings ---------------------------------------------------------------
static unsigned seed = 20240229;          // change it (or pass it) for other games
static const double CPU_LIMIT = 5.0;      // seconds of processor time for the player, ten games
static const double WALL_LIMIT = 10.0;    // the same in real time (a busy machine inflates it)
static const long MEMORY_LIMIT = 512;     // MiB of peak resident memory, both sides
static const int LAST2 = 12, LAST3 = 12, LAST4 = 14;   // exact play from so few empties
static const int DEPTH4 = 6;              // AI 4: search depth before that

// ---- random numbers (own generator: the same seed gives the same games anywhere) --
static U state;
static U rnd() {
    state += 0x9e3779b97f4a7c15ULL;
    U z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}
static U randomBit(U set) {
    for (int skip = (int)(rnd() % count(set)); skip; skip--) set &= set - 1;
    return set & -set;
}

// ---- opponents --------------------------------------------------------------
static const int VALUE[64] = {
    90, -20, 8, 6, 6, 8, -20, 90,  -20, -40, -4, -3, -3, -4, -40, -20,
    8, -4, 4, 1, 1, 4, -4, 8,      6, -3, 1, 1, 1, 1, -3, 6,
    6, -3, 1, 1, 1, 1, -3, 6,      8, -4, 4, 1, 1, 4, -4, 8,
    -20, -40, -4, -3, -3, -4, -40, -20,  90, -20, 8, 6, 6, 8, -20, 90};

static int weigh(U own, U opp) {   // for the side to move: places held and choice of moves
    int v = 0;
    for (U x = own; x; x &= x - 1) v += VALUE[__builtin_ctzll(x)];
    for (U x = opp; x; x &= x - 1) v -= VALUE[__builtin_ctzll(x)];
    return v + 8 * (count(legal(own, opp)) - count(legal(opp, own)));
}

static int search(U own, U opp, int depth, int alpha, int beta, U *best);

// Tries every move of `set`, the opponent's least free replies first.
static int branch(U own, U opp, U set, int depth, int alpha, int beta, U *best) {
    U disc[64]; int key[64], n = 0;
    for (; set; set &= set - 1, n++) {
        U m = set & -set, t = turned(own, opp, m);
        int k = count(legal(opp & ~t, own | t | m)), i = n;
        for (; i > 0 && key[i - 1] > k; i--) disc[i] = disc[i - 1], key[i] = key[i - 1];
        disc[i] = m, key[i] = k;
    }
    for (int i = 0; i < n; i++) {
        U t = turned(own, opp, disc[i]);
        int v = -search(opp & ~t, own | t | disc[i], depth - 1, -beta, -alpha, nullptr);
        if (v > alpha) {
            alpha = v;
            if (best) *best = disc[i];
            if (alpha >= beta) break;
        }
    }
    return alpha;
}

// depth < 0 (never reaches 0): to the end, by discs; otherwise `weigh` at depth 0.
static int search(U own, U opp, int depth, int alpha, int beta, U *best) {
    if (depth == 0) return weigh(own, opp);
    U set = legal(own, opp);
    if (set) return branch(own, opp, set, depth, alpha, beta, best);
    if (legal(opp, own)) return -search(opp, own, depth, -beta, -alpha, nullptr);
    int diff = count(own) - count(opp);
    return depth < 0 ? diff : 10000 * ((diff > 0) - (diff < 0)) + diff;
}

static U choose(int task, U own, U opp) {
    U set = legal(own, opp), best = randomBit(set);   // one random number each move
    int empty = 64 - count(own | opp);
    if (task == 1 || count(set) == 1) return best;
    if (empty <= (task == 2 ? LAST2 : task == 3 ? LAST3 : LAST4)) {
        search(own, opp, -1, -100, 100, &best);
        return best;
    }
    if (task == 2) return best;
    int top = -1000000;
    U left = set;
    for (; left; left &= left - 1) {
        U m = left & -left, t = turned(own, opp, m), o = opp & ~t, p = own | t | m;
        int v = task == 3 ? -weigh(o, p) : -search(o, p, DEPTH4 - 1, -20000, 20000, nullptr);
        v += (int)(rnd() % 12);                            // a little variety
        if (v > top) top = v, best = m;
    }
    return best;
}

// ---- clocks -----------------------------------------------------------------
static double clockOf(clockid_t id) {
    timespec t;
    clock_gettime(id, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
static double wallNow() { return clockOf(CLOCK_MONOTONIC); }
static double graderCpu, graderWall, enteredCpu, enteredWall, startCpu, startWall;
static double playerCpu() { return clockOf(CLOCK_PROCESS_CPUTIME_ID) - startCpu - graderCpu; }
static double playerWall() { return wallNow() - startWall - graderWall; }
static long peakMiB() {
    rusage r;
    getrusage(RUSAGE_SELF, &r);
    return r.ru_maxrss / 1024;
}

// ---- the game in progress -----------------------------------------------------
static U board[2];
static int task = 1, game, player, turn, placed;
static bool over, verbose, done;

static void fail(const char *why) {
    std::printf("game %d: ILLEGAL: %s\nnon-losses: 0/10 (illegal operation)\n", game, why);
    std::fflush(stdout);
    done = true;
    std::_Exit(1);
}

static void late(int) {                    // a player that never calls back is stopped here
    fail("no answer before the last deadline");
}

static void enter() {
    alarm(0);
    double cpu = playerCpu(), wall = playerWall();
    enteredCpu = clockOf(CLOCK_THREAD_CPUTIME_ID), enteredWall = wallNow();
    if (cpu > CPU_LIMIT || wall > WALL_LIMIT) {
        static char why[80];
        std::snprintf(why, sizeof why, "the player's time is used up (cpu %.2f s, wall %.2f s)", cpu, wall);
        fail(why);
    }
    if (peakMiB() > MEMORY_LIMIT) fail("too much memory");
}
static void leave() {
    graderCpu += clockOf(CLOCK_THREAD_CPUTIME_ID) - enteredCpu;
    graderWall += wallNow() - enteredWall;
    alarm((unsigned)(WALL_LIMIT - playerWall()) + 1);      // only the player's time runs it down
}

static void put(int row, int column) {     // the side to move places a disc or passes
    U own = board[turn], opp = board[!turn], set = legal(own, opp);
    if (row == -1 && column == -1) {
        if (set) fail("a pass although a legal move exists");
    } else {
        if (row < 0 || row > 7 || column < 0 || column > 7) fail("a square outside the board");
        U m = 1ULL << (8 * row + column);
        if (!(m & set)) fail("a move that turns nothing or an occupied square");
        play(board, turn, m);
        placed++, over = ended(board);
    }
    if (verbose) std::printf("%s %d %d\n", turn ? "white" : "black", row, column);
    turn = !turn;
}

void MakeMove(std::pair<int, int> position) {
    enter();
    if (over) fail("MakeMove after the end of the game");
    if (turn != player) fail("MakeMove on the opponent's turn");
    put(position.first, position.second);
    leave();
}

std::pair<int, int> ReceiveMove() {
    enter();
    if (over) fail("ReceiveMove after the end of the game");
    if (turn == player) fail("ReceiveMove on the player's turn");
    std::pair<int, int> reply(-1, -1);
    if (legal(board[turn], board[!turn])) {
        int at = __builtin_ctzll(choose(task, board[turn], board[!turn]));
        reply = std::make_pair(at / 8, at % 8);
    }
    put(reply.first, reply.second);
    leave();
    return reply;
}

std::pair<int, int> Receive() { return ReceiveMove(); }

int main(int argc, char **argv) {
    for (int i = 1, n = 0; i < argc; i++) {
        if (!std::strcmp(argv[i], "-v")) verbose = true;
        else if (n++ == 0) task = std::atoi(argv[i]);
        else seed = (unsigned)std::strtoul(argv[i], nullptr, 10);
    }
    if (task < 1 || task > 4) return std::fprintf(stderr, "task must be 1..4\n"), 2;
    std::atexit([] {
        if (done) return;
        std::printf("non-losses: 0/10 (the player ended the program)\n");
        std::fflush(stdout);
        std::_Exit(1);
    });
    state = seed * 1000003ULL + task;
    std::signal(SIGALRM, late);
    startCpu = clockOf(CLOCK_PROCESS_CPUTIME_ID), startWall = wallNow();
    enteredCpu = clockOf(CLOCK_THREAD_CPUTIME_ID), enteredWall = wallNow();
    int tally[3] = {0, 0, 0};              // losses, draws, wins
    for (game = 1; game <= 10; game++) {
        setup(board);
        player = game > 5, turn = 0, placed = 0, over = false;
        double cpu = playerCpu(), wall = playerWall();
        leave();
        Play(task, player);
        enter();
        if (!over) fail("Play returned before the end of the game");
        int own = count(board[player]), opp = count(board[!player]), r = 1 + (own > opp) - (own < opp);
        tally[r]++;
        std::printf("game %d: %s %s %d-%d after %d discs, cpu %.3f s, wall %.3f s\n", game,
                    player ? "white" : "black", r == 2 ? "win" : r == 1 ? "draw" : "LOSS", own, opp,
                    placed, playerCpu() - cpu, playerWall() - wall);
        std::fflush(stdout);
    }
    std::printf("task %d seed %u: wins %d draws %d losses %d; player cpu %.3f s, wall %.3f s; "
                "grader %.3f s; peak memory %ld MiB\nnon-losses: %d/10\n", task, seed, tally[2], tally[1],
                tally[0], playerCpu(), playerWall(), graderCpu, peakMiB(), tally[1] + tally[2]);
    done = true;
    return 0;
}
