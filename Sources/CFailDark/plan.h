// What the owner and the watching process share, and what either has open to make the panel dark.
#ifndef FAIL_DARK_PLAN_H
#define FAIL_DARK_PLAN_H

#include "include/CFailDark.h"

#include <linux/spi/spidev.h>
#include <stdatomic.h>

enum { fail_dark_magic = 0x4C534644 };

// The descriptors of the watching process.
enum { guardian_shared = 3, guardian_connection = 4, guardian_request = 5, guardian_first_other = 6 };

// What is said on the connection: by the watching process, and by the owner.
enum { news_ready = 'R', news_failed = 'F', news_dark = 'D', news_holding = 'H', word_end = 'E' };

enum fail_dark_kind { by_lines, by_registers, by_spi, by_bit_bang };

struct fail_dark_plan {
    enum fail_dark_kind kind;
    bool has_lines;
    struct fail_dark_lines lines;
    char path[64];
    uint64_t place, length;
    unsigned int store_count;
    uint32_t store_offsets[fail_dark_most_stores], store_values[fail_dark_most_stores];
    uint32_t clock_rate;
    unsigned int transfer_length, transfers, transfers_per_call;
    uint8_t bytes[fail_dark_most_bytes];
};

struct fail_dark_shared {
    uint32_t magic;
    int32_t owner;
    _Atomic int32_t refresh_thread;
    _Atomic uint32_t abandon;
    _Atomic uint64_t refresh_beats, content_beats, darkenings;
    int64_t silence, content_silence;
    struct fail_dark_plan plan;
};

// What a process has open.
struct fail_dark_means {
    const struct fail_dark_plan *plan;
    int request, device;
    volatile uint32_t *registers;
};

// The memory, in the owner; NULL before `fail_dark_begin`. Its descriptor.
extern struct fail_dark_shared *fail_dark_shared;
extern int fail_dark_memory;

// What the owner has open.
extern struct fail_dark_means fail_dark_own;

// Makes the panel dark; 0, or an error number. Safe in signal handlers.
int fail_dark_darken(const struct fail_dark_means *means);

// Opens what the watching process needs; 0, or an error number.
int fail_dark_open_means(const struct fail_dark_plan *plan, struct fail_dark_means *means);

// The time of CLOCK_MONOTONIC in nanoseconds, and a sleep.
int64_t fail_dark_time(void);
void fail_dark_sleep(int64_t nanoseconds);

// Holds the lines until somebody who may asks for them.
void fail_dark_hold(const struct fail_dark_lines *lines, int request);

#endif
