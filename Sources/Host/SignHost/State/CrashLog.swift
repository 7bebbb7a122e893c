import CLinuxSystem

/// The messages during whose drawing the program crashed, in a file that survives it.
///
/// Nothing is written in normal operation: the handler of a fatal signal appends the mark of the message that its
/// thread was drawing. A mark is a hash of a message that is the same in every run.
package struct CrashLog: Hashable, Sendable {
    /// The file.
    package let file: StateFile
    /// The number of crashes after which a message is no longer shown.
    package static let maximumCrashes = 2
    /// The maximum number of stored crashes.
    static let maximumEntries = 64
    /// The bytes of an entry: 16 hexadecimal digits and a newline.
    private static let entryBytes = 17

    /// Creates the description of a log, which may be missing.
    package init(_ file: StateFile) {
        self.file = file
    }

    /// The marks of the crashes, in their order.
    private var entries: [UInt64] {
        guard let bytes = try? file.content() else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            line.count == Self.entryBytes - 1 ? UInt64(String(decoding: line, as: UTF8.self), radix: 16) : nil
        }
    }

    /// The marks of messages that must not be shown any more; removes the oldest crashes if there are many.
    package func quarantined() -> Set<UInt64> {
        let entries = entries
        if entries.count > Self.maximumEntries { shorten(entries) }
        let counts = entries.reduce(into: [:]) { counts, mark in counts[mark, default: 0] += 1 }
        return Set(counts.filter { $0.value >= Self.maximumCrashes }.keys)
    }

    private func shorten(_ entries: [UInt64]) {
        let lines = entries.suffix(Self.maximumEntries).map { mark in
            let digits = String(mark, radix: 16)
            return String(repeating: "0", count: Self.entryBytes - 1 - digits.count) + digits + "\n"
        }
        // Where that cannot be done, the file is read again at the next start.
        try? file.write(Array(lines.joined().utf8))
    }

    /// Starts to log crashes of the calling thread; returns whether that is possible.
    ///
    /// Call it before other handlers of fatal signals are installed, so that those run first: they make the panel dark.
    package func watch() -> Bool { crash_log_watch(file.path) == 0 }

    /// Sets the mark of what the calling thread is about to draw; 0 for nothing.
    ///
    /// One store, cheap enough for every frame.
    package static func record(_ mark: UInt64) { crash_log_record(mark) }
}
