import Glibc

/// The file in which the state of a sign outlives the program.
public struct StateFile: Hashable, Sendable {
    /// Its path.
    public let path: String

    /// The bytes that a state file may have.
    public static let mostBytes = 16 << 20

    /// Names a file, which need not be there.
    public init(path: String) {
        self.path = path
    }

    /// Why a file could not be read or written.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was tried, and why it could not be done.
        public let description: String

        init(_ action: String, _ path: String, code: Int32) {
            description = "\(action) \(path): \(String(cString: strerror(code)))"
        }
    }

    /// What was read, and what was wrong.
    public struct Reading: Hashable, Sendable {
        /// The state; an empty one where there is no file, or no good one.
        public let state: ControlState
        /// Why a file that is there is not used, and what became of it; nil where all is well.
        public let warning: String?
    }

    /// Reads the file; one that is broken is set aside, so that the sign goes on without it.
    public func read() -> Reading {
        do throws(Failure) {
            guard let bytes = try content() else { return Reading(state: ControlState(), warning: nil) }
            do throws(ControlStateFault) {
                return Reading(state: try ControlState(parsing: bytes), warning: nil)
            } catch {
                return Reading(state: ControlState(), warning: setAside("\(error)"))
            }
        } catch {
            return Reading(state: ControlState(), warning: "pushed messages are forgotten, \(error)")
        }
    }

    /// Where a broken file goes.
    public var brokenPath: String { path + ".broken" }

    private func setAside(_ reason: String) -> String {
        let words = "pushed messages are forgotten, because the state file \(path) is \(reason)"
        guard rename(path, brokenPath) == 0 else {
            return words + "; it could not be set aside: \(String(cString: strerror(errno)))"
        }
        return words + "; it is now \(brokenPath)"
    }

    /// The bytes of the file; nil where there is none.
    public func content() throws(Failure) -> [UInt8]? {
        // What is no file must not keep the sign waiting.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure("cannot open the state file", path, code: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure("cannot read the state file", path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("cannot read the state file", path, code: EINVAL)
        }
        guard status.st_size <= Self.mostBytes else {
            throw Failure("cannot read the state file", path, code: EFBIG)
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= Self.mostBytes {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure("cannot read the state file", path, code: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        throw Failure("cannot read the state file", path, code: EFBIG)
    }

    /// Writes the file: whoever reads it, also after a loss of power, finds the old content or the new one.
    ///
    /// Waits for the disk; not for the thread that draws.
    public func write(_ bytes: [UInt8]) throws(Failure) {
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure("cannot write the state file", new, code: errno) }
        var code = Self.write(bytes, to: descriptor)
        if code == 0, fsync(descriptor) != 0 { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0, rename(new, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(new)
            throw Failure("cannot write the state file", path, code: code)
        }
        syncFolder()
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// Makes the new name outlive a loss of power, where the file system can.
    private func syncFolder() {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}
