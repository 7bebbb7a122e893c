// Lets programs that are started wait at their very beginning, for a program that loads slowly: as long as a test has the
// model's file `hold` locked.
#include "model.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((constructor)) static void wait_at_start(void)
{
    // The environment itself: no part of the model may be set up before other programs may continue.
    const char *root = getenv("LEDSIGN_KERNEL_MODEL");
    char path[PATH_MAX];
    if (!root || snprintf(path, sizeof path, "%s/hold", root) >= (int)sizeof path) return;
    const int code = errno;
    const long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    if (file >= 0) {
        flock((int)file, LOCK_SH);
        syscall(SYS_close, file);
    }
    errno = code;
}
