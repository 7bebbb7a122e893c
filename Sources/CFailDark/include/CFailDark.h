/// What makes a panel dark when its owner cannot: in signal handlers of the owner, and in a process that watches it.
///
/// In C, because signal handlers may call only what signal-safety(7) lists, and because the guardian is to be
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
    /// Beats of the thread that refreshes the panel.
    uint64_t *refresh_beats;
    /// How often the guardian made the panel dark while the owner lived.
    uint64_t *darkenings;
    /// 1 asks whoever drives the panel to stop lighting for ever, and 2 is the answer; 3 asks to end what is being played,
    /// and 0 is the answer.
    uint32_t *abandon;
};

/// Makes the memory that is shared, once, and forgets the plan that was there.
int fail_dark_begin(struct fail_dark_counters *counters);

/// Lines that this process holds and the guardian inherits: the request's descriptor, the generation of the
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
/// and `length` are how the guardian maps them.
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

/// Sets how long the refreshing thread may be without a beat.
///
/// `interval` is the time in nanoseconds after the last beat at which the guardian looks whether the thread is stopped; a
/// thread that is neither stopped nor has beaten counts as failed after `silence`. 0 for any time.
void fail_dark_limit(int64_t interval, int64_t silence);

/// Starts a guardian, a process of an executable that calls `fail_dark_guardian_if_asked`, and does not wait for it.
///
/// Returns this process's end of the connection, which does not block; `fail_dark_hear` says when the guardian watches.
int fail_dark_spawn(const char *executable);

/// Asks a service manager for a guardian, by connecting to a sequential packet socket for which it starts one per connection.
/// Otherwise like `fail_dark_spawn`.
int fail_dark_connect(const char *path);

/// What a guardian says.
enum fail_dark_news {
    /// Nothing.
    fail_dark_nothing,
    /// It watches.
    fail_dark_ready,
    /// It made the panel dark.
    fail_dark_darkened,
    /// It is not there, or cannot watch; errno says why, ECHILD where it ended without a word.
    fail_dark_gone
};

/// Takes the next news of the guardian. Does not wait.
enum fail_dark_news fail_dark_hear(int connection);

/// Kills a guardian that is of no use, and closes the connection.
void fail_dark_give_up(int connection);

/// Sets a guardian aside that is stopped, so that another one can be started: the kernel still wakes it at this process's end.
void fail_dark_set_aside(void);

/// Kills the guardian that was set aside, and closes the connection to it.
void fail_dark_give_up_aside(int connection);

/// Closes the connection to a guardian that is gone, or is to take this process for gone.
void fail_dark_leave(int connection);

/// Ends the watching: the panel is dark by its owner's own doing. Waits for a second at most.
void fail_dark_end(int connection);

/// Shows that the refreshing thread is well at a time of CLOCK_MONOTONIC in nanoseconds; for that thread alone.
///
/// Now and then it sets the switch that wakes the guardian when it goes off, one call of the kernel, and looks whether the
/// guardian is stopped, another one. Allocates nothing.
void fail_dark_beat(int64_t now);

/// A descriptor that can be read when the refreshing thread has seen that the guardian is stopped; -1 where there is none.
int fail_dark_alarm(void);

/// Makes that descriptor silent again.
void fail_dark_take_alarm(void);

/// Whether the guardian is stopped, by a signal or a debugger.
int fail_dark_guardian_is_stopped(void);

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

/// Becomes the guardian where the name in the arguments asks for it, and then does not return.
void fail_dark_guardian_if_asked(int count, char *const *arguments);

/// Writes the name of a chip, by its device file, that processes agree on; -1 where there is no such file.
int fail_dark_chip_name(const char *path, char name[64]);

/// Asks guardians whose owners are gone for lines, and waits until one has ended, at most that many milliseconds; returns
/// how many have.
int fail_dark_ask_for_lines(const char *chip, const uint32_t *offsets, unsigned int count, int milliseconds);

#endif
