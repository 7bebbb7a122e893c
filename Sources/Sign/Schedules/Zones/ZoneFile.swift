import Settings

extension ZoneRules {
    /// The most bytes of a zone file; real ones have less than 4,000.
    package static let maximumFileSize = 65_536

    /// Reads a zone file (TZif, RFC 8536; what tzdata installs in /usr/share/zoneinfo).
    ///
    /// - Throws: `TextError`, with the byte at which the file is wrong.
    package init(name: String, file bytes: [UInt8]) throws(TextError) {
        guard bytes.count <= Self.maximumFileSize else {
            throw TextError("a zone file has at most \(Self.maximumFileSize) bytes")
        }
        var reader = ZoneFileReader(bytes: bytes)
        let (first, changes) = try reader.offsets()
        self.init(name: name, first: first, changes: changes)
    }
}

/// Reads the blocks of a zone file one after the other.
private struct ZoneFileReader {
    struct Header {
        let version: UInt8
        let utcMarks: Int
        let standardMarks: Int
        let leaps: Int
        let times: Int
        let types: Int
        let letters: Int

        /// The bytes behind the header, for times of that many bytes.
        func length(timeSize: Int) -> Int {
            times * timeSize + times + types * 6 + letters + leaps * (timeSize + 4) + standardMarks + utcMarks
        }
    }

    fileprivate let bytes: [UInt8]
    fileprivate var place = 0

    /// The first offset of the zone's clocks, and its changes.
    mutating func offsets() throws(TextError) -> (first: Int, changes: [(at: Int64, offset: Int)]) {
        var header = try self.header()
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            // The first block is for readers of 32 bits; the second says all.
            place += header.length(timeSize: 4)
            header = try self.header()
            timeSize = 8
        }
        guard place + header.length(timeSize: timeSize) <= bytes.count else { throw cutOff(at: bytes.count) }
        guard header.types > 0 else { throw cutOff(at: place) }
        var instants: [Int64] = []
        for _ in 0..<header.times { instants.append(try integer(timeSize)) }
        let kinds = try take(header.times)
        var offsets: [Int] = []
        for _ in 0..<header.types {
            offsets.append(Int(try integer(4)))
            place += 2
        }
        place += header.letters + header.leaps * (timeSize + 4) + header.standardMarks + header.utcMarks
        var changes: [(at: Int64, offset: Int)] = []
        for (instant, kind) in zip(instants, kinds) {
            guard Int(kind) < offsets.count else { throw cutOff(at: place) }
            // Some files begin with the Big Bang.
            changes.append((min(max(instant, -9_300_000_000), 9_300_000_000), offsets[Int(kind)]))
        }
        if timeSize == 8 { changes += try laterChanges(since: changes.last) }
        return (offsets[0], changes)
    }

    private mutating func header() throws(TextError) -> Header {
        let mark = try take(4)
        guard mark.elementsEqual("TZif".utf8) else { throw TextError("not a zone file: it does not begin with TZif") }
        let version = try take(1).first ?? 0
        place += 15
        return Header(
            version: version, utcMarks: try count(), standardMarks: try count(), leaps: try count(),
            times: try count(), types: try count(), letters: try count())
    }

    /// The changes that the rule at the end of the file makes after the last listed one.
    private mutating func laterChanges(
        since last: (at: Int64, offset: Int)?
    ) throws(TextError) -> [(at: Int64, offset: Int)] {
        guard place < bytes.count, bytes[place] == 0x0A else { return [] }
        let text = String(decoding: bytes[(place + 1)...].prefix { $0 != 0x0A }, as: UTF8.self)
        guard !text.isEmpty else { return [] }
        guard let changes = ZoneRules.changes(by: text, after: last?.at ?? -9_300_000_000) else {
            throw TextError("\"\(text.prefix(80))\" is no rule for the clocks of a zone")
        }
        return changes
    }

    private mutating func take(_ count: Int) throws(TextError) -> ArraySlice<UInt8> {
        guard count >= 0, place <= bytes.count, count <= bytes.count - place else {
            throw cutOff(at: min(place, bytes.count))
        }
        place += count
        return bytes[place - count..<place]
    }

    private func cutOff(at byte: Int) -> TextError { TextError("the zone file is cut off at byte \(byte)") }

    private mutating func count() throws(TextError) -> Int {
        let offset = place
        let number = try integer(4)
        guard (0...Int64(ZoneRules.maximumFileSize)).contains(number) else { throw cutOff(at: offset) }
        return Int(number)
    }

    /// A signed big-endian number of 4 or 8 bytes.
    private mutating func integer(_ size: Int) throws(TextError) -> Int64 {
        var value: UInt64 = 0
        for byte in try take(size) { value = value << 8 | UInt64(byte) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}
