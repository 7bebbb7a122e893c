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

    /// Creates the description of a log, which may be missing.
    package init(_ file: StateFile) { self.file = file }

    /// The marks of messages that must not be shown any more.
    package func quarantined() -> Set<UInt64> {
        // An entry is 16 hexadecimal digits and a newline.
        let lines = ((try? file.content()) ?? []).split(separator: UInt8(ascii: "\n")).filter { $0.count == 16 }
        let marks = lines.compactMap { UInt64(String(decoding: $0, as: UTF8.self), radix: 16) }
        let counts = marks.reduce(into: [:]) { counts, mark in counts[mark, default: 0] += 1 }
        return Set(counts.filter { $0.value >= Self.maximumCrashes }.keys)
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
