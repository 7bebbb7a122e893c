import Glibc

/// A call of the kernel that failed.
package struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    package let call: String
    /// The error number.
    package let code: Int32

    /// Takes an error number, by default that of the call that failed last.
    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    /// The call, and the kernel's words.
    package var description: String { "\(call): \(reason)" }

    /// The kernel's words, such as "No such file or directory".
    package var reason: String { Self.reason(code) }

    /// The kernel's words for an error number; for any thread.
    package static func reason(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// What failed, in words for people, where no code asks which failure it is.
package struct WordedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed, why, and what to do about it.
    package let description: String

    /// Takes the words.
    package init(_ description: String) { self.description = description }
}
