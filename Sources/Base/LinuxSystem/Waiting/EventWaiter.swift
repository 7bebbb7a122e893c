import CLinuxSystem
import Glibc
import Timelines

/// Sleeps until a signal, input or a deadline, whichever comes first, in ppoll(2); never busy.
///
/// There is one at a time, as signal handlers belong to the process, and for one thread only.
package final class EventWaiter {
    /// What a wait ended with.
    package enum Event: Hashable, Sendable {
        /// The process got a signal: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH or SIGUSR1.
        case signal(Int32)
        /// A descriptor can be read, or has ended.
        case readable(Int32)
    }

    private let signals: Int32
    private var isClosed = false
    private var buffer = [UInt8](repeating: 0, count: 64)
    private var descriptors: [pollfd] = []

    /// Installs the signal handlers.
    ///
    /// - Parameter endsAtHangup: whether a second SIGHUP ends the process at once, as a second SIGINT does.
    package init(endsAtHangup: Bool = true) throws(SystemCallError) {
        signals = terminal_signals_open(endsAtHangup ? 1 : 0)
        guard signals >= 0 else { throw SystemCallError("pipe2") }
    }

    deinit { close() }

    /// Puts the signal handlers back that were there before; the waiter is of no use afterwards.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        terminal_signals_close()
    }

    /// Stops this process as SIGTSTP does by default; returns when it continues.
    package func stopProcess() { terminal_signals_stop() }

    /// Waits; an empty answer means that the deadline has come, or that it is time to look at the clock again.
    ///
    /// - Parameters:
    ///   - deadline: an instant of CLOCK_MONOTONIC; nil waits without a limit.
    ///   - others: the descriptors to watch for input.
    ///   - clock: reads CLOCK_MONOTONIC.
    package func wait(
        until deadline: Instant?, watching others: [Int32] = [], clock: some MonotonicClock
    ) throws(SystemCallError) -> [Event] {
        descriptors.removeAll(keepingCapacity: true)
        for descriptor in [signals] + others {
            descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let rest = deadline.map { max(0, ($0 - clock.now).count) } ?? -1
        if terminal_poll(&descriptors, nfds_t(descriptors.count), rest) < 0 {
            // A signal: its number is in the pipe in the next round.
            guard errno == EINTR else { throw SystemCallError("ppoll") }
            return []
        }
        var events: [Event] = []
        for descriptor in descriptors where descriptor.revents != 0 {
            if descriptor.fd == signals {
                events += readSignals().map { .signal($0) }
            } else {
                events.append(.readable(descriptor.fd))
            }
        }
        return events
    }

    private func readSignals() -> [Int32] {
        let count = read(signals, &buffer, buffer.count)
        return count > 0 ? buffer[..<count].map { Int32($0) } : []
    }
}
