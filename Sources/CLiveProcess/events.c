#define _GNU_SOURCE
#include "CLiveProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

int live_pipe_open(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
    int code = errno;
    close(ends[0]);
    close(ends[1]);
    errno = code;
    return -1;
}

int live_event_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void live_thread_name(const char *name) { pthread_setname_np(pthread_self(), name); }
