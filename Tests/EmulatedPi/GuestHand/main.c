// The hand of the tests in the emulated Raspberry Pi 3: writes marks into the recording, starts programs, and strikes them
// with signals at instants of a seeded random sequence.
//
//   pi-hand mark KIND NUMBER
//   pi-hand strike SIGNAL COUNT SEED LINE SHARE AFTER PROGRAM ARGUMENT...
//
// `strike` lets the program run until LINE (the GPIO line of OE or of chip select) has been low, then for up to AFTER ms of
// the sequence, and sends it the signal; in SHARE of 100 cases it waits until the line is low first. Just before the signal
// it writes a mark (3, number). After KILL the program is started again (mark 5), after STOP it is told to go on (mark 4), in
// both cases 300 ms later.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { gpset1 = 0x20 / 4, gplev0 = 0x34 / 4 };
enum { mark_cause = 3, mark_goes_on = 4, mark_start = 5 };

static volatile uint32_t *gpio;

static void fail(const char *what)
{
    fprintf(stderr, "pi-hand: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void map_registers(void)
{
    int memory = open("/dev/mem", O_RDWR | O_SYNC);
    if (memory < 0) fail("/dev/mem");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0x3F200000);
    if (page == MAP_FAILED) fail("mapping the GPIO registers");
    gpio = page;
}

static void mark(uint32_t kind, uint32_t number) { gpio[gpset1] = kind << 16 | (number & 0xFFFF); }

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void wait_for(int64_t nanoseconds)
{
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    while (nanosleep(&time, &time) != 0 && errno == EINTR) {
    }
}

// SplitMix64.
static uint64_t state;
static uint64_t next_random(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// Waits until the line is low; false when that takes too long.
static int wait_until_low(int line, int64_t longest)
{
    const int64_t deadline = now() + longest;
    while (gpio[gplev0] >> line & 1) {
        if (now() > deadline) return 0;
    }
    return 1;
}

static void wait_until_high(int line, int64_t longest)
{
    const int64_t deadline = now() + longest;
    while (!(gpio[gplev0] >> line & 1) && now() < deadline) {
    }
}

static pid_t start(char **arguments)
{
    mark(mark_start, 0);
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        execvp(arguments[0], arguments);
        fail(arguments[0]);
    }
    return child;
}

// Starts the program and waits until it drives the line; a program that ends instead ends the test.
static pid_t start_and_see(char **arguments, int line)
{
    // A line that is an input now may be low by its pull.
    pid_t child = start(arguments);
    wait_until_high(line, 5000000000);
    const int64_t deadline = now() + 10000000000;
    while (!wait_until_low(line, 20000000)) {
        int status;
        if (waitpid(child, &status, WNOHANG) == child) {
            fprintf(stderr, "pi-hand: the program ended before it lit the panel, status %d\n", status);
            exit(1);
        }
        if (now() > deadline) {
            fprintf(stderr, "pi-hand: the panel was not lit within 10 s\n");
            exit(1);
        }
    }
    return child;
}

static int strike(char **arguments)
{
    const int signal = strcmp(arguments[0], "STOP") == 0 ? SIGSTOP : SIGKILL;
    const int count = atoi(arguments[1]);
    state = strtoull(arguments[2], NULL, 10);
    const int line = atoi(arguments[3]);
    const unsigned share = (unsigned)atoi(arguments[4]);
    const int64_t after = atoll(arguments[5]) * 1000000;
    char **program = arguments + 6;
    pid_t child = start_and_see(program, line);
    for (int number = 0; number < count; number++) {
        wait_for((int64_t)(next_random() % (uint64_t)after));
        if (next_random() % 100 < share) wait_until_low(line, 500000000);
        mark(mark_cause, (uint32_t)number);
        kill(child, signal);
        wait_for(300000000);
        if (signal == SIGSTOP) {
            mark(mark_goes_on, (uint32_t)number);
            kill(child, SIGCONT);
            if (!wait_until_low(line, 3000000000)) {
                fprintf(stderr, "pi-hand: the panel was not lit again within 3 s of SIGCONT\n");
                return 1;
            }
        } else {
            int status;
            if (waitpid(child, &status, 0) != child || !WIFSIGNALED(status)) {
                fprintf(stderr, "pi-hand: the program ended by itself, status %d\n", status);
                return 1;
            }
            if (number + 1 < count) child = start_and_see(program, line);
        }
    }
    if (signal == SIGSTOP) {
        kill(child, SIGTERM);
        waitpid(child, NULL, 0);
    }
    return 0;
}

int main(int count, char **arguments)
{
    if (count < 4) {
        fprintf(stderr, "usage: pi-hand mark KIND NUMBER, or pi-hand strike SIGNAL COUNT SEED LINE SHARE AFTER PROGRAM...\n");
        return 2;
    }
    map_registers();
    if (strcmp(arguments[1], "mark") == 0) {
        mark((uint32_t)atoi(arguments[2]), (uint32_t)atoi(arguments[3]));
        return 0;
    }
    if (strcmp(arguments[1], "strike") == 0 && count > 8) return strike(arguments + 2);
    return 2;
}
