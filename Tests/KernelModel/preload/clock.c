// The kernel's answer about its clock, by the word in the file `clock` of the model's folder at the time: synchronised,
// unsynchronised, or denied, as under a filter of system calls. Without the file the machine's own answer counts.
#include "model.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

int adjtimex(struct timex *timex)
{
    // The real kernel is asked in any case, so that a real filter of system calls is felt.
    long result = syscall(SYS_clock_adjtime, CLOCK_REALTIME, timex);
    if (!model_is_active()) return (int)result;
    char path[PATH_MAX + 16], word[16] = "";
    snprintf(path, sizeof path, "%s/clock", model_root());
    long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return (int)result;
    long count = syscall(SYS_read, file, word, sizeof word - 1);
    syscall(SYS_close, file);
    if (count > 0 && word[0] == 'd') {
        errno = EPERM;
        return -1;
    }
    if (result < 0) return (int)result;
    if (word[0] == 's') {
        timex->status &= ~STA_UNSYNC;
        return TIME_OK;
    }
    timex->status |= STA_UNSYNC;
    return TIME_ERROR;
}
