// The memory that the owner and the guardian share, and the plan in it.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct fail_dark_shared *fail_dark_shared;
int fail_dark_memory = -1, fail_dark_switch = -1;
struct fail_dark_means fail_dark_own;

// Kernels from 6.3 may refuse memory that could be executed (vm.memfd_noexec=2), and older ones do not know the seal
// (linux/memfd.h has its number only in new headers).
enum { sealed_against_execution = 0x8 };

static int open_memory(void)
{
    int descriptor = memfd_create("fail-dark", MFD_CLOEXEC | sealed_against_execution);
    if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create("fail-dark", MFD_CLOEXEC);
    return descriptor;
}

static int make_memory(void)
{
    int descriptor = open_memory();
    if (descriptor < 0) return -1;
    void *memory = MAP_FAILED;
    if (ftruncate(descriptor, sizeof *fail_dark_shared) == 0) {
        memory = mmap(NULL, sizeof *fail_dark_shared, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    if (memory == MAP_FAILED) {
        int code = errno;
        close(descriptor);
        errno = code;
        return -1;
    }
    fail_dark_memory = descriptor;
    fail_dark_shared = memory;
    return 0;
}

int fail_dark_begin(struct fail_dark_counters *counters)
{
    fail_dark_disarm();
    if (!fail_dark_shared && make_memory() != 0) return -1;
    if (fail_dark_switch < 0) fail_dark_switch = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (fail_dark_switch < 0) return -1;
    struct fail_dark_shared *shared = fail_dark_shared;
    // Its pages are mapped from now on: a handler of a fault must not fault.
    memset(&shared->plan, 0, sizeof shared->plan);
    shared->magic = fail_dark_magic;
    shared->owner = getpid();
    atomic_store(&shared->refresh_thread, 0);
    atomic_store(&shared->abandon, 0);
    atomic_store(&shared->refresh_heartbeats, 0);
    fail_dark_own = (struct fail_dark_means){.plan = &shared->plan, .request = -1, .file = -1, .device = -1};
    *counters = (struct fail_dark_counters){
        .refresh_heartbeats = (uint64_t *)&shared->refresh_heartbeats,
        .darkenings = (uint64_t *)&shared->darkenings,
        .abandon = (uint32_t *)&shared->abandon,
    };
    return 0;
}

static int refuse(int code)
{
    errno = code;
    return -1;
}

int fail_dark_plan_lines(const struct fail_dark_lines *lines)
{
    if (lines->count == 0 || lines->count > fail_dark_maximum_lines || lines->descriptor < 0) return refuse(EINVAL);
    fail_dark_shared->plan.lines = *lines;
    fail_dark_shared->plan.lines.chip[sizeof lines->chip - 1] = 0;
    fail_dark_shared->plan.has_lines = true;
    fail_dark_own.request = lines->descriptor;
    return 0;
}

int fail_dark_plan_file(int descriptor)
{
    if (descriptor < 0) return refuse(EINVAL);
    fail_dark_shared->plan.has_file = true;
    fail_dark_own.file = descriptor;
    return 0;
}

static int set_path(const char *path)
{
    struct fail_dark_plan *plan = &fail_dark_shared->plan;
    if (strlen(path) >= sizeof plan->path) return refuse(ENAMETOOLONG);
    strcpy(plan->path, path);
    return 0;
}

int fail_dark_plan_registers(volatile uint32_t *registers, const char *path, uint64_t place, uint64_t length,
                             const uint32_t *offsets, const uint32_t *values, const uint32_t *masks,
                             unsigned int count)
{
    struct fail_dark_plan *plan = &fail_dark_shared->plan;
    if (count > fail_dark_maximum_stores) return refuse(EINVAL);
    for (unsigned int i = 0; i < count; i++) {
        if (offsets[i] % 4 != 0 || offsets[i] + 4 > length) return refuse(EINVAL);
        plan->store_offsets[i] = offsets[i];
        plan->store_values[i] = values[i] & masks[i];
        plan->store_masks[i] = masks[i];
    }
    if (set_path(path) != 0) return -1;
    plan->store_count = count;
    plan->place = place;
    plan->length = length;
    plan->kind = by_registers;
    fail_dark_own.registers = registers;
    return 0;
}

static int set_transfers(uint32_t clock_rate, const uint8_t *bytes, unsigned int length, unsigned int transfers)
{
    struct fail_dark_plan *plan = &fail_dark_shared->plan;
    if (clock_rate == 0 || length == 0 || transfers > fail_dark_maximum_transfers) return refuse(EINVAL);
    if (transfers > 0 && length > fail_dark_maximum_bytes / transfers) return refuse(EMSGSIZE);
    memcpy(plan->bytes, bytes, (size_t)length * transfers);
    plan->clock_rate = clock_rate;
    plan->transfer_length = length;
    plan->transfers = transfers;
    return 0;
}

int fail_dark_plan_spi(int descriptor, const char *path, uint32_t clock_rate, const uint8_t *bytes,
                       unsigned int length, unsigned int transfers, unsigned int transfers_per_call)
{
    if (transfers_per_call == 0) return refuse(EINVAL);
    if (set_path(path) != 0 || set_transfers(clock_rate, bytes, length, transfers) != 0) return -1;
    fail_dark_shared->plan.transfers_per_call = transfers_per_call;
    fail_dark_shared->plan.kind = by_spi;
    fail_dark_own.device = descriptor;
    return 0;
}

int fail_dark_plan_bit_bang(uint32_t clock_rate, const uint8_t *bytes, unsigned int length, unsigned int transfers)
{
    if (!fail_dark_shared->plan.has_lines || fail_dark_shared->plan.lines.count < 3) return refuse(EINVAL);
    if (set_transfers(clock_rate, bytes, length, transfers) != 0) return -1;
    fail_dark_shared->plan.kind = by_bit_bang;
    return 0;
}

int fail_dark_plan_state_machine(unsigned int line)
{
    struct fail_dark_plan *plan = &fail_dark_shared->plan;
    if (!plan->has_file || line > UINT16_MAX) return refuse(EINVAL);
    plan->output_enable = (uint16_t)line;
    plan->kind = by_state_machine;
    return 0;
}

int fail_dark_plan_datagrams(uint16_t port, unsigned int sequence_place)
{
    struct fail_dark_plan *plan = &fail_dark_shared->plan;
    if (!plan->has_file || sequence_place >= fail_dark_maximum_head) return refuse(EINVAL);
    plan->port = port;
    plan->sequence_place = (uint16_t)sequence_place;
    plan->heads_length = 0;
    plan->kind = by_datagrams;
    return 0;
}

int fail_dark_plan_datagram(const uint8_t *head, unsigned int length, unsigned int zeros, uint32_t group)
{
    struct fail_dark_plan *plan = &fail_dark_shared->plan;
    const struct fail_dark_datagram about = {.group = group, .zeros = (uint16_t)zeros, .length = (uint16_t)length};
    if (plan->kind != by_datagrams || length > fail_dark_maximum_head || zeros > UINT16_MAX) return refuse(EINVAL);
    if (plan->heads_length + sizeof about + length > sizeof plan->heads) return refuse(EMSGSIZE);
    memcpy(plan->heads + plan->heads_length, &about, sizeof about);
    memcpy(plan->heads + plan->heads_length + sizeof about, head, length);
    plan->heads_length += (unsigned int)sizeof about + length;
    return 0;
}

int fail_dark_plan_requests(const uint8_t *head, unsigned int length, unsigned int zeros)
{
    struct fail_dark_plan *plan = &fail_dark_shared->plan;
    if (!plan->has_file) return refuse(EINVAL);
    if (length > sizeof plan->heads) return refuse(EMSGSIZE);
    memcpy(plan->heads, head, length);
    plan->heads_length = length;
    plan->zeros = zeros;
    plan->kind = by_requests;
    return 0;
}

void fail_dark_refresh_thread(int32_t thread)
{
    if (fail_dark_shared) atomic_store(&fail_dark_shared->refresh_thread, thread);
}
