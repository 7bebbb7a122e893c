// One request of all processes at a time.
//
// The kernel is not interrupted by signals when it changes lines, SIGSTOP and SIGKILL included. Here a process can be
// stopped or killed while it holds the lock; the others then continue without it, and treat the last line of the log as uncertain.
#include "model.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { tries_between_looks = 100, nanoseconds_between_tries = 20000 };

static pthread_mutex_t threads = PTHREAD_MUTEX_INITIALIZER;
static sigset_t old_mask;

static bool is_at_work(uint32_t process)
{
    char path[32], text[256];
    snprintf(path, sizeof path, "/proc/%u/stat", process);
    long descriptor = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    if (descriptor < 0) return false;
    long count = syscall(SYS_read, descriptor, text, sizeof text - 1);
    syscall(SYS_close, descriptor);
    if (count <= 0) return false;
    text[count] = 0;
    const char *end = strrchr(text, ')');
    return end && !strchr("TtZX", end[2]);
}

void lock_begin(void)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_mutex_lock(&threads);
    old_mask = old;
    struct state *state = model_state();
    const uint32_t ours = (uint32_t)getpid();
    for (unsigned int tries = 1;; tries++) {
        uint32_t worker = 0;
        if (atomic_compare_exchange_strong(&state->worker, &worker, ours)) return;
        if (tries % tries_between_looks == 0 && !is_at_work(worker)) {
            if (!atomic_compare_exchange_strong(&state->worker, &worker, ours)) continue;
            state->is_uncertain = true;
            return;
        }
        struct timespec time = {.tv_nsec = nanoseconds_between_tries};
        nanosleep(&time, NULL);
    }
}

void lock_end(void)
{
    // Another process may have taken the lock meanwhile.
    uint32_t ours = (uint32_t)getpid();
    atomic_compare_exchange_strong(&model_state()->worker, &ours, 0);
    sigset_t old = old_mask;
    pthread_mutex_unlock(&threads);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}
