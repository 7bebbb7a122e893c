import Foundation
import Glibc
import LinuxSystem
import SignHost
import Synchronization
import Timelines

/// What the command says beside its results, on standard error.
///
/// A message that cannot be written is no reason to fail. Commands wait for the reader of their messages, as programs do;
/// those that drive a panel do not, after `startQueue`.
enum Messages {
    private static let writer = Mutex<MessageWriter?>(nil)
    /// Room for some hundred messages; no reader keeps up with more than that.
    private static let queueLimit = 1 << 16
    /// How long the end of the command waits for the reader of what was said before.
    private static let endTime = Nanoseconds.seconds(1)

    /// Says that something is probably not meant so, and continues.
    static func warn(_ text: String) {
        say("warning: \(text)")
    }

    /// Says something.
    static func say(_ text: String) {
        let isQueued = writer.withLock { writer in
            writer?.write(text)
            return writer != nil
        }
        guard !isQueued else { return }
        // On a terminal, and in a file that both go to, results come before what is said after them.
        StandardOutput.flush()
        write(text + "\n")
    }

    /// Writes to standard error at once, without a newline.
    static func write(_ text: String) {
        _ = DescriptorBytes.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Lets a thread of its own write messages from now on; returns its queue, for a preview that covers the messages of its
    /// terminal.
    @discardableResult
    static func startQueue() throws -> MessageWriter {
        let started = try MessageWriter(descriptor: STDERR_FILENO, limit: queueLimit)
        writer.withLock { $0 = started }
        return started
    }

    /// Writes what waits in the queue, for a second at most; no message may follow.
    static func end() {
        let ended = writer.withLock { $0 }
        ended?.end(within: endTime)
    }
}

extension Log {
    static let messages = Log(isOnTerminal: isatty(STDERR_FILENO) == 1) { Messages.say($0) }
}

/// Says on standard error how far long work has come; silent where that is no terminal, and during the first second.
struct Progress {
    private let total: Int
    private let what: String
    private var done = 0
    private var isShown = false
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = Date()

    init(total: Int, what: String) {
        self.total = total
        self.what = what
    }

    mutating func advance() {
        done += 1
        guard isTerminal, done % 25 == 0, Date().timeIntervalSince(start) > 1 else { return }
        isShown = true
        Messages.write("\r\(done) of \(total) \(what)")
    }

    /// Clears the line.
    func end() {
        guard isShown else { return }
        Messages.write("\r\u{1B}[K")
    }
}

/// Results on standard output, whose write errors are not lost: the command ends with exit code 1 then.
enum StandardOutput {
    private struct State {
        var pending: [UInt8] = []
        /// The first error, after which no more is written; 0 while all is well.
        var code: Int32 = 0
        let isTerminal = isatty(STDOUT_FILENO) == 1

        mutating func flush() {
            if code == 0, !pending.isEmpty { code = DescriptorBytes.write(pending, to: STDOUT_FILENO) }
            pending.removeAll(keepingCapacity: true)
        }
    }

    private static let state = Mutex(State())
    private static let limit = 1 << 16

    /// The columns of the terminal that results go to; nil where they go elsewhere, or where it does not say.
    static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes bytes: to a terminal at once, elsewhere when there are many, or at the end.
    static func write(_ bytes: some Sequence<UInt8>) {
        state.withLock { state in
            state.pending += bytes
            if state.isTerminal || state.pending.count >= limit { state.flush() }
        }
    }

    /// Writes what is pending.
    static func flush() { state.withLock { $0.flush() } }

    /// Writes what is pending; returns 0, or the number of the first error.
    static func finish() -> Int32 {
        state.withLock { state in
            state.flush()
            return state.code
        }
    }
}

/// Prints a value and a newline to standard output; it takes the place of Swift's own, which ignores errors.
func print(_ value: some CustomStringConvertible, terminator: String = "\n") {
    StandardOutput.write((value.description + terminator).utf8)
}
