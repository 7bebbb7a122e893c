#define _GNU_SOURCE
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int child_pipe_open(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
    int code = errno;
    close(ends[0]);
    close(ends[1]);
    errno = code;
    return -1;
}

int child_input_open(const void *bytes, size_t count)
{
    int file = memfd_create("input", MFD_CLOEXEC);
    const char *next = bytes;
    while (file >= 0 && count > 0) {
        ssize_t written = write(file, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int code = written < 0 ? errno : EIO;
            close(file);
            errno = code;
            return -1;
        }
        next += written;
        count -= (size_t)written;
    }
    if (file >= 0) lseek(file, 0, SEEK_SET);
    return file;
}

// Copies a descriptor to a number that none of the child's has.
static int copy_high(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 16); }

static int describe_child(posix_spawn_file_actions_t *actions, const char *folder, const int *sources, int count)
{
    int code = 0;
    for (int i = 0; i < count && code == 0; i++) {
        code = sources[i] < 0 ? posix_spawn_file_actions_addopen(actions, i, "/dev/null", O_RDWR, 0)
                              : posix_spawn_file_actions_adddup2(actions, sources[i], i);
    }
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, count);
    if (code == 0 && folder != NULL) code = posix_spawn_file_actions_addchdir_np(actions, folder);
    return code;
}

// A group of its own, and every signal as in a program that a shell has started.
static int describe_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes,
                                    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

static int start(pid_t *process, const char *executable, char *const *arguments, char *const *environment,
                 const char *folder, const int *sources, int count)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    int code = describe_child(&actions, folder, sources, count);
    if (code == 0) code = describe_signals(&attributes);
    if (code == 0) code = posix_spawnp(process, executable, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

// When memory is short the kernel spares the sign (OOMScoreAdjust of its service); it need not spare the sign's programs.
static void give_normal_score(pid_t process)
{
    char score[16] = "", path[64];
    int own = open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC);
    if (own < 0) return;
    ssize_t count = read(own, score, sizeof score - 1);
    close(own);
    if (count <= 0 || score[0] != '-') return;
    snprintf(path, sizeof path, "/proc/%d/oom_score_adj", (int)process);
    int other = open(path, O_WRONLY | O_CLOEXEC);
    if (other < 0) return;
    // If it may not be written the program keeps the sign's score and runs all the same.
    if (write(other, "0", 1) < 0) {}
    close(other);
}

int child_process_start(struct child_process *program, const char *executable, char *const *arguments,
                        char *const *environment, const char *folder, const int *descriptors, int count)
{
    int sources[child_process_maximum_descriptors];
    if (count < 0 || count > child_process_maximum_descriptors) return EINVAL;
    int code = 0;
    for (int i = 0; i < count; i++) {
        sources[i] = descriptors[i] < 0 || code != 0 ? -1 : copy_high(descriptors[i]);
        if (descriptors[i] >= 0 && sources[i] < 0 && code == 0) code = errno;
    }
    if (code == 0)
        code = start(&program->process, executable == NULL ? arguments[0] : executable, arguments,
                     environment == NULL ? environ : environment, folder, sources, count);
    for (int i = 0; i < count; i++)
        if (sources[i] >= 0) close(sources[i]);
    if (code != 0) return code;
    give_normal_score(program->process);
    program->ended = (int)syscall(SYS_pidfd_open, program->process, 0);
    if (program->ended >= 0) return 0;
    code = errno;
    kill(-program->process, SIGKILL);
    while (waitpid(program->process, NULL, 0) < 0 && errno == EINTR) {}
    return code;
}

int child_process_reap(struct child_process *program)
{
    // The group keeps its number as long as its first process has not been waited for.
    kill(-program->process, SIGKILL);
    int status = 0;
    pid_t result;
    do {
        result = waitpid(program->process, &status, 0);
    } while (result < 0 && errno == EINTR);
    close(program->ended);
    program->ended = -1;
    if (result < 0) return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? -WTERMSIG(status) : -1000;
}

void child_process_kill(const struct child_process *program) { kill(-program->process, SIGKILL); }
