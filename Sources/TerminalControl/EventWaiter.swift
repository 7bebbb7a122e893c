import CTerminalRestore
import Glibc
import PanelSimulation
import Timelines

/// What a wait ended with.
public enum SessionEvent: Hashable, Sendable {
    /// A key or the mouse.
    case input(TerminalEvent)
    /// The window has a new size, in cells.
    case resized(columns: Int, rows: Int)
    /// The process was stopped and goes on, or the screen was lost: send everything again.
    case redraw
    /// A signal asks the process to end: SIGINT, SIGTERM, SIGHUP or SIGQUIT.
    case terminate(signal: Int32)
    /// The terminal's input has ended; it is not read any more.
    case inputEnded
    /// One of the caller's descriptors can be read, or has ended.
    case readable(Int32)
    /// SIGUSR1: somebody wants to know how things are.
    case report
    /// SIGHUP, where it asks to read the settings again and not to end.
    case reload
}

/// Sleeps until input, a signal or a deadline, whichever comes first, in ppoll(2); never busy.
///
/// There is one at a time, as signal handlers belong to the process. It serves without a terminal too.
struct EventWaiter {
    /// How long a lone escape byte may be the beginning of something.
    private static let escapeTime = Nanoseconds.milliseconds(50)

    private let signals: Int32
    private(set) var input: Int32?
    private var parser = TerminalInputParser()
    private var escapeDeadline: Instant?
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var descriptors: [pollfd] = []

    /// Installs the signal handlers; `input` is the terminal's descriptor, or nil without one.
    init(input: Int32?, endsAtHangup: Bool = true) throws(TerminalError) {
        signals = terminal_signals_open(endsAtHangup ? 1 : 0)
        guard signals >= 0 else { throw TerminalError("pipe2") }
        self.input = input
    }

    /// Waits; nothing in the answer means that the deadline has come.
    ///
    /// Without a deadline it waits for ever.
    ///
    /// - Parameter clock: reads CLOCK_MONOTONIC.
    mutating func wait(
        until deadline: Instant?, watching others: [Int32], clock: some MonotonicClock
    ) throws(TerminalError) -> [RawEvent] {
        let limit = [deadline, escapeDeadline].compactMap { $0 }.min()
        try poll(until: limit, others: others, clock: clock)
        var events: [RawEvent] = []
        for descriptor in descriptors where descriptor.revents != 0 {
            if descriptor.fd == signals {
                events += readSignals().map { .signal($0) }
            } else if descriptor.fd == input {
                readInput(into: &events)
                escapeDeadline = nil
            } else {
                events.append(.session(.readable(descriptor.fd)))
            }
        }
        if let escapeDeadline, clock.now >= escapeDeadline, let event = parser.flush() {
            events.append(.session(.input(event)))
        }
        escapeDeadline = parser.isPending ? escapeDeadline ?? clock.now + Self.escapeTime : nil
        return events
    }

    /// An event, or a signal that the session still has to answer.
    enum RawEvent {
        case session(SessionEvent)
        case signal(Int32)
    }

    private mutating func poll(
        until limit: Instant?, others: [Int32], clock: some MonotonicClock
    ) throws(TerminalError) {
        descriptors.removeAll(keepingCapacity: true)
        for descriptor in [signals, input].compactMap({ $0 }) + others {
            descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let rest = limit.map { max(0, ($0 - clock.now).count) } ?? -1
        let result = terminal_poll(&descriptors, nfds_t(descriptors.count), rest)
        if result < 0 {
            guard errno == EINTR else { throw TerminalError("ppoll") }
            // The pipe is asked in the next round; nothing of this one is valid.
            for index in descriptors.indices { descriptors[index].revents = 0 }
        }
    }

    private mutating func readSignals() -> [Int32] {
        let count = read(signals, &buffer, buffer.count)
        return count > 0 ? buffer[..<count].map { Int32($0) } : []
    }

    private mutating func readInput(into events: inout [RawEvent]) {
        guard let input else { return }
        let count = read(input, &buffer, buffer.count)
        if count > 0 {
            for event in parser.feed(buffer[..<count]) { events.append(.session(.input(event))) }
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            self.input = nil
            events.append(.session(.inputEnded))
        }
    }
}
