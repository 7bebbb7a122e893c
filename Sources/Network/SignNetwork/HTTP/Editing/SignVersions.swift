import Glibc
import LinuxSystem
import SignFiles

/// The versions of a sign file that were replaced over the network: the last ten, in a folder beside the state.
///
/// A version is a file whose name is its number: the milliseconds since 1970 at which it was replaced, or one more than the
/// last where the clock is behind. Only numbers come from outside, never names.
package struct SignVersions: Sendable {
    /// A version: its number, which later versions have greater ones than, and its size in bytes.
    package typealias Version = (number: Int64, size: Int)

    /// The versions that are kept.
    package static let maximum = 10
    private static let ending = ".yaml"
    private let folder: String

    /// - Parameter folder: a folder for the versions of one sign file, which is made when there is one.
    package init(folder: String) {
        self.folder = folder
    }

    /// The versions, the latest first; none without a folder.
    package func list() -> [Version] {
        let versions = ((try? Folder.names(in: folder)) ?? []).compactMap { name -> Version? in
            var status = stat()
            guard let number = Self.number(ofFile: name), lstat(path(number), &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return (number, Int(status.st_size))
        }
        return versions.sorted { $0.number > $1.number }
    }

    /// The bytes of a version; nil if there is none of that number.
    package func read(_ number: Int64) -> [UInt8]? {
        guard list().contains(where: { $0.number == number }) else { return nil }
        return try? RegularFile.read(path: path(number), limit: SignFile.maximumBytes)
    }

    /// Reads the number of a version as requests give it: digits and nothing else.
    package static func number(_ text: String) -> Int64? {
        let isWritten = (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isWritten, let number = Int64(text), "\(number)" == text else { return nil }
        return number
    }

    /// Keeps the bytes of a file that is about to be replaced, and removes the oldest beyond ten.
    ///
    /// Waits for the disk. What is the same as the latest version is not kept again.
    ///
    /// - Parameter time: milliseconds since 1970; any number where the clock is not right.
    /// - Returns: its number.
    @discardableResult
    package func keep(_ bytes: [UInt8], at time: Int64) throws(SystemCallError) -> Int64 {
        try Self.make(folder)
        let last = list()
        if let latest = last.first, latest.size == bytes.count, read(latest.number) == bytes { return latest.number }
        let next = (last.first?.number ?? 0) + 1
        let number = max(next, min(time, Self.latestTime))
        try AtomicFile.write(bytes, path: path(number), permissions: 0o600)
        for version in last.dropFirst(Self.maximum - 1) { unlink(path(version.number)) }
        return number
    }

    /// Makes a folder, and those above it that are missing.
    private static func make(_ folder: String) throws(SystemCallError) {
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        let code = errno
        guard code == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
            throw SystemCallError("mkdir", code: code)
        }
        try make(String(folder[..<slash]))
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemCallError("mkdir") }
    }

    /// The last millisecond of the year 9999: numbers stay short, and there is always a next one.
    private static let latestTime: Int64 = 253_402_300_799_999

    private func path(_ number: Int64) -> String { "\(folder)/\(number)\(Self.ending)" }

    private static func number(ofFile name: String) -> Int64? {
        name.hasSuffix(ending) ? number(String(name.dropLast(ending.count))) : nil
    }
}
