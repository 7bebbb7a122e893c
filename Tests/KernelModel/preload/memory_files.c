// Files that are only memory, which the kernel may refuse (memfd_create(2), vm.memfd_noexec in sysctl(2)).
#include "model.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// linux/memfd.h of kernels from 6.3.
enum { noexec_seal = 0x8, exec = 0x10 };

int memfd_create(const char *name, unsigned int flags)
{
    const struct state *state = model_is_active() ? model_state() : NULL;
    if (state && state->knows_no_seals && flags & (noexec_seal | exec)) {
        errno = EINVAL;
        return -1;
    }
    if (state && state->wants_sealed_files && !(flags & noexec_seal)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_memfd_create, name, flags);
}
