import CTerminalRestore
import Glibc
import Timelines

/// The terminal in the hands of this process: raw input, alternate screen, no cursor, mouse reports.
///
/// It is given back as it was on every way out: when the session ends or is thrown away, at exit(3), on signals that end
/// the process and on those that stop it, and on fatal signals (a trap of Swift is one). Only SIGKILL leaves it as it is;
/// reset(1) helps then. Not for use from several threads, and one at a time, as signals belong to the process.
public final class TerminalSession {
    private let inputDescriptor: Int32?
    private let outputDescriptor: Int32?
    private let ownsInput: Bool
    private var original = termios()
    private var waiter: EventWaiter
    private var isOpen = false
    private var isClosed = false
    private let endsAtHangup: Bool

    /// Alternate screen (1049), hidden cursor (25), no wrapping (7), mouse buttons and drags (1002) in SGR form (1006),
    /// bracketed paste (2004): private modes of xterm.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[2J"
    private static let leave =
        "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Takes the terminal over: standard output is shown on, and standard input is read, or `/dev/tty` where standard
    /// input is not a terminal.
    ///
    /// - Parameters:
    ///   - usesTerminal: false leaves the terminal alone; then the session only waits for signals and deadlines.
    ///   - endsAtHangup: whether SIGHUP asks to end; otherwise it is reported as `reload`, and a terminal that is gone
    ///     is only told of by `inputEnded`.
    public init(usesTerminal: Bool = true, endsAtHangup: Bool = true) throws(TerminalError) {
        self.endsAtHangup = endsAtHangup
        guard usesTerminal else {
            (inputDescriptor, outputDescriptor, ownsInput) = (nil, nil, false)
            waiter = try EventWaiter(input: nil, endsAtHangup: endsAtHangup)
            return
        }
        ownsInput = isatty(STDIN_FILENO) == 0
        let input = ownsInput ? open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO
        guard input >= 0 else { throw TerminalError("open /dev/tty") }
        inputDescriptor = input
        outputDescriptor = STDOUT_FILENO
        do throws(TerminalError) {
            waiter = try EventWaiter(input: input, endsAtHangup: endsAtHangup)
        } catch {
            // Nobody else gives it back: there is no session yet.
            if ownsInput { Glibc.close(input) }
            throw error
        }
        guard tcgetattr(input, &original) == 0 else { throw TerminalError("tcgetattr") }
        try takeOver()
        isOpen = true
    }

    deinit {
        close()
    }

    /// Gives the terminal and the signals back; the session is of no use afterwards.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        isOpen = false
        terminal_restore_disarm()
        terminal_signals_close()
        if ownsInput, let inputDescriptor { Glibc.close(inputDescriptor) }
    }

    /// The window's size in cells; 80x24 where the kernel does not know.
    public var windowSize: (columns: Int, rows: Int) {
        var size = winsize()
        guard let outputDescriptor, ioctl(outputDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Sends bytes to the terminal; waits while it does not take them.
    ///
    /// Errors are dropped: a terminal that is gone announces itself by SIGHUP.
    public func write(_ bytes: [UInt8]) {
        guard let outputDescriptor else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(outputDescriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var descriptor = pollfd(fd: outputDescriptor, events: Int16(POLLOUT), revents: 0)
                poll(&descriptor, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Waits for input, a signal or the deadline; an empty answer means that it is time to look at the clock again.
    ///
    /// A stop (control Z) is carried out inside: the terminal is given back, the process stops, and when it goes on the
    /// terminal is taken over again and `redraw` is reported.
    ///
    /// - Parameters:
    ///   - deadline: an instant of CLOCK_MONOTONIC, or nil to wait for ever.
    ///   - others: further descriptors to watch for input.
    public func wait(
        until deadline: Instant?, watching others: [Int32] = [], clock: some MonotonicClock
    ) throws(TerminalError) -> [SessionEvent] {
        var events: [SessionEvent] = []
        for event in try waiter.wait(until: deadline, watching: others, clock: clock) {
            switch event {
            case .session(let event): events.append(event)
            case .signal(SIGWINCH):
                let size = windowSize
                events.append(.resized(columns: size.columns, rows: size.rows))
            case .signal(SIGTSTP):
                terminal_restore_now()
                terminal_signals_stop()
                try resume(into: &events)
            case .signal(SIGCONT): try resume(into: &events)
            case .signal(SIGUSR1): events.append(.report)
            case .signal(SIGHUP) where !endsAtHangup: events.append(.reload)
            case .signal(let number): events.append(.terminate(signal: number))
            }
        }
        return events
    }

    private func resume(into events: inout [SessionEvent]) throws(TerminalError) {
        guard isOpen else { return }
        try takeOver()
        let size = windowSize
        events.append(.resized(columns: size.columns, rows: size.rows))
        events.append(.redraw)
    }

    /// Remembers the way back first, then changes the terminal.
    private func takeOver() throws(TerminalError) {
        guard let inputDescriptor, let outputDescriptor else { return }
        let armed = terminal_restore_arm(
            inputDescriptor, outputDescriptor, &original, Self.leave, Self.leave.utf8.count)
        guard armed == 0 else { throw TerminalError("sigaction") }
        var raw = original
        // Keys come one by one and unseen; the signal keys stay, so that a stuck process can be ended.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
        guard tcsetattr(inputDescriptor, TCSADRAIN, &raw) == 0 else { throw TerminalError("tcsetattr") }
        write(Array(Self.enter.utf8))
    }
}
