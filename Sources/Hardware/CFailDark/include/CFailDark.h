/// Makes a panel dark when its owner cannot: in signal handlers of the owner, and in a guardian process that watches it.
///
/// In C, because signal handlers may call only the functions of signal-safety(7), and because the guardian must be small.
/// A process has one plan at a time. Functions that fail return -1 and set errno.
#ifndef CFAILDARK_H
#define CFAILDARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The most lines of a request (linux/gpio.h), the most stores to registers, and the most bytes and transfers that stop
/// an SPI device.
enum {
    fail_dark_maximum_lines = 64,
    fail_dark_maximum_stores = 4,
    fail_dark_maximum_bytes = 8192,
    fail_dark_maximum_transfers = 64,
    /// The most bytes of the head of a datagram, and of all heads with their `struct fail_dark_datagram`.
    fail_dark_maximum_head = 128,
    fail_dark_maximum_heads = 40960
};

/// What the two processes share, by its addresses in this one; they stay valid until the process ends.
struct fail_dark_counters {
    /// Heartbeats of the thread that refreshes the panel.
    uint64_t *refresh_heartbeats;
    /// How often the guardian made the panel dark while the owner was alive.
    uint64_t *darkenings;
    /// 1 asks the thread that drives the panel to stop lighting, and 2 is the answer; 3 asks to end the program that is played,
    /// and 0 is the answer.
    uint32_t *abandon;
};

/// Makes the shared memory, once, and clears its plan.
int fail_dark_begin(struct fail_dark_counters *counters);

/// Lines that this process holds and the guardian inherits: the request's descriptor, the generation of the
/// kernel's interface to it (1 or 2), the levels at rest (bit i for line i of the request).
struct fail_dark_lines {
    int descriptor;
    unsigned int generation;
    unsigned int count;
    uint64_t rest_levels;
    uint32_t offsets[fail_dark_maximum_lines];
    /// The name of the chip, as `fail_dark_chip_name` makes it.
    char chip[64];
    /// Whether the kernel keeps the levels of released outputs.
    bool are_kept;
};

/// Adds lines to the plan. A plan with lines only sets them to their levels at rest.
int fail_dark_plan_lines(const struct fail_dark_lines *lines);

/// Adds a file of this process to the plan that the guardian keeps open, with all that the kernel does for it, until the panel
/// is dark.
int fail_dark_plan_file(int descriptor);

/// Makes the panel dark by stores to registers, in order; `registers` is their mapping in this process, `path`, `place`
/// and `length` are how the guardian maps them. A register keeps the bits that its mask does not have; with all bits in it, the
/// register is not read.
int fail_dark_plan_registers(volatile uint32_t *registers, const char *path, uint64_t place, uint64_t length,
                             const uint32_t *offsets, const uint32_t *values, const uint32_t *masks,
                             unsigned int count);

/// Makes the panel dark by transfers to an SPI device; `descriptor` is its descriptor in this process.
int fail_dark_plan_spi(int descriptor, const char *path, uint32_t clock_rate, const uint8_t *bytes,
                       unsigned int length, unsigned int transfers, unsigned int transfers_per_call);

/// Makes the panel dark by transfers on the lines, of which the first three are clock, data and chip select.
int fail_dark_plan_bit_bang(uint32_t clock_rate, const uint8_t *bytes, unsigned int length, unsigned int transfers);

/// Makes the panel dark by the state machine that was added as a file (/dev/pio0): a line, its output enable, is kept high.
int fail_dark_plan_state_machine(unsigned int line);

/// Makes the panel dark by datagrams through the socket that was added as a file: pictures of zeros, three of them. `port` is
/// that of groups, and `sequence_place` where the heads have a number that has to change, or 0. `fail_dark_plan_datagram` adds them.
int fail_dark_plan_datagrams(uint16_t port, unsigned int sequence_place);

/// Adds a datagram of the picture: a head, how many zeros follow it, and the group that it is for, as a number, or 0 for the receiver
/// of the socket.
int fail_dark_plan_datagram(const uint8_t *head, unsigned int length, unsigned int zeros, uint32_t group);

/// Makes the panel dark by HTTP requests on the socket that was added as a file, which is reconnected to the same receiver first. Three
/// requests are sent: the head, and `zeros` zeros after it.
int fail_dark_plan_requests(const uint8_t *head, unsigned int length, unsigned int zeros);

/// From now on the signals ILL, TRAP, SEGV, BUS, FPE and ABRT make the panel dark before their old action.
///
/// They are unblocked in the calling thread, and so in all threads that it starts.
int fail_dark_arm(void);

/// The signals have only their old actions again.
void fail_dark_disarm(void);

/// Makes the panel dark now, through the descriptors of this process; 0, or an error number. Safe in signal handlers.
int fail_dark_now(void);

/// Sets how long the refreshing thread may be without a heartbeat.
///
/// `interval` is the time in nanoseconds after the last heartbeat at which the guardian checks whether the thread is stopped; a
/// thread that is not stopped but does not beat counts as failed after `silence`. 0 sets no limit.
void fail_dark_limit(int64_t interval, int64_t silence);

/// Starts a guardian, a process of an executable that calls `fail_dark_guardian_if_asked`, and does not wait for it.
///
/// Returns this process's end of the connection, which does not block; `fail_dark_hear` returns when the guardian watches.
int fail_dark_spawn(const char *executable);

/// Asks a service manager for a guardian, by connecting to a sequential packet socket for which it starts one per connection.
/// Otherwise like `fail_dark_spawn`.
int fail_dark_connect(const char *path);

/// The messages of a guardian.
enum fail_dark_news {
    /// No message.
    fail_dark_nothing,
    /// It watches.
    fail_dark_ready,
    /// It made the panel dark.
    fail_dark_darkened,
    /// It is gone, or cannot watch; errno says why: ECHILD if it ended without a message.
    fail_dark_gone
};

/// Reads the next message of the guardian. Does not wait.
enum fail_dark_news fail_dark_hear(int connection);

/// Kills a guardian that did not get ready, and closes the connection.
void fail_dark_give_up(int connection);

/// Sets a guardian aside that is stopped, so that another one can be started: the kernel still wakes it at this process's end.
void fail_dark_set_aside(void);

/// Kills the guardian that was set aside, and closes the connection to it.
void fail_dark_give_up_aside(int connection);

/// Closes the connection to a guardian that is gone, or that must treat this process as gone.
void fail_dark_leave(int connection);

/// Ends the watching, after the owner has made the panel dark. Waits for a second at most.
void fail_dark_end(int connection);

/// Shows that the refresh thread is alive at a time of CLOCK_MONOTONIC in nanoseconds; for that thread only.
///
/// From time to time it sets the switch that wakes the guardian when it goes off, by one system call, and checks by
/// another whether the guardian is stopped. Does not allocate.
void fail_dark_heartbeat(int64_t now);

/// A descriptor that can be read when the refresh thread has seen that the guardian is stopped; -1 without one.
int fail_dark_alarm(void);

/// Clears that descriptor.
void fail_dark_take_alarm(void);

/// Whether the guardian is stopped, by a signal or a debugger.
int fail_dark_guardian_is_stopped(void);

/// The most requests of lines that fatal signals bring to rest.
enum { fail_dark_maximum_resting = 8 };

/// Makes fatal signals bring lines to rest that do not belong to a panel; `levels` are those at rest. Returns a number for
/// `fail_dark_remove_resting`, which must be called before the lines are released.
int fail_dark_add_resting(int descriptor, unsigned int generation, unsigned int count, uint64_t levels);

/// Removes lines that were added.
void fail_dark_remove_resting(int number);

/// Brings all lines to rest that were added. Safe in signal handlers.
void fail_dark_rest(void);

/// Whether a fatal signal has brought them to rest. Who drives them after that looks here before and after, and brings them to
/// rest again: other threads go on until the process is dead, which a backtrace delays.
bool fail_dark_is_resting(void);

/// Sets the thread that refreshes the panel; it is watched, and if it ends the panel goes dark.
void fail_dark_refresh_thread(int32_t thread);

/// Becomes the guardian if the name in the arguments asks for it, and then does not return.
void fail_dark_guardian_if_asked(int count, char *const *arguments);

/// Writes the common name of a chip, by its device file; -1 if the file is missing.
int fail_dark_chip_name(const char *path, char name[64]);

/// Asks guardians whose owners are gone for lines, and waits until one has ended, at most that many milliseconds; returns
/// how many have ended.
int fail_dark_ask_for_lines(const char *chip, const uint32_t *offsets, unsigned int count, int milliseconds);

#endif
