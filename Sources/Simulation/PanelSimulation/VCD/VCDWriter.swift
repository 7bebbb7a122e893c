/// Writes wires as a value change dump (VCD, IEEE 1364) that other programs' decoders read: no scopes, a timescale of
/// 10 ns, the levels at the start, then every edge.
///
/// The text grows in `bytes`.
public struct VCDWriter: WireListener {
    /// What was written since it was last taken, ASCII.
    public private(set) var bytes: [UInt8] = []
    private let identifiers: [[UInt8]]
    private var time: Int64

    /// Writes the header and the levels at the start.
    ///
    /// - Parameters:
    ///   - names: the wires' names, without white space.
    ///   - initialLevels: as many levels.
    ///   - start: nanoseconds; the first time stamp, rounded down to 10 ns, never before 0.
    public init(names: [String], initialLevels: [Bool], start: Int64 = 0) {
        precondition(names.count == initialLevels.count, "\(names.count) wires have \(initialLevels.count) levels")
        identifiers = names.indices.map(VCDIdentifier.characters)
        time = Self.stamp(start)
        bytes += "$version ledsign $end\n$timescale 10 ns $end\n".utf8
        for (name, identifier) in zip(names, identifiers) {
            bytes += "$var wire 1 ".utf8
            bytes += identifier
            bytes += " \(name) $end\n".utf8
        }
        bytes += "$enddefinitions $end\n#\(time)\n$dumpvars\n".utf8
        for (wire, level) in initialLevels.enumerated() { write(wire, level) }
        bytes += "$end\n".utf8
    }

    /// Writes an edge; its time is rounded down to 10 ns, and times before the last one count as the last one.
    public mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        advance(to: Self.stamp(time))
        write(wire, level)
    }

    /// Writes the last time stamp, so that the last levels have a duration.
    public mutating func finish(at time: Int64) {
        advance(to: max(Self.stamp(time), self.time + 1))
    }

    private mutating func advance(to stamp: Int64) {
        guard stamp > time else { return }
        time = stamp
        // One append of a finished line is many times faster than string interpolation.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { line in
            var start = 23
            line[start] = 0x0A
            var rest = UInt64(stamp)
            repeat {
                start -= 1
                line[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            start -= 1
            line[start] = UInt8(ascii: "#")
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[start...]))
        }
    }

    private mutating func write(_ wire: Int, _ level: Bool) {
        bytes.append(level ? 0x31 : 0x30)
        for character in identifiers[wire] { bytes.append(character) }
        bytes.append(0x0A)
    }

    private static func stamp(_ time: Int64) -> Int64 { max(time, 0) / 10 }
}

extension WireTrace {
    /// The recording as a VCD file.
    public var vcd: [UInt8] {
        var writer = VCDWriter(names: names, initialLevels: initialLevels, start: start)
        play(into: &writer)
        writer.finish(at: end)
        return writer.bytes
    }
}
