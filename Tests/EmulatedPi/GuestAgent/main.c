// The agent of the tests in the emulated Raspberry Pi 3: writes marks into the recording, starts programs, and strikes them
// at instants of a seeded random sequence.
//
//   pi-agent mark KIND NUMBER
//   pi-agent await PROGRAM ARGUMENT...
//   pi-agent strike HOW COUNT SEED LINE PHASE AFTER WINDOW PROGRAM ARGUMENT...
//
// `await` runs a program to its end, and then writes a mark (3, 0), 300 ms before it ends itself.
//
// `strike` lets the program run until LINE (the GPIO line of OE or of chip select) has been low, then for up to AFTER ms of
// the sequence, and strikes it in a PHASE: when the line is low (a panel that is lit, a transfer that is under way), high, or
// "both", which is high once in four strikes, the second one first. Just before that it writes a mark (3, number), and
// WINDOW ms later the program is started again (mark 5) or continued (mark 4). A thread on
// each processor notices for how long the emulator itself stood still in between: the time waited is as much longer, and a
// mark (6, tenths of a millisecond) has that time. HOW is the name of a signal, or
//   guardian           the guardian is killed, and when there is another one, the program
//   last-guardian      the guardian is killed while the kernel refuses new processes, and 700 ms later the program
//   named-SIGNAL       every process whose name has "ledsign" in it gets the signal, as by pkill(1)
//   stop-content       the main thread is stopped alone, as a debugger does
//   stop-refresh       the refresh thread is stopped alone
//   end-refresh        the refresh thread ends: it is made to call exit(2)
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { gpset1 = 0x20 / 4, gplev0 = 0x34 / 4 };
enum { mark_cause = 3, mark_goes_on = 4, mark_start = 5, mark_stood_still = 6 };

static volatile uint32_t *gpio;
// The program that runs, or 0; it does not outlive the agent.
static pid_t running;

static void end_running(void)
{
    if (running > 0) kill(running, SIGKILL);
}

static void fail(const char *what)
{
    fprintf(stderr, "pi-agent: %s: %s\n", what, strerror(errno));
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

// The sum of the times by which wake-ups were late, for each processor.
enum { maximum_processors = 8 };
static _Atomic int64_t lateness[maximum_processors];

static void *watch_processor(void *processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)(intptr_t)processor, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    // More urgent than anything that is tested: only the emulator can be in its way.
    struct sched_param priority = {.sched_priority = 90};
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) != 0) fail("real-time priority");
    for (;;) {
        const int64_t due = now() + 10000000;
        wait_for(10000000);
        // A millisecond is usual under emulation.
        const int64_t late = now() - due - 1000000;
        if (late > 0) atomic_fetch_add(&lateness[(intptr_t)processor], late);
    }
    return NULL;
}

static int64_t longest_lateness(void)
{
    int64_t longest = 0;
    for (int processor = 0; processor < maximum_processors; processor++) {
        const int64_t late = atomic_load(&lateness[processor]);
        if (late > longest) longest = late;
    }
    return longest;
}

static void watch_processors(void)
{
    for (intptr_t processor = 0; processor < sysconf(_SC_NPROCESSORS_ONLN) && processor < maximum_processors; processor++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, watch_processor, (void *)processor) != 0) fail("a thread");
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
static int wait_until_low(int line, int64_t timeout)
{
    const int64_t deadline = now() + timeout;
    while (gpio[gplev0] >> line & 1) {
        if (now() > deadline) return 0;
    }
    return 1;
}

// Waits until the line is high, without letting go of the processor: it may be so for microseconds only.
static void wait_until_just_high(int line, int64_t timeout)
{
    const int64_t deadline = now() + timeout;
    while (!(gpio[gplev0] >> line & 1) && now() < deadline) {
    }
}

static void wait_until_high(int line, int64_t timeout)
{
    const int64_t deadline = now() + timeout;
    while (!(gpio[gplev0] >> line & 1) && now() < deadline) wait_for(500000);
}

static pid_t start(char **arguments)
{
    mark(mark_start, 0);
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        execvp(arguments[0], arguments);
        perror(arguments[0]);
        _exit(127);
    }
    running = child;
    return child;
}

// Starts the program and waits until it drives the line; a program that ends instead ends the test.
static pid_t start_and_see(char **arguments, int line)
{
    // A line that is an input now may be low by its pull.
    pid_t child = start(arguments);
    wait_until_high(line, 30000000000);
    const int64_t deadline = now() + 60000000000;
    // Chip select of the SPI controller is low for microseconds only; other lines are looked at without hindering the emulator.
    while (!wait_until_low(line, line == 8 ? 20000000 : 0)) {
        if (line != 8) wait_for(500000);
        int status;
        if (waitpid(child, &status, WNOHANG) == child) {
            running = 0;
            fprintf(stderr, "pi-agent: the program ended before it lit the panel, status %d\n", status);
            exit(1);
        }
        if (now() > deadline) {
            fprintf(stderr, "pi-agent: the panel was not lit within 60 s\n");
            exit(1);
        }
    }
    // The first transfers start the chips of modules; bit by bit they take a while, and the pictures come after them.
    if (line != 18) wait_for(1000000000);
    return child;
}

// The parent of a process, or -1.
static pid_t parent_of(pid_t process)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    size_t count = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[count] = 0;
    const char *end = strrchr(text, ')');
    char state = 0;
    int parent = -1;
    if (end) sscanf(end + 1, " %c %d", &state, &parent);
    return state == 'Z' ? -1 : parent;
}

static pid_t find_child(pid_t parent)
{
    DIR *processes = opendir("/proc");
    if (!processes) fail("/proc");
    pid_t found = -1;
    for (struct dirent *entry; found < 0 && (entry = readdir(processes));) {
        pid_t process = (pid_t)atoi(entry->d_name);
        if (process > 0 && parent_of(process) == parent) found = process;
    }
    closedir(processes);
    return found;
}

// The thread of a process whose name has a word in it.
static pid_t find_thread(pid_t process, const char *word)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *threads = opendir(path);
    if (!threads) fail(path);
    pid_t found = -1;
    for (struct dirent *entry; found < 0 && (entry = readdir(threads));) {
        char name[64] = "", file_path[400];
        snprintf(file_path, sizeof file_path, "%s/%s/comm", path, entry->d_name);
        FILE *file = fopen(file_path, "r");
        if (!file) continue;
        if (fgets(name, sizeof name, file) && strstr(name, word)) found = (pid_t)atoi(entry->d_name);
        fclose(file);
    }
    closedir(threads);
    return found;
}

static void stop_thread(pid_t thread)
{
    if (ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) != 0) fail("stopping the thread");
}

#ifdef __aarch64__
#include <asm/ptrace.h>
#include <elf.h>

// The address of an instruction that calls the kernel, in the C library of a process.
static uint64_t find_call(pid_t process)
{
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)process);
    FILE *maps = fopen(path, "r");
    if (!maps) fail(path);
    uint64_t found = 0;
    while (!found && fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        if (!strstr(line, "libc.so") || sscanf(line, "%lx-%lx r-xp", &from, &to) != 2) continue;
        static uint32_t code[16384];
        struct iovec here = {code, sizeof code}, there = {(void *)(from + 0x28000), sizeof code};
        ssize_t count = process_vm_readv(process, &here, 1, &there, 1, 0);
        for (ssize_t i = 0; !found && i < count / 4; i++) {
            if (code[i] == 0xD4000001) found = from + 0x28000 + 4 * (uint64_t)i;
        }
    }
    fclose(maps);
    if (!found) fail("finding a call of the kernel");
    return found;
}

static void end_thread(pid_t process, pid_t thread)
{
    const uint64_t call = find_call(process);
    stop_thread(thread);
    int status;
    if (waitpid(thread, &status, __WALL) != thread) fail("waiting for the thread");
    struct user_pt_regs registers;
    struct iovec part = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &part) != 0) fail("reading the thread's registers");
    registers.pc = call;
    registers.regs[8] = 93; // exit
    registers.regs[0] = 0;
    if (ptrace(PTRACE_SETREGSET, thread, (void *)NT_PRSTATUS, &part) != 0) fail("writing the thread's registers");
    // No call of before is to be made again.
    int number = -1;
    struct iovec none = {&number, sizeof number};
    if (ptrace(PTRACE_SETREGSET, thread, (void *)NT_ARM_SYSTEM_CALL, &none) != 0) fail("forgetting the thread's call");
    if (ptrace(PTRACE_CONT, thread, NULL, NULL) != 0) fail("continuing the thread");
}
#else
static void end_thread(pid_t process, pid_t thread)
{
    (void)process, (void)thread;
    errno = ENOSYS;
    fail("ending a thread");
}
#endif

static const char by_name[] = "named-";

static int is_by_name(const char *how) { return strncmp(how, by_name, strlen(by_name)) == 0; }

// Sends a signal to all processes whose names have a word in them.
static void send_by_name(const char *word, int signal)
{
    DIR *processes = opendir("/proc");
    if (!processes) fail("/proc");
    for (struct dirent *entry; (entry = readdir(processes));) {
        const pid_t process = (pid_t)atoi(entry->d_name);
        char path[64], name[64] = "";
        if (process <= 0) continue;
        snprintf(path, sizeof path, "/proc/%d/comm", (int)process);
        FILE *file = fopen(path, "r");
        if (!file) continue;
        if (fgets(name, sizeof name, file) && strstr(name, word)) kill(process, signal);
        fclose(file);
    }
    closedir(processes);
}

static int signal_number(const char *name)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"KILL", SIGKILL}, {"STOP", SIGSTOP}, {"INT", SIGINT},   {"TERM", SIGTERM}, {"HUP", SIGHUP},
                   {"SEGV", SIGSEGV}, {"ABRT", SIGABRT}, {"TRAP", SIGTRAP}, {"ILL", SIGILL},   {"BUS", SIGBUS},
                   {"FPE", SIGFPE}};
    if (is_by_name(name)) name += strlen(by_name);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        if (strcmp(signals[i].name, name) == 0) return signals[i].number;
    }
    return 0;
}

static void write_file(const char *path, const char *text)
{
    int file = open(path, O_WRONLY);
    if (file < 0 || write(file, text, strlen(text)) < 0) fail(path);
    close(file);
}

// The kernel refuses new processes and threads of the program from now on, as where a service has as many as `TasksMax=` allows.
static void refuse_processes(pid_t program)
{
    char number[16];
    snprintf(number, sizeof number, "%d", (int)program);
    write_file("/sys/fs/cgroup/cgroup.subtree_control", "+pids");
    if (mkdir("/sys/fs/cgroup/refused", 0755) != 0 && errno != EEXIST) fail("/sys/fs/cgroup/refused");
    write_file("/sys/fs/cgroup/refused/pids.max", "1");
    write_file("/sys/fs/cgroup/refused/cgroup.procs", number);
}

// Strikes a program; `how` was prepared for by `prepare`.
static void hit(const char *how, pid_t child, pid_t thread, int number)
{
    mark(mark_cause, (uint32_t)number);
    const int signal = signal_number(how);
    if (strcmp(how, "last-guardian") == 0) {
        kill(thread, SIGKILL);
        wait_for(700000000);
        kill(child, SIGKILL);
    } else if (is_by_name(how)) {
        send_by_name("ledsign", signal);
    } else if (signal) {
        kill(child, signal);
    } else if (strcmp(how, "end-refresh") == 0) {
        end_thread(child, thread);
    } else if (thread) {
        stop_thread(thread);
    } else {
        kill(child, SIGKILL);
    }
}

// Does what has to be done before the blow; returns the thread that is to be stopped, the guardian that is to be killed, or 0.
static pid_t prepare(const char *how, pid_t child)
{
    pid_t thread = 0;
    const int64_t deadline = now() + 30000000000;
    if (strcmp(how, "guardian") == 0) {
        pid_t old, young;
        while ((old = find_child(child)) < 0 && now() < deadline) wait_for(10000000);
        if (old < 0) fail("the program has no guardian");
        // One that dies before it watches is not replaced: the program reports that it could not be started.
        wait_for(1000000000);
        kill(old, SIGKILL);
        while (((young = find_child(child)) < 0 || young == old) && now() < deadline) wait_for(10000000);
        if (young < 0 || young == old) fail("the program has no new guardian");
        wait_for(1000000000);
    } else if (strcmp(how, "last-guardian") == 0) {
        while ((thread = find_child(child)) < 0 && now() < deadline) wait_for(10000000);
        if (thread < 0) fail("the program has no guardian");
        wait_for(1000000000);
        refuse_processes(child);
        return thread;
    } else if (strcmp(how, "stop-content") == 0) {
        thread = child;
    } else if (!signal_number(how)) {
        while ((thread = find_thread(child, "refresh")) < 0 && now() < deadline) wait_for(10000000);
        if (thread < 0) fail("the program has no refresh thread");
    }
    if (thread && ptrace(PTRACE_SEIZE, thread, NULL, NULL) != 0) fail("attaching to the thread");
    return thread;
}

// Waits for the phase of a refresh or a transfer in which a strike is to come.
static void wait_for_phase(const char *phase, int number, int line)
{
    const int64_t timeout = 500000000;
    if (strcmp(phase, "high") == 0 || (strcmp(phase, "both") == 0 && number % 4 == 1)) {
        wait_until_just_high(line, timeout);
    } else {
        wait_until_low(line, timeout);
    }
}

// Waits for the end of a program, and of a thread of it that is held.
static void wait_for_end(pid_t child)
{
    for (;;) {
        int status;
        pid_t ended = waitpid(-1, &status, __WALL);
        if (ended < 0) fail("waiting for the program");
        if (ended == child && (WIFEXITED(status) || WIFSIGNALED(status))) return;
    }
}

static int strike(char **arguments)
{
    const char *how = arguments[0];
    const int count = atoi(arguments[1]);
    state = strtoull(arguments[2], NULL, 10);
    const int line = atoi(arguments[3]);
    const char *phase = arguments[4];
    const int64_t after = atoll(arguments[5]) * 1000000, window = atoll(arguments[6]) * 1000000;
    char **program = arguments + 7;
    const int stops = signal_number(how) == SIGSTOP;
    watch_processors();
    atexit(end_running);
    pid_t child = start_and_see(program, line);
    for (int number = 0; number < count; number++) {
        pid_t thread = prepare(how, child);
        wait_for((int64_t)(next_random() % (uint64_t)after));
        wait_for_phase(phase, number, line);
        for (int processor = 0; processor < maximum_processors; processor++) atomic_store(&lateness[processor], 0);
        hit(how, child, thread, number);
        wait_for(window);
        // At most the time that a mark can hold.
        int64_t late = 0, waited = 0;
        while ((late = longest_lateness()) > waited && waited < 5000000000) {
            wait_for(late - waited);
            waited = late;
        }
        mark(mark_stood_still, (uint32_t)(late / 100000));
        if (stops) {
            mark(mark_goes_on, 0);
            kill(child, SIGCONT);
            if (!wait_until_low(line, 30000000000)) {
                fprintf(stderr, "pi-agent: the panel was not lit again within 30 s of SIGCONT\n");
                return 1;
            }
        } else {
            // What is left of the program ends now, where the blow did not do that.
            mark(mark_start, 0);
            kill(child, SIGKILL);
            wait_for_end(child);
            running = 0;
            if (number + 1 < count) child = start_and_see(program, line);
        }
    }
    if (stops) {
        kill(child, SIGTERM);
        waitpid(child, NULL, 0);
        running = 0;
    }
    return 0;
}

static int await_end(char **program)
{
    pid_t child = start(program);
    int status = 0;
    if (waitpid(child, &status, 0) != child) fail("waiting for the program");
    mark(mark_cause, 0);
    wait_for(300000000);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: pi-agent mark KIND NUMBER, pi-agent await PROGRAM..., or pi-agent strike HOW COUNT ...\n");
        return 2;
    }
    map_registers();
    if (strcmp(arguments[1], "mark") == 0 && count == 4) {
        mark((uint32_t)atoi(arguments[2]), (uint32_t)atoi(arguments[3]));
        return 0;
    }
    if (strcmp(arguments[1], "await") == 0) return await_end(arguments + 2);
    if (strcmp(arguments[1], "strike") == 0 && count > 9) return strike(arguments + 2);
    return 2;
}
