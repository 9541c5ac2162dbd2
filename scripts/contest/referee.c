/* This project's own file on the rules of the contest; unchanged but for this line. */
/* Strict referee for "4 In Line": two shared libraries play on 10 columns x 15 rows.
 * Build: gcc -O2 referee.c -o referee -ldl
 * Run:   ./referee A.so B.so [-n DISCS] [-s SEED] [-c COLUMNS] [-g GAMES] [-t MS] [-v] [-o] [-r]
 *   -n  number of neutral discs 0..6 (default: drawn from the seed for each pair of games)
 *   -c  the neutral columns themselves, for example -c 4,4,9
 *   -g  games (default 2); A is red in games 1, 3, ...; each pair shares its neutral discs
 *   -t  limit for one call in milliseconds (default 2000)
 *   -o  old rules: no neutral discs, TableSetupMoves is never called
 *   -r  fresh processes for every game (otherwise only after a breach)
 * Exit status 0 after all games, 2 if a library cannot be loaded (a path needs a slash, as for dlopen).
 * Each library lives in its own process, so a crash or an endless loop costs only the game,
 * and the same file may play itself. */
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { W = 10, H = 15, NEUTRAL = 3 };
typedef struct { int setup, n, columns[6]; } Call;
typedef struct { const char *file; pid_t pid; int to, from; double worst; } Engine;

static int limit = 2000, verbose;
static int cell[W][H], height[W];             /* 0 empty, 1 red, 2 blue, 3 neutral */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* ---- engine processes ---- */
static void serve(const char *file, int in, int out) {
    void *lib = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    int (*move)(int) = lib ? (int (*)(int))dlsym(lib, "GameMove") : NULL;
    int (*setup)(int, int *) = lib ? (int (*)(int, int *))dlsym(lib, "TableSetupMoves") : NULL;
    int loaded = 1;
    Call c;
    if (!move || !setup) {
        fprintf(stderr, "%s: %s\n", file, lib ? "GameMove or TableSetupMoves missing" : dlerror());
        _exit(1);
    }
    if (write(out, &loaded, sizeof loaded) != sizeof loaded) _exit(1);
    while (read(in, &c, sizeof c) == sizeof c) {
        int reply = c.setup ? setup(c.n, c.columns) : move(c.n);
        if (write(out, &reply, sizeof reply) != sizeof reply) break;
    }
    _exit(0);
}

static void halt(Engine *e) {
    if (!e->pid) return;
    kill(e->pid, SIGKILL);
    waitpid(e->pid, NULL, 0);
    close(e->to), close(e->from), e->pid = 0;
}

static void start(Engine *e) {
    int down[2], up[2], loaded = 0;
    struct pollfd p;
    if (e->pid) return;
    if (pipe(down) || pipe(up)) perror("pipe"), exit(2);
    fflush(stdout);
    if ((e->pid = fork()) == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);      /* nothing outlives the referee */
        close(down[1]), close(up[0]);
        if (!freopen("/dev/null", "r", stdin)) _exit(1);
        dup2(2, 1);                            /* a library that prints does not spoil our output */
        serve(e->file, down[0], up[1]);
    }
    close(down[0]), close(up[1]), e->to = down[1], e->from = up[0];
    p.fd = e->from, p.events = POLLIN;
    if (poll(&p, 1, 10000) <= 0 || read(e->from, &loaded, sizeof loaded) != sizeof loaded) {
        fprintf(stderr, "%s cannot be loaded\n", e->file);
        halt(e), exit(2);
    }
}

/* Returns NULL and the reply, or the breach. */
static const char *ask(Engine *e, Call c, int *reply) {
    struct pollfd p;
    double began = now(), took;
    int ready;
    p.fd = e->from, p.events = POLLIN;
    if (write(e->to, &c, sizeof c) != sizeof c) return "has ended";
    ready = poll(&p, 1, limit);
    took = now() - began;
    if (took > e->worst) e->worst = took;
    if (ready <= 0 || took * 1000 > limit) return "exceeded the time limit";
    if (read(e->from, reply, sizeof *reply) != sizeof *reply) return "crashed";
    return NULL;
}

/* ---- rules ---- */
static int drop(int column, int who) {         /* 1 if this disc completes four or more in line */
    static const int dc[4] = {1, 0, 1, 1}, dr[4] = {0, 1, 1, -1};
    int row = height[column]++, d;
    cell[column][row] = who;
    if (who == NEUTRAL) return 0;
    for (d = 0; d < 4; d++) {
        int length = 1, sign;
        for (sign = -1; sign <= 1; sign += 2) {
            int c = column + sign * dc[d], r = row + sign * dr[d];
            for (; c >= 0 && c < W && r >= 0 && r < H && cell[c][r] == who; length++)
                c += sign * dc[d], r += sign * dr[d];
        }
        if (length >= 4) return 1;
    }
    return 0;
}

static void show(void) {
    int c, r;
    for (r = H - 1; r >= 0; r--, putchar('\n'))
        for (c = 0; c < W; c++) printf(" %c", ".RB#"[cell[c][r]]);
    puts(" 0 1 2 3 4 5 6 7 8 9");
}

/* Plays one game; returns 1 if red wins, 2 if blue wins, 0 for a draw. */
static int playGame(Engine *red, Engine *blue, int n, const int *columns, int setup, const char **why) {
    Engine *side[2];
    Call c;
    int i, sum = 0, reply, last = -1, turn = 0, free = W * H - n;
    side[0] = red, side[1] = blue;
    memset(cell, 0, sizeof cell), memset(height, 0, sizeof height);
    start(red), start(blue);
    for (i = 0; i < n; i++) drop(columns[i], NEUTRAL), sum += columns[i];
    for (i = 0; setup && i < 2; i++) {
        memset(&c, 0, sizeof c), c.setup = 1, c.n = n, memcpy(c.columns, columns, n * sizeof *columns);
        if ((*why = ask(side[i], c, &reply)) == NULL && reply == sum) continue;
        if (!*why) *why = "returned a wrong sum from TableSetupMoves";
        halt(side[i]);
        return 2 - i;
    }
    printf("moves:");
    for (; free; free--, turn = !turn) {
        memset(&c, 0, sizeof c), c.n = last;
        *why = ask(side[turn], c, &reply);
        if (!*why && (reply < 0 || reply >= W)) *why = "named a column that does not exist";
        if (!*why && height[reply] == H) *why = "named a full column";
        if (*why) {
            halt(side[turn]), putchar('\n');
            return 2 - turn;
        }
        printf(" %d", reply);
        if (drop(last = reply, turn + 1)) {
            *why = "has four in line", putchar('\n');
            return turn + 1;
        }
    }
    *why = "the board is full", putchar('\n');
    return 0;
}

int main(int argc, char **argv) {
    Engine e[2] = {{0}};
    int opt, games = 2, fixed = -1, old = 0, fresh = 0, n = 0, columns[6], i, g, wins[3] = {0, 0, 0};
    unsigned long long seed = 1;
    char *given = NULL;
    while ((opt = getopt(argc, argv, "n:s:c:g:t:vor")) != -1) switch (opt) {
        case 'n': fixed = atoi(optarg); break;
        case 's': seed = strtoull(optarg, NULL, 10); break;
        case 'c': given = optarg; break;
        case 'g': games = atoi(optarg); break;
        case 't': limit = atoi(optarg); break;
        case 'v': verbose = 1; break;
        case 'o': old = 1; break;
        case 'r': fresh = 1; break;
        default: return 2;
    }
    if (argc - optind != 2 || fixed > 6) return fprintf(stderr, "usage: see the head of referee.c\n"), 2;
    e[0].file = argv[optind], e[1].file = argv[optind + 1];
    signal(SIGPIPE, SIG_IGN);
    for (g = 0; g < games; g++) {
        Engine *red = &e[g % 2], *blue = &e[1 - g % 2];
        const char *why;
        int r;
        if (g % 2 == 0 && !old) {
            if (given) {
                char *p = given;
                for (n = 0; n < 6 && *p; n++, p += *p == ',') columns[n] = (int)(strtoul(p, &p, 10) % W);
            } else {
#define NEXT ((int)((seed = seed * 6364136223846793005ULL + 1442695040888963407ULL) >> 33))
                n = fixed >= 0 ? fixed : NEXT % 7;
                for (i = 0; i < n; i++) columns[i] = NEXT % W;
            }
        }
        if (fresh) halt(red), halt(blue);
        printf("game %d: red %s, blue %s, neutral:", g + 1, red->file, blue->file);
        for (i = 0; i < n; i++) printf(" %d", columns[i]);
        putchar('\n');
        r = playGame(red, blue, n, columns, !old, &why);
        if (verbose) show();
        if (r == 0) printf("result: draw, %s\n", why);
        else if (!strcmp(why, "has four in line")) printf("result: %s wins, it %s\n", r == 1 ? "red" : "blue", why);
        else printf("result: %s wins, the other side %s\n", r == 1 ? "red" : "blue", why);
        wins[r == 0 ? 2 : r == 1 ? g % 2 : 1 - g % 2]++;
    }
    printf("total: A %d, B %d, draws %d; slowest call A %.3f s, B %.3f s\n", wins[0], wins[1], wins[2],
           e[0].worst, e[1].worst);
    halt(&e[0]), halt(&e[1]);
    return 0;
}
