// What the owner and the guardian share, and the descriptors with which each makes the panel dark.
#ifndef FAIL_DARK_PLAN_H
#define FAIL_DARK_PLAN_H

#include "include/CFailDark.h"

#include <linux/spi/spidev.h>
#include <stdatomic.h>
#include <sys/types.h>

enum { fail_dark_magic = 0x4C534645 };

// The only descriptor that the guardian starts with: also the first one that a service manager passes
// (sd_listen_fds(3)). The others arrive on it with the first message.
enum { guardian_connection = 3 };

// The descriptors of the first message, in this order; then the request if the plan has lines, and the file if it has one.
enum { passed_memory, passed_switch, least_passed, maximum_passed = 4 };

// Names of the guardian: while it watches, and while it holds lines for an owner that is gone. A program that searches for
// ledsign by name finds neither.
#define guardian_name "panel-guardian"
#define holder_name "panel-holder"

// The messages on the connection: of the guardian, and of the owner.
enum {
    news_ready = 'R',
    news_failed = 'F',
    news_dark = 'D',
    news_holding = 'H',
    word_introduction = 'I',
    word_end = 'E'
};

enum fail_dark_kind { by_lines, by_registers, by_spi, by_bit_bang, by_state_machine, by_datagrams, by_requests };

// What stands before the head of a datagram in the plan.
struct fail_dark_datagram {
    uint32_t group;
    uint16_t zeros, length;
};

struct fail_dark_plan {
    enum fail_dark_kind kind;
    bool has_lines, has_file;
    struct fail_dark_lines lines;
    char path[64];
    uint64_t place, length;
    unsigned int store_count;
    uint32_t store_offsets[fail_dark_maximum_stores], store_values[fail_dark_maximum_stores],
        store_masks[fail_dark_maximum_stores];
    uint32_t clock_rate;
    unsigned int transfer_length, transfers, transfers_per_call;
    uint8_t bytes[fail_dark_maximum_bytes];
    uint16_t output_enable;
    uint16_t port, sequence_place;
    // Of a request, there is one head, and so many zeros.
    unsigned int heads_length, zeros;
    uint8_t heads[fail_dark_maximum_heads];
};

struct fail_dark_shared {
    uint32_t magic;
    int32_t owner;
    _Atomic int32_t refresh_thread;
    _Atomic uint32_t abandon;
    _Atomic uint64_t refresh_heartbeats, darkenings;
    // Nanoseconds: the time on the switch, and the silence that counts as a failure.
    _Atomic int64_t interval, silence;
    struct fail_dark_plan plan;
};

// The descriptors of a process; the file is only kept open.
struct fail_dark_means {
    const struct fail_dark_plan *plan;
    int request, file, device;
    volatile uint32_t *registers;
};

// In the owner: the memory, NULL before `fail_dark_begin`, its descriptor, and that of the switch.
extern struct fail_dark_shared *fail_dark_shared;
extern int fail_dark_memory, fail_dark_switch;

// The descriptors of the owner.
extern struct fail_dark_means fail_dark_own;

// Makes the panel dark; 0, or an error number. Safe in signal handlers.
int fail_dark_darken(const struct fail_dark_means *means);

// Opens the devices for the guardian, which has the request of the lines, and the file to keep, or -1; 0, or an error number.
int fail_dark_open_means(const struct fail_dark_plan *plan, int request, int file, struct fail_dark_means *means);

// Sets the switch, a timer of both processes, to go off after some nanoseconds from now.
void fail_dark_set_switch(int descriptor, int64_t nanoseconds);

// The state in an open stat file of proc(5): R, S, D, T, t, Z, X; 0 if the process or thread is gone.
char fail_dark_state(int descriptor);

// In the owner: the process whose state shows whether the guardian is stopped; -1 without one. Not for the refresh thread.
void fail_dark_watch_guardian(pid_t process);

// The time of CLOCK_MONOTONIC in nanoseconds, and a sleep.
int64_t fail_dark_time(void);
void fail_dark_sleep(int64_t nanoseconds);

// Holds the lines until an authorised process asks for them.
void fail_dark_hold(const struct fail_dark_lines *lines, int request);

#endif
