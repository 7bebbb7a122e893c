#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(OWN_ARCHITECTURE) && !defined(HAS_SANITIZER)

static int limit(int resource, uint64_t amount)
{
    const struct rlimit both = {.rlim_cur = amount, .rlim_max = amount};
    return setrlimit(resource, &both) == 0 ? 0 : errno;
}

static int limit_resources(uint64_t memory_bytes, uint64_t processor_seconds)
{
    int code = limit(RLIMIT_DATA, memory_bytes);
    if (code == 0) code = limit(RLIMIT_CPU, processor_seconds);
    // No file that grows, no dump of memory, no further descriptor.
    if (code == 0) code = limit(RLIMIT_FSIZE, 0);
    if (code == 0) code = limit(RLIMIT_CORE, 0);
    if (code == 0) code = limit(RLIMIT_NOFILE, 0);
    return code;
}

// What computing needs: memory, time, randomness, locks, its own number, writing, and the end.
static const int allowed[] = {SYS_write,       SYS_brk,         SYS_munmap,       SYS_mremap,          SYS_madvise,
                              SYS_futex,       SYS_getrandom,   SYS_clock_gettime, SYS_sched_yield,    SYS_gettid,
                              SYS_getpid,      SYS_rt_sigreturn, SYS_restart_syscall, SYS_exit,        SYS_exit_group};
// What libraries do without: they look at the processor, at settings and at names of memory.
static const int refused[] = {SYS_openat, SYS_readlinkat, SYS_faccessat, SYS_newfstatat, SYS_prctl,
                              SYS_uname,  SYS_sysinfo,    SYS_sched_getaffinity,
#ifdef SYS_open
                              SYS_open,   SYS_readlink,   SYS_access,    SYS_stat,
#endif
};
// Memory that cannot become instructions.
static const int mapping[] = {SYS_mmap, SYS_mprotect};

enum { count_of_allowed = sizeof allowed / sizeof *allowed, count_of_refused = sizeof refused / sizeof *refused };

// Answers a system call of that number.
static struct sock_filter *answer(struct sock_filter *next, int number, unsigned int result)
{
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)number, 0, 1);
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, result);
    return next;
}

static int filter_calls(void)
{
    struct sock_filter filter[16 + 2 * (count_of_allowed + count_of_refused)], *next = filter;
    *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < count_of_allowed; i++) next = answer(next, allowed[i], SECCOMP_RET_ALLOW);
    for (int i = 0; i < count_of_refused; i++) next = answer(next, refused[i], SECCOMP_RET_ERRNO | EACCES);
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)mapping[0], 2, 0);
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)mapping[1], 1, 0);
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    // Both have their protection as the third argument; its bits are in the lower half, which comes first.
    *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]));
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    const struct sock_fprog program = {.len = (unsigned short)(next - filter), .filter = filter};
    // Not by seccomp(2), which services seldom may call.
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

int confinement_enter(uint64_t memory_bytes, uint64_t processor_seconds)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // The parent closed its own descriptors before exec; libraries may have opened others since.
    if (close_range(3, ~0U, 0) != 0)
        for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
    const int code = limit_resources(memory_bytes, processor_seconds);
    return code == 0 ? filter_calls() : code;
}

#elif defined(HAS_SANITIZER)

int confinement_enter(uint64_t memory_bytes, uint64_t processor_seconds)
{
    (void)memory_bytes;
    (void)processor_seconds;
    return 0;
}

#else

int confinement_enter(uint64_t memory_bytes, uint64_t processor_seconds)
{
    (void)memory_bytes;
    (void)processor_seconds;
    return ENOSYS;
}

#endif
