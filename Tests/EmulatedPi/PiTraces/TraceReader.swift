/// Reads the lines that QEMU writes for its trace event `memory_region_ops_write`, with times before them.
///
/// `8@1795292679.143890:memory_region_ops_write cpu 3 mr 0x7feadc60ee60 addr 0x3f20004c value 0x0 size 4 name 'gpio'`
public struct TraceReader: Sendable {
    /// The writes to registers that are listened to, in the order of the recording.
    public private(set) var writes: [RegisterWrite] = []
    /// The lines of all sorts.
    public private(set) var lines = 0
    /// Lines about writes that could not be read.
    public private(set) var unreadable: [String] = []
    /// The second before the first line's; times count from it.
    private var epoch: Int64?

    /// Creates a reader at the beginning.
    public init() {}

    /// Reads a whole recording; its last line may be cut off.
    public static func read(_ bytes: UnsafeRawBufferPointer) -> TraceReader {
        var reader = TraceReader()
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A { end &+= 1 }
            guard end < bytes.count else { break }
            reader.readLine(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            start = end &+ 1
        }
        return reader
    }

    /// Reads lines from a text.
    public static func read(_ text: String) -> TraceReader {
        Array(text.utf8).withUnsafeBytes { read($0) }
    }

    private mutating func readLine(_ line: UnsafeRawBufferPointer) {
        lines &+= 1
        var cursor = TraceCursor(bytes: line)
        guard cursor.skip(past: 0x40), let seconds = cursor.number(), cursor.take(0x2E),
            let microseconds = cursor.number(), cursor.take(0x3A), cursor.take("memory_region_ops_write")
        else { return }
        guard let address = cursor.hexadecimal(after: " addr 0x"), let value = cursor.hexadecimal(after: " value 0x")
        else {
            unreadable.append(String(decoding: line, as: UTF8.self))
            return
        }
        guard address <= UInt64(UInt32.max), PiRegister.isListenedTo(UInt32(address)) else { return }
        let origin = epoch ?? seconds &- 1
        epoch = origin
        let time = (seconds &- origin) &* 1_000_000_000 &+ microseconds &* 1_000
        writes.append(
            RegisterWrite(time: time, address: UInt32(address), value: UInt32(truncatingIfNeeded: value)))
    }
}
