/// What is wrong with a zone file.
package enum ZoneFileError: Error, Equatable, Sendable {
    /// It does not begin like a zone file.
    case notAZoneFile
    /// It ends too early, or its counts are larger than the file; the byte of the error.
    case truncated(offset: Int)
    /// It is too large for a zone file.
    case tooLarge(limit: Int)
    /// The rule for the years after the last listed change is invalid.
    case badRule(String)
}

extension ZoneFileError: CustomStringConvertible {
    /// What is wrong with the file.
    package var description: String {
        switch self {
        case .notAZoneFile: "not a zone file: it does not begin with TZif"
        case .truncated(let offset): "the zone file is cut off at byte \(offset)"
        case .tooLarge(let limit): "a zone file has at most \(limit) bytes"
        case .badRule(let rule): "\"\(rule)\" is no rule for the clocks of a zone"
        }
    }
}

extension ZoneRules {
    /// The most bytes of a zone file; real ones have less than 4,000.
    package static let maximumFileSize = 65_536

    /// Reads a zone file (TZif, RFC 8536; what tzdata installs in /usr/share/zoneinfo).
    ///
    /// - Throws: `ZoneFileError`, with the byte at which the file is wrong.
    package init(name: String, file bytes: [UInt8]) throws(ZoneFileError) {
        guard bytes.count <= Self.maximumFileSize else { throw .tooLarge(limit: Self.maximumFileSize) }
        var reader = ZoneFileReader(bytes)
        self.init(name: name, table: try reader.table())
    }
}

/// Reads the blocks of a zone file one after the other.
struct ZoneFileReader {
    private struct Header {
        var version: UInt8 = 0
        var utcMarks = 0
        var standardMarks = 0
        var leaps = 0
        var times = 0
        var types = 0
        var letters = 0

        /// The bytes behind the header, for times of that many bytes.
        func length(timeSize: Int) -> Int {
            times * timeSize + times + types * 6 + letters + leaps * (timeSize + 4) + standardMarks + utcMarks
        }
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func table() throws(ZoneFileError) -> ZoneTable {
        var header = try self.header()
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            // The first block is for readers of 32 bits; the second says all.
            place += header.length(timeSize: 4)
            header = try self.header()
            timeSize = 8
        }
        guard place + header.length(timeSize: timeSize) <= bytes.count else { throw .truncated(offset: bytes.count) }
        guard header.types > 0 else { throw .truncated(offset: place) }
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
            guard Int(kind) < offsets.count else { throw .truncated(offset: place) }
            // Some files begin with the Big Bang.
            changes.append((min(max(instant, -9_300_000_000), 9_300_000_000), offsets[Int(kind)]))
        }
        if timeSize == 8 { changes += try laterChanges(since: changes.last) }
        return ZoneTable(first: offsets[0], changes: changes)
    }

    private mutating func header() throws(ZoneFileError) -> Header {
        let mark = try take(4)
        guard mark.elementsEqual("TZif".utf8) else { throw .notAZoneFile }
        var header = Header()
        header.version = try take(1).first ?? 0
        place += 15
        header.utcMarks = try count()
        header.standardMarks = try count()
        header.leaps = try count()
        header.times = try count()
        header.types = try count()
        header.letters = try count()
        return header
    }

    /// The changes that the rule at the end of the file makes after the last listed one.
    private mutating func laterChanges(
        since last: (at: Int64, offset: Int)?
    ) throws(ZoneFileError) -> [(at: Int64, offset: Int)] {
        guard place < bytes.count, bytes[place] == 0x0A else { return [] }
        let text = String(decoding: bytes[(place + 1)...].prefix { $0 != 0x0A }, as: UTF8.self)
        guard !text.isEmpty else { return [] }
        guard let rule = ZoneRule(parsing: text) else { throw .badRule(String(text.prefix(80))) }
        let start = last?.at ?? -9_300_000_000
        return rule.changes(after: start)
    }

    private mutating func take(_ count: Int) throws(ZoneFileError) -> ArraySlice<UInt8> {
        guard count >= 0, place <= bytes.count, count <= bytes.count - place else {
            throw .truncated(offset: min(place, bytes.count))
        }
        place += count
        return bytes[place - count..<place]
    }

    private mutating func count() throws(ZoneFileError) -> Int {
        let offset = place
        let number = try integer(4)
        guard (0...Int64(ZoneRules.maximumFileSize)).contains(number) else { throw .truncated(offset: offset) }
        return Int(number)
    }

    /// A signed big-endian number of 4 or 8 bytes.
    private mutating func integer(_ size: Int) throws(ZoneFileError) -> Int64 {
        var value: UInt64 = 0
        for byte in try take(size) { value = value << 8 | UInt64(byte) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}
