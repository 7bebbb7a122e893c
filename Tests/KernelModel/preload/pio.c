// The state machines of an RP1 (drivers/misc/rp1-pio.c of Raspberry Pi kernels). What is sent to a machine is appended to the file
// NAME.words of the model's folder when the kernel copies it, and takes as long as the machine needs for it, or as it takes to arrive.
#include "model.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { machine_count = 4, memory_size = 32, line_count = 28 };

// The requests that the driver knows, by their numbers, and the sizes of what they pass.
enum { config_xfer = 0, xfer_data = 1, xfer_data32 = 2, can_add = 10, add = 11, claim = 20, init = 30, clear_fifos = 33,
       set_pins = 35, set_directions = 36, set_enabled = 37, set_function = 51, set_override = 53 };

static size_t size_of(unsigned int number)
{
    switch (number) {
    case config_xfer: return 8;
    case xfer_data: return 16;
    case xfer_data32: return 16;
    case can_add:
    case add: return 68;
    case claim: return 4;
    case init: return 20;
    case clear_fifos: return 2;
    case set_pins:
    case set_directions: return 12;
    case set_enabled: return 4;
    case set_function:
    case set_override: return 4;
    }
    return 0;
}

static uint16_t word16(const void *argument, unsigned int offset)
{
    uint16_t word;
    memcpy(&word, (const char *)argument + offset, sizeof word);
    return word;
}

static uint32_t word32(const void *argument, unsigned int offset)
{
    uint32_t word;
    memcpy(&word, (const char *)argument + offset, sizeof word);
    return word;
}

// Finds room, or the same program; from the end on, as the firmware does.
static long find_room(const struct state_machines *pio, const void *program)
{
    const unsigned int count = word16(program, 0), origin = word16(program, 2);
    if (count == 0 || count > memory_size) return -EINVAL;
    if (origin != 0xFFFF && origin + count > memory_size) return -EINVAL;
    if (pio->fault == fault_full) return -ENOSPC;
    const uint32_t mask = count == 32 ? ~0u : (1u << count) - 1;
    for (int place = (int)(memory_size - count); place >= 0; place--) {
        if (origin != 0xFFFF && (unsigned int)place != origin) continue;
        if ((pio->used & mask << place) == 0) return place;
    }
    return -ENOSPC;
}

static long load(struct device *device, struct state_machines *pio, const void *program)
{
    const long place = find_room(pio, program);
    log_begin(device, "load");
    log_add(" %u at %ld", word16(program, 0), place);
    for (unsigned int i = 0; place >= 0 && i < word16(program, 0); i++) log_add(" %04x", word16(program, 4 + 2 * i));
    log_end();
    if (place >= 0) pio->used |= (word16(program, 0) == 32 ? ~0u : (1u << word16(program, 0)) - 1) << place;
    return place;
}

static long take(struct device *device, struct state_machines *pio)
{
    for (int machine = pio->fault == fault_taken ? machine_count : 0; machine < machine_count; machine++) {
        if (pio->claimed >> machine & 1) continue;
        pio->claimed |= 1u << machine;
        pio->owner = (int)getpid();
        log_begin(device, "claim");
        log_add(" %d", machine);
        log_end();
        return machine;
    }
    return -EBUSY;
}

// A line of the log: what was asked for, and its numbers.
static long record(struct device *device, const char *what, const void *argument, unsigned int halves, unsigned int words)
{
    log_begin(device, what);
    for (unsigned int i = 0; i < halves; i++) log_add(" %u", word16(argument, 2 * i));
    for (unsigned int i = 0; i < words; i++) log_add(" %08x", word32(argument, 2 * halves + 4 * i));
    log_end();
    return 0;
}

static void sleep_for(int64_t nanoseconds)
{
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    nanosleep(&time, NULL);
}

// The cycles that words take: holds, of which the count may be the last word of the piece before, and runs of columns.
static int64_t cycles(const uint32_t *words, unsigned int count, bool *is_hold)
{
    int64_t sum = 0;
    for (unsigned int i = 0; i < count; i++) {
        if (*is_hold) {
            *is_hold = false;
        } else if ((words[i] & 15) == 0) {
            sum += 8 + (words[i] >> 4);
            *is_hold = true;
        } else {
            sum += 15 + 15 * (words[i] & 15);
        }
    }
    return sum;
}

static long send_words(struct device *device, struct state_machines *pio, const void *argument)
{
    const unsigned int bytes = word32(argument, 4);
    const char *words;
    memcpy(&words, (const char *)argument + 8, sizeof words);
    lock_begin();
    log_begin(device, "send");
    log_add(" %u", bytes / 4);
    log_end();
    const unsigned int piece = pio->buffer_size, buffers = pio->buffers;
    const int64_t cycle = 5 * (pio->divider >> 16), rate = pio->rate;
    const bool is_deaf = pio->fault == fault_deaf || !(pio->enabled & 1u << word16(argument, 0));
    lock_end();
    if (word16(argument, 0) >= machine_count || bytes == 0 || piece == 0) return -EINVAL;
    if (is_deaf) return -ETIMEDOUT;
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s.words", model_root(), device->name);
    const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    bool is_hold = false;
    int64_t waits[4] = {0};
    for (unsigned int place = 0, number = 0; place < bytes; place += piece, number++) {
        const unsigned int length = bytes - place < piece ? bytes - place : piece;
        // A buffer is free when the machine has taken what is in it.
        if (number >= buffers) sleep_for(waits[number % buffers]);
        if (syscall(SYS_write, file, words + place, (size_t)length) != (long)length) _exit(98);
        const int64_t arrival = (int64_t)length * 1000000000 / rate;
        const int64_t played = cycles((const uint32_t *)(words + place), length / 4, &is_hold) * cycle;
        waits[number % buffers] = played > arrival ? played : arrival;
    }
    int64_t rest = 0;
    for (unsigned int i = 0; i < 4; i++) rest += waits[i];
    sleep_for(rest);
    syscall(SYS_close, file);
    return 0;
}

bool pio_is_transfer(const struct device *device, unsigned long request)
{
    return device->kind == state_machines && _IOC_TYPE(request) == 'f' && _IOC_NR(request) == xfer_data32 &&
           _IOC_SIZE(request) == size_of(xfer_data32) && model_state()->pio.fault != fault_old;
}

long pio_transfer(struct device *device, const void *argument) { return send_words(device, &model_state()->pio, argument); }

void pio_close(struct device *device)
{
    struct state_machines *pio = &model_state()->pio;
    if (pio->owner != (int)getpid()) return;
    log_begin(device, "close");
    log_end();
    pio->claimed = pio->used = pio->enabled = 0;
    pio->owner = 0;
}

long pio_request(struct device *device, unsigned long request, void *argument)
{
    struct state_machines *pio = &model_state()->pio;
    const unsigned int number = _IOC_NR(request);
    if (_IOC_TYPE(request) != 'f' || size_of(number) == 0) return -EOPNOTSUPP;
    if (number == xfer_data32 && pio->fault == fault_old) return -EOPNOTSUPP;
    if (_IOC_SIZE(request) != size_of(number)) return -EINVAL;
    switch (number) {
    case can_add: return find_room(pio, argument);
    case add: return load(device, pio, argument);
    case claim: return take(device, pio);
    case clear_fifos: return 0;
    case init:
        pio->divider = word32(argument, 4);
        pio->enabled &= ~(1u << word16(argument, 0));
        return record(device, "init", argument, 2, 4);
    case set_pins: return record(device, "levels", argument, 2, 2);
    case set_directions: return record(device, "directions", argument, 2, 2);
    case set_function: return record(device, "function", argument, 2, 0);
    case set_override: return record(device, "override", argument, 2, 0);
    case set_enabled:
        pio->enabled = argument && ((uint8_t *)argument)[2] ? pio->enabled | word16(argument, 0)
                                                            : pio->enabled & ~(uint32_t)word16(argument, 0);
        log_begin(device, "enable");
        log_add(" %u %u", word16(argument, 0), ((uint8_t *)argument)[2]);
        log_end();
        return 0;
    case config_xfer:
        if (word16(argument, 4) == 0 || word16(argument, 4) % 4 || word16(argument, 6) == 0 || word16(argument, 6) > 4) return -EINVAL;
        pio->buffer_size = word16(argument, 4);
        pio->buffers = word16(argument, 6);
        return record(device, "prepare", argument, 4, 0);
    }
    return -EINVAL;
}
