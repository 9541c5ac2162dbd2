/* The smallest host of "4 In Line" in plain C: it shows that the header and the library suit a C compiler, loads the
 * library as hosts do if its path is given, and sees what the calls return; whole games are the referee's business. */
#include "../../include/four_in_line.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* As hosts declare them: the compiler checks that the header agrees. */
int GameMove(int n);
int TableSetupMoves(int n, int *arr);

static int fail(const char *what) {
    fprintf(stderr, "C host: %s\n", what);
    return 1;
}

int main(int argc, char **argv) {
    int columns[3] = {4, 4, 7}, reply;
    int (*move)(int) = GameMove;
    int (*setup)(int, int *) = TableSetupMoves;
    if (argc > 1) {
        void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), *name;
        if (!library) return fail(dlerror());
        name = dlsym(library, "GameMove");
        if (!name) return fail("no GameMove");
        memcpy(&move, &name, sizeof move);
        name = dlsym(library, "TableSetupMoves");
        if (!name) return fail("no TableSetupMoves");
        memcpy(&setup, &name, sizeof setup);
    }
    if (setup(0, NULL) != 0) return fail("the sum of nothing is not 0");
    if (setup(3, columns) != 15) return fail("the sum of 4, 4 and 7 is not 15");
    reply = move(-1);
    if (reply < 0 || reply > 9) return fail("no column for the first move");
    reply = move(3);
    if (reply < 0 || reply > 9) return fail("no column for the second move");
    if (move(10) != -1) return fail("a column for what is no move");
    return 0;
}
