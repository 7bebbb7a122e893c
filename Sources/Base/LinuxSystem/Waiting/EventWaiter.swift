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
    /// Those that were watched last, for which `descriptors` were made.
    private var watched: [Int32] = []

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

    /// Waits; does not allocate while the same descriptors are watched and nothing happens.
    ///
    /// An empty answer means that the deadline has come, or that it is time to look at the clock again.
    ///
    /// - Parameter deadline: an instant of CLOCK_MONOTONIC; nil waits without a limit.
    package func wait(
        until deadline: Instant?, watching others: [Int32] = [], clock: some MonotonicClock
    ) throws(SystemCallError) -> [Event] {
        if descriptors.isEmpty || others != watched {
            watched = others
            descriptors = ([signals] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
        var rest: Int64 = -1
        if let deadline { rest = max(0, (deadline - clock.now).count) }
        if terminal_poll(&descriptors, nfds_t(descriptors.count), rest) < 0 {
            // A signal: its number is in the pipe in the next round.
            guard errno == EINTR else { throw SystemCallError("ppoll") }
            return []
        }
        var events: [Event] = []
        for index in 0..<descriptors.count where descriptors[index].revents != 0 {
            let descriptor = descriptors[index]
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

/// A descriptor that is readable while it is raised (eventfd(2)): one thread wakes another one that waits in poll(2).
package final class EventDescriptor: Sendable {
    /// What to wait for; -1 if the kernel had none.
    package let number: Int32

    /// Opens one that is lowered; without a descriptor, raising and waiting do nothing.
    package init() {
        number = sign_event_open()
    }

    /// Opens one that is lowered.
    ///
    /// - Throws: if the kernel has no descriptor.
    package static func open() throws(SystemCallError) -> EventDescriptor {
        let event = EventDescriptor()
        guard event.number >= 0 else { throw SystemCallError("eventfd") }
        return event
    }

    /// Makes it readable.
    package func raise() { sign_event_raise(number) }

    /// Makes it unreadable again.
    package func lower() { sign_event_clear(number) }

    package var isRaised: Bool { wait(milliseconds: 0) }

    /// Waits until it is raised, at most for a time, by default without a limit; returns whether it is.
    @discardableResult
    package func wait(milliseconds: Int32 = -1) -> Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0
    }

    deinit { if number >= 0 { close(number) } }
}

/// Many descriptors and a wake-up behind one descriptor, for a loop that waits for it among others.
package final class PollSet {
    /// Becomes readable when one of the descriptors is ready, or when the instant of `wake` has come.
    package let descriptor: Int32
    private let timer: Int32
    private var ready: [Int32]

    /// - Throws: if the kernel gives no descriptors.
    package init(maximum: Int = 64) throws(SystemCallError) {
        ready = [Int32](repeating: 0, count: max(maximum, 1))
        descriptor = poll_set_open()
        guard descriptor >= 0 else { throw SystemCallError("epoll_create1") }
        timer = poll_timer_open()
        guard timer >= 0, poll_set_watch(descriptor, timer, true, false) == 0 else {
            let error = SystemCallError("timerfd_create")
            if timer >= 0 { close(timer) }
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(timer)
        close(descriptor)
    }

    /// Watches a descriptor for reading, for writing or for both; stops watching it for neither.
    @discardableResult
    package func watch(_ descriptor: Int32, reads: Bool = true, writes: Bool = false) -> Bool {
        poll_set_watch(self.descriptor, descriptor, reads, writes) == 0
    }

    /// Sets the instant of the next wake-up; nil for no wake-up.
    package func wake(at instant: Instant?) {
        _ = poll_timer_set(timer, instant?.nanoseconds ?? .max)
    }

    /// Takes the descriptors that are ready, some at a time, without waiting.
    package func take() -> [Int32] {
        let count = poll_set_take(descriptor, &ready, Int32(ready.count))
        return ready.prefix(max(0, Int(count))).filter { $0 != timer }
    }
}
