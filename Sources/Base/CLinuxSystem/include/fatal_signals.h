/// One handler for the signals that end a process because of its own fault: SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE and SIGABRT.
///
/// The handler runs every hook in a fixed order, then hands over to the handler that was installed before.
#ifndef FATAL_SIGNALS_H
#define FATAL_SIGNALS_H

/// The hooks, in the order in which they run: the panel goes dark first, whatever happens to the others.
enum fatal_signal_order {
    fatal_signal_darkens_panel,
    fatal_signal_logs_crash,
    fatal_signal_restores_terminal,
    fatal_signal_hooks
};

/// Runs in a signal handler, on any thread, and again when a hook itself fails: it may call only what signal-safety(7) lists.
typedef void (*fatal_signal_hook)(void);

/// Sets a hook and installs the handler, which stays until the process ends: taking it out of a chain that others have added
/// to would cut the chain. The signals are unblocked in the calling thread, and so in all threads that it starts. Returns 0, or
/// -1 with errno.
int fatal_signals_set(enum fatal_signal_order order, fatal_signal_hook hook);

/// Gives the calling thread a stack of its own for signals, unless it has one, so that an overflow of its stack can be handled.
/// Returns 0, or -1 with errno.
int fatal_signals_use_stack(void);

#endif
