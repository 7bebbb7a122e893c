#define _GNU_SOURCE
#include "events.h"

#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int sign_event_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void sign_event_raise(int descriptor)
{
    const uint64_t one = 1;
    // It can only fail when the event is raised already.
    ssize_t count = write(descriptor, &one, sizeof one);
    (void)count;
}

void sign_event_clear(int descriptor)
{
    uint64_t value;
    ssize_t count = read(descriptor, &value, sizeof value);
    (void)count;
}
