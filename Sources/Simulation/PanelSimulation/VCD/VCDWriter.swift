extension WireTrace {
    /// The recording as a value change dump (VCD, IEEE 1364) that other programs' decoders read: no scopes, a timescale of 10 ns, the
    /// levels at the start, then every edge, and a last time stamp, so that the last levels have a duration.
    ///
    /// Times are rounded down to 10 ns.
    public var vcd: [UInt8] {
        let identifiers = names.indices.map(Self.identifier)
        var time = Self.stamp(start)
        var bytes = Array("$version ledsign $end\n$timescale 10 ns $end\n".utf8)
        for (name, identifier) in zip(names, identifiers) {
            bytes += "$var wire 1 ".utf8 + identifier + " \(name) $end\n".utf8
        }
        bytes += "$enddefinitions $end\n#\(time)\n$dumpvars\n".utf8
        for (identifier, level) in zip(identifiers, initialLevels) { Self.write(level, identifier, to: &bytes) }
        bytes += "$end\n".utf8
        for edge in edges {
            let stamp = Self.stamp(edge.time)
            if stamp > time { Self.write(stamp: stamp, to: &bytes) }
            time = max(time, stamp)
            Self.write(edge.level, identifiers[edge.wire], to: &bytes)
        }
        Self.write(stamp: max(Self.stamp(end), time + 1), to: &bytes)
        return bytes
    }

    /// The characters of the variable with a number, counted through all identifiers from the shortest.
    private static func identifier(_ number: Int) -> [UInt8] {
        var characters: [UInt8] = []
        var rest = number
        repeat {
            characters.append(UInt8(33 + rest % 94))
            rest = rest / 94 - 1
        } while rest >= 0
        return characters
    }

    private static func write(stamp: Int64, to bytes: inout [UInt8]) {
        // Many times faster than string interpolation.
        bytes.append(UInt8(ascii: "#"))
        bytes += String(stamp).utf8
        bytes.append(0x0A)
    }

    private static func write(_ level: Bool, _ identifier: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(level ? 0x31 : 0x30)
        for character in identifier { bytes.append(character) }
        bytes.append(0x0A)
    }

    private static func stamp(_ time: Int64) -> Int64 { max(time, 0) / 10 }
}
