import Foundation

/// Tells when a file is written or replaced (inotify(7)); watches its folder, so that a file that is replaced by another
/// one, as editors do, is noticed too.
final class FileWatch {
    /// Becomes readable when something in the folder has happened.
    let descriptor: Int32
    private let name: String

    /// - Throws: where the folder cannot be watched.
    init(path: String) throws {
        let url = URL(fileURLWithPath: path)
        name = url.lastPathComponent
        let folder = url.deletingLastPathComponent().path
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
        guard descriptor >= 0, inotify_add_watch(descriptor, folder, events) >= 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw Failure("the folder \(folder) of the text file cannot be watched: \(reason)")
        }
    }

    /// Takes the events that wait; returns whether one of them is about the file.
    func takeChange() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var isChanged = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return isChanged }
            if FileWatch.names(in: buffer[..<count]).contains(name) { isChanged = true }
        }
    }

    /// The names in a series of `struct inotify_event`: 16 bytes, of which the last four are the length of the name.
    private static func names(in bytes: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var place = bytes.startIndex
        while place + 16 <= bytes.endIndex {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 12 + $1]) << (8 * $1) }
            let name = bytes[min(place + 16, bytes.endIndex)..<min(place + 16 + length, bytes.endIndex)]
            names.append(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
            place += 16 + length
        }
        return names
    }

    deinit { close(descriptor) }
}
