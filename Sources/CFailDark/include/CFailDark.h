/// What makes a panel dark when its owner cannot: in signal handlers of the owner, and in a process that watches it.
///
/// In C, because signal handlers may call only what signal-safety(7) lists, and because the watching process is to be
/// small. There is one plan at a time in a process. What fails returns -1 and sets errno.
#ifndef CFAILDARK_H
#define CFAILDARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The most lines of a request (linux/gpio.h), the most stores to registers, and the most bytes and transfers that stop
/// an SPI device.
enum {
    fail_dark_most_lines = 64,
    fail_dark_most_stores = 4,
    fail_dark_most_bytes = 8192,
    fail_dark_most_transfers = 64
};

/// What the two processes share, by its addresses in this one; they stay valid until the process ends.
struct fail_dark_counters {
    /// Beats of the thread that refreshes the panel, and of the one that draws.
    uint64_t *refresh_beats, *content_beats;
    /// How often the watching process made the panel dark while the owner lived.
    uint64_t *darkenings;
    /// 1 asks whoever drives the panel to stop lighting for ever, and 2 is the answer; 3 asks to end what is being played,
    /// and 0 is the answer.
    uint32_t *abandon;
};

/// Makes the memory that is shared, once, and forgets the plan that was there.
int fail_dark_begin(struct fail_dark_counters *counters);

/// Lines that this process holds and the watching process inherits: the request's descriptor, the generation of the
/// kernel's interface to it (1 or 2), the levels at rest (bit i for line i of the request).
struct fail_dark_lines {
    int descriptor;
    unsigned int generation;
    unsigned int count;
    uint64_t rest_levels;
    uint32_t offsets[fail_dark_most_lines];
    /// The name of the chip, as `fail_dark_chip_name` makes it.
    char chip[64];
    /// Whether the kernel keeps the levels of outputs that nobody holds any more.
    bool are_kept;
};

/// Adds lines to the plan. Without more than them, they are set to their levels at rest.
int fail_dark_plan_lines(const struct fail_dark_lines *lines);

/// Makes the panel dark by stores to registers, in order; `registers` is their mapping in this process, `path`, `place`
/// and `length` are how the watching process maps them.
int fail_dark_plan_registers(volatile uint32_t *registers, const char *path, uint64_t place, uint64_t length,
                             const uint32_t *offsets, const uint32_t *values, unsigned int count);

/// Makes the panel dark by transfers to an SPI device; `descriptor` is it in this process.
int fail_dark_plan_spi(int descriptor, const char *path, uint32_t clock_rate, const uint8_t *bytes,
                       unsigned int length, unsigned int transfers, unsigned int transfers_per_call);

/// Makes the panel dark by transfers on the lines, of which the first three are clock, data and chip select.
int fail_dark_plan_bit_bang(uint32_t clock_rate, const uint8_t *bytes, unsigned int length, unsigned int transfers);

/// From now on the signals ILL, TRAP, SEGV, BUS, FPE and ABRT make the panel dark before they do what they did before.
///
/// They are unblocked in the calling thread, and so in all that it starts.
int fail_dark_arm(void);

/// The signals do only what they did before.
void fail_dark_disarm(void);

/// Makes the panel dark now, by what this process has open; 0, or an error number. Safe in signal handlers.
int fail_dark_now(void);

/// Gives the calling thread a stack of its own for signals, so that an overflow of its stack can be handled.
int fail_dark_use_signal_stack(void);

/// Starts a process of an executable that calls `fail_dark_guardian_if_asked`, and waits until it watches.
///
/// `silence` and `content_silence` are nanoseconds after the last beat, 0 for any time. Returns this process's end of
/// the connection: it can be read when there is news, and does not block.
int fail_dark_spawn(const char *executable, int64_t silence, int64_t content_silence);

/// What the watching process says: 1 it made the panel dark, 0 nothing, -1 it is not there any more.
int fail_dark_news(int connection);

/// Ends the watching: the panel is dark by its owner's own doing.
void fail_dark_end(int connection);

/// The most requests of lines that fatal signals bring to rest.
enum { fail_dark_most_resting = 8 };

/// Lets fatal signals bring lines to rest that are no panel's; `levels` are those at rest. Returns the number by which they are
/// removed again, before they are given back.
int fail_dark_add_resting(int descriptor, unsigned int generation, unsigned int count, uint64_t levels);

/// Leaves lines alone that were added.
void fail_dark_remove_resting(int number);

/// Brings all lines to rest that were added. Safe in signal handlers.
void fail_dark_rest(void);

/// Names the thread that refreshes the panel; it is watched, and if it ends the panel goes dark.
void fail_dark_refresh_thread(int32_t thread);

/// Runs the watching process where the arguments ask for it, and then does not return.
void fail_dark_guardian_if_asked(int count, char *const *arguments);

/// Writes the name of a chip, by its device file, that processes agree on; -1 where there is no such file.
int fail_dark_chip_name(const char *path, char name[64]);

/// Asks watching processes whose owners are gone for their lines, and waits for them, at most that many milliseconds for
/// each; returns how many gave their lines back.
int fail_dark_ask_for_lines(const char *chip, const uint32_t *offsets, unsigned int count, int milliseconds);

#endif
