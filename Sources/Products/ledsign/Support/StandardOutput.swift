import Glibc
import SignHost
import Synchronization

/// Results on standard output, whose write errors are not lost: the command ends with exit code 1 then.
enum StandardOutput {
    private struct State {
        var pending: [UInt8] = []
        /// The first error, after which no more is written; 0 while all is well.
        var code: Int32 = 0
        let isTerminal = isatty(STDOUT_FILENO) == 1

        mutating func flush() {
            if code == 0, !pending.isEmpty { code = StandardStreams.write(pending, to: STDOUT_FILENO) }
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

    /// Writes what is pending, and says whether all was written.
    ///
    /// - Returns: 0, or the number of the first error.
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
