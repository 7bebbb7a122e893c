import Glibc
import LinuxSystem

/// The file that stores the state of a sign while the program does not run.
package struct StateFile: Hashable, Sendable {
    /// Its path.
    package let path: String

    /// The maximum size of a state file in bytes.
    package static let maximumBytes = 16 << 20

    /// Reads the file; moves a broken one aside, so that the sign runs without it.
    ///
    /// - Returns: the state, empty without a valid file; and why the file is not used and where it was moved, nil if there is no
    ///   problem.
    package func read() -> (state: ControlState, warning: String?) {
        do {
            guard let bytes = try content() else { return (ControlState(), nil) }
            do {
                return (try ControlState(parsing: bytes), nil)
            } catch {
                return (ControlState(), setAside("\(error)"))
            }
        } catch {
            return (ControlState(), "pushed messages are lost: \(error)")
        }
    }

    /// The path to which a broken file is moved.
    package var brokenPath: String { path + ".broken" }

    private func setAside(_ reason: String) -> String {
        let words = "pushed messages are lost: the state file \(path) is \(reason)"
        guard rename(path, brokenPath) == 0 else {
            return words + "; renaming it failed: \(SystemCallError.reason(errno))"
        }
        return words + "; it is now \(brokenPath)"
    }

    /// The bytes of the file; nil if there is none.
    package func content() throws -> [UInt8]? {
        do throws(FileReadingError) {
            return try RegularFile.read(path: path, limit: Self.maximumBytes)
        } catch {
            if case .system(code: ENOENT) = error { return nil }
            throw WordedError("cannot read the state file \(path): \(error)")
        }
    }

    /// Writes the file atomically: even after a power failure it has either the old or the new content.
    ///
    /// Waits for the disk, so never call it on the drawing thread.
    package func write(_ bytes: [UInt8]) throws {
        do throws(SystemCallError) {
            try AtomicFile.write(bytes, path: path)
        } catch {
            throw WordedError("cannot write the state file \(path): \(error.reason)")
        }
    }
}
