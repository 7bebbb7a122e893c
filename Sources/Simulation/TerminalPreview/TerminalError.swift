import Glibc
import LinuxSystem

/// Why a terminal could not be taken over.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system call that failed.
    package let operation: String
    /// Its errno.
    package let code: Int32

    /// Creates the error of a system call from the present errno.
    init(_ operation: String) {
        self.operation = operation
        code = errno
    }

    /// One line, such as "cannot take over the terminal: tcgetattr: Input/output error. ..."
    package var description: String {
        "cannot take over the terminal: \(operation): \(SystemCallError.reason(code)). "
            + "Run it in a terminal, or write a file instead (ledsign render)."
    }
}
