import CLinuxSystem
import Glibc
import LinuxSystem
import Timelines

/// The terminal while this process draws on it: raw input, alternate screen, no cursor, mouse reports.
///
/// It is restored on every way out: when the session is closed, at exit(3), on signals that end the process and on those that
/// stop it, and on fatal signals (a trap of Swift is one). Only SIGKILL leaves it as it is; reset(1) helps then. Signals are
/// the caller's: it suspends and resumes the session around a stop (control Z). For one thread, and one at a time.
package final class TerminalSession {
    private let inputDescriptor: Int32
    private let outputDescriptor = STDOUT_FILENO
    private let ownsInput: Bool
    private let isForText: Bool
    private var original = termios()
    private var parser = TerminalInputParser()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var isClosed = false
    /// What can be read when there is input; nil once that has ended, which is when the terminal is gone.
    package private(set) var descriptor: Int32?
    /// When to take input even if there is nothing to read; nil for never.
    package private(set) var deadline: Instant?

    /// How long a lone escape byte may be the beginning of a sequence.
    private static let escapeTime = Nanoseconds.milliseconds(50)

    /// Alternate screen (1049), hidden cursor (25), no wrapping (7), mouse buttons and drags (1002) in SGR form (1006),
    /// bracketed paste (2004): private modes of xterm.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let clear = "\u{1B}[2J"
    private static let watchMouse = "\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
    private static let leave =
        "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Takes the terminal over: it draws on standard output, and reads standard input, or `/dev/tty` where standard input is
    /// not a terminal.
    ///
    /// - Parameter isForText: whether text is typed, so that what is pasted counts as typed, and the mouse stays the terminal's.
    package init(isForText: Bool = false) throws(WordedError) {
        self.isForText = isForText
        ownsInput = isatty(STDIN_FILENO) == 0
        inputDescriptor = ownsInput ? open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO
        descriptor = inputDescriptor
        guard inputDescriptor >= 0 else { throw Self.failure("open /dev/tty") }
        guard tcgetattr(inputDescriptor, &original) == 0 else { throw Self.failure("tcgetattr") }
        try takeOver()
    }

    deinit { close() }

    /// Restores the terminal; the session is of no use afterwards.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        terminal_restore_now()
        if ownsInput, inputDescriptor >= 0 { Glibc.close(inputDescriptor) }
    }

    /// Restores the terminal until `resume`, for the time that the process is stopped.
    package func suspend() { terminal_restore_now() }

    /// Takes the terminal over again after the process was stopped; everything has to be drawn again.
    package func resume() throws(WordedError) {
        if !isClosed { try takeOver() }
    }

    /// Takes the keys and mouse events that have arrived.
    package func takeInput(isReadable: Bool, at instant: Instant) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        if isReadable, let descriptor {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                events += parser.feed(buffer[..<count])
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                self.descriptor = nil
            }
            deadline = nil
        }
        if let deadline, instant >= deadline, let event = parser.flush() { events.append(event) }
        deadline = parser.isPending ? deadline ?? instant + Self.escapeTime : nil
        return events
    }

    /// The window's size in cells; 80x24 where the kernel does not know.
    package var windowSize: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(outputDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Sends bytes to the terminal; waits while it does not take them.
    ///
    /// Errors are dropped: a terminal that is gone announces itself by SIGHUP.
    package func write(_ bytes: [UInt8]) {
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

    /// Remembers the way back first, then changes the terminal.
    private func takeOver() throws(WordedError) {
        let armed = terminal_restore_arm(
            inputDescriptor, outputDescriptor, &original, Self.leave, Self.leave.utf8.count)
        guard armed == 0 else { throw Self.failure("sigaction") }
        var raw = original
        // Keys come one by one and unseen; the signal keys stay, so that a stuck process can be ended.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
        guard tcsetattr(inputDescriptor, TCSADRAIN, &raw) == 0 else { throw Self.failure("tcsetattr") }
        write(Array((Self.enter + (isForText ? "" : Self.watchMouse) + Self.clear).utf8))
    }

    /// The error of a system call, from the present errno.
    private static func failure(_ call: String) -> WordedError {
        let error = SystemCallError(call)
        return WordedError(
            "cannot take over the terminal: \(error). Run it in a terminal, or write a file instead (ledsign render).")
    }
}
