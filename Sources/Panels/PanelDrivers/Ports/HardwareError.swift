import Glibc
import LinuxSystem

/// A call to the operating system about a piece of hardware that did not succeed, and what a person can do about it.
public struct HardwareError: Error, Equatable, Sendable {
    /// What was attempted, as a verb that the path completes: "open", "set the clock speed of".
    public let operation: String
    /// The device file, or another name of the thing.
    public let path: String
    /// The error number of the operating system (errno).
    public let code: Int32
    /// What is wrong, where the system was not asked or its own words do not say it; nil for the system's words.
    public let reason: String?
    /// What a person can do about it, a sentence without a full stop; nil if unknown.
    public let fix: String?

    /// Creates an error from the call's error number, or from the nearest one where no call was made.
    public init(operation: String, path: String, code: Int32, reason: String? = nil, fix: String? = nil) {
        self.operation = operation
        self.path = path
        self.code = code
        self.reason = reason
        self.fix = fix
    }
}

extension HardwareError: CustomStringConvertible {
    /// One line: "cannot open /dev/spidev0.0: No such file or directory (error 2); enable SPI with ...".
    public var description: String {
        "cannot \(operation) \(path): \(reason ?? "\(SystemCallError.reason(code)) (error \(code))")"
            + ((fix ?? Self.defaultFix(code)).map { "; \($0)" } ?? "")
    }

    /// What helps against an error number whatever was attempted; nil if that depends.
    private static func defaultFix(_ code: Int32) -> String? {
        code == EMFILE ? "raise this program's limit of open files (ulimit -n, or LimitNOFILE= in its unit)" : nil
    }
}
