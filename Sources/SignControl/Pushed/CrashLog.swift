import CSignControl

/// The messages while which were drawn the program has crashed, in a file that outlives it.
///
/// Nothing is written while all is well: the handler of a fatal signal appends the mark of the message that its thread was
/// drawing. Messages are known by marks, numbers that are the same in every run.
public struct CrashLog: Hashable, Sendable {
    /// The file.
    public let file: StateFile
    /// The crashes after which a message is not shown any more.
    public static let mostCrashes = 2
    /// The crashes that are remembered.
    static let mostEntries = 64
    /// The bytes of an entry: 16 hexadecimal digits and a newline.
    private static let entryBytes = 17

    /// Describes a log, which need not be there.
    public init(_ file: StateFile) {
        self.file = file
    }

    /// The marks of the crashes, in their order.
    private var entries: [UInt64] {
        guard let bytes = try? file.content() else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            line.count == Self.entryBytes - 1 ? UInt64(String(decoding: line, as: UTF8.self), radix: 16) : nil
        }
    }

    /// The marks of messages that are not to be shown any more; forgets the oldest crashes where there are many.
    public func quarantined() -> Set<UInt64> {
        let entries = entries
        if entries.count > Self.mostEntries { shorten(entries) }
        let counts = entries.reduce(into: [:]) { counts, mark in counts[mark, default: 0] += 1 }
        return Set(counts.filter { $0.value >= Self.mostCrashes }.keys)
    }

    private func shorten(_ entries: [UInt64]) {
        let lines = entries.suffix(Self.mostEntries).map { mark in
            let digits = String(mark, radix: 16)
            return String(repeating: "0", count: Self.entryBytes - 1 - digits.count) + digits + "\n"
        }
        // Where that cannot be done, the file is read again at the next start.
        try? file.write(Array(lines.joined().utf8))
    }

    /// Has crashes of the calling thread noted from now on; returns whether that can be done.
    ///
    /// To be called before other handlers of fatal signals are installed, which then come first: they make the panel dark.
    public func watch() -> Bool { control_crash_watch(file.path) == 0 }

    /// Notes the mark of what the calling thread is about to draw; 0 for nothing.
    ///
    /// A store, which may be made for every frame.
    public static func note(_ mark: UInt64) { control_crash_note(mark) }
}
