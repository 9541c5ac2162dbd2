// The Othello contest's own file; unchanged but for this line.
// Bridge: lets the grader play against a separate program that speaks the line dialogue
// of othello-contest.md. Build it in place of reversi.cpp:
//   g++ grader.cpp reversi_pipe.cpp -o reversi -O2 -lm
//   ENGINE='./program --its-arguments' ./reversi 4
// At the end of the run it says on stderr what the program used, and ends with 1 if that was
// too much. Nothing the program started outlives the grader by more than a second.
#include "reversi.h"
#include "rules.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *to, *from;
static pid_t program;
static bool broken;                        // already reported: the grader's message follows

static void stop(const char *why, const char *line) {
    std::fprintf(stderr, "bridge: %s: %s\n", why, line);
    broken = true;
    std::exit(1);
}

static void finish() {                     // end of input; the program has a second to go
    char line[80];
    bool bad = false;
    int ended = 0;
    std::fclose(to);
    for (int i = 0; i < 100 && !(ended = waitpid(program, nullptr, WNOHANG)); i++) usleep(10000);
    kill(-program, SIGKILL);
    if (!ended) bad = true, std::fprintf(stderr, "bridge: the program did not end within 1 s\n");
    if (!broken && std::fgets(line, sizeof line, from))
        bad = true, std::fprintf(stderr, "bridge: output after the last end: %s\n", line);
    rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    double cpu = r.ru_utime.tv_sec + r.ru_stime.tv_sec + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
    if (ended)
        std::fprintf(stderr, "bridge: the program used %.3f s of processor time, %ld MiB at most\n", cpu,
                     r.ru_maxrss / 1024);
    std::fflush(nullptr);
    const char *ms = std::getenv("BUDGET_MS");
    if (!broken && (bad || cpu > (ms ? std::atoi(ms) * 1e-3 : 5.0) || r.ru_maxrss / 1024 > 502)) std::_Exit(1);
}

static void start() {
    const char *command = std::getenv("ENGINE");
    int down[2], up[2], life[2];
    if (!command || pipe(down) || pipe(up) || pipe2(life, O_CLOEXEC)) stop("cannot start", "set ENGINE");
    std::signal(SIGPIPE, SIG_IGN);
    std::fflush(stdout);
    if ((program = fork()) == 0) {
        setpgid(0, 0), std::signal(SIGPIPE, SIG_DFL);
        dup2(down[0], 0), dup2(up[1], 1);
        close(down[0]), close(down[1]), close(up[0]), close(up[1]);
        execl("/bin/sh", "sh", "-c", command, (char *)nullptr);
        _exit(127);
    }
    setpgid(program, program);
    close(down[0]), close(up[1]);
    if (fork() == 0) {                     // waits for the end of the grader, whatever ends it
        setsid(), close(0), close(1), close(2), close(down[1]), close(up[0]), close(life[1]);
        while (read(life[0], &up, 1) > 0) {}
        sleep(1), kill(-program, SIGKILL), _exit(0);
    }
    close(life[0]), std::atexit(finish);
    to = fdopen(down[1], "w"), from = fdopen(up[0], "r");
}

static const char *readLine() {
    static char line[256];
    if (!std::fgets(line, sizeof line, from)) stop("the program closed its output", "");
    line[std::strcspn(line, "\r\n")] = 0;
    return line;
}

static void send(const char *word, int a, int b) {
    std::fprintf(to, "%s%d %d\n", word, a, b);
    std::fflush(to);
}

// Forwards the program's lines unchecked; the board serves only to know when a game is over.
void Play(int Taskid, bool yourside) {
    if (!to) {
        start();
        if (const char *ms = std::getenv("BUDGET_MS")) send("budget ", std::atoi(ms), 10);
    }
    U board[2];
    setup(board);
    send("play ", Taskid, yourside);
    for (int turn = 0; !ended(board); turn = !turn) {
        int row, column, used = 0;
        if (turn == (int)yourside) {
            const char *line = readLine();
            if (std::sscanf(line, "%d %d%n", &row, &column, &used) != 2 || line[used])
                stop("a move was expected", line);
            MakeMove(std::make_pair(row, column));
        } else {
            std::pair<int, int> p = ReceiveMove();
            row = p.first, column = p.second;
            send("", row, column);
        }
        if (row >= 0) play(board, turn, 1ULL << (8 * row + column));
    }
    if (const char *line = readLine())
        if (std::strcmp(line, "end")) stop("end was expected", line);
}
