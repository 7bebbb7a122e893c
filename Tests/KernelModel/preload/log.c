// Writes the log: whole lines, in the order of the requests.
#include "model.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// A request is answered under the lock, so there is one line at a time. No memory is allocated: the program's
// own allocations are counted.
static char text[1 << 20];
static size_t used;

void log_add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
    if (count > 0) used += (size_t)count;
    if (used >= sizeof text) used = sizeof text - 1;
}

void log_begin(const struct device *device, const char *what)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    used = 0;
    log_add("%lld%09ld %d %s %s", (long long)time.tv_sec, time.tv_nsec, (int)getpid(), device->name, what);
}

void log_end(void)
{
    char path[PATH_MAX + 8];
    log_add("\n");
    snprintf(path, sizeof path, "%s/log", model_root());
    // The system call itself, because `open` is this library's.
    long descriptor = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0 || write((int)descriptor, text, used) != (ssize_t)used) _exit(98);
    syscall(SYS_close, descriptor);
}
