/// The characters of a font in the order of their codes, found by code in O(1).
///
/// Codes are looked up in pages of 256, so that fonts with few characters stay small and Unifont stays quick.
public struct GlyphTable: RandomAccessCollection, Sendable {
    /// Where a glyph lies and where its pixels begin; 24 bytes.
    @usableFromInline
    struct Record: Sendable {
        @usableFromInline var code: UInt32
        @usableFromInline var firstWord: UInt32
        @usableFromInline var advance: Int16
        @usableFromInline var left: Int16
        @usableFromInline var top: Int16
        @usableFromInline var width: Int16
        @usableFromInline var height: Int16
    }

    /// The glyphs, sorted by code, each code once.
    @usableFromInline let records: [Record]
    /// The pixels of all glyphs, see `Glyph.columns`.
    @usableFromInline let words: [UInt64]
    /// For each 256 codes the number of their page in `slots`, or `UInt16.max`.
    @usableFromInline let pages: [UInt16]
    /// For each code of the pages that exist its place in `records`, or `UInt32.max`.
    @usableFromInline let slots: [UInt32]

    /// Creates the table from glyphs in the order of a file; of glyphs with the same code the last one wins.
    ///
    /// O(n) if the file is sorted by code, else O(n log n). Codes are at most 0x10FFFF.
    init(records unsorted: [Record], words: [UInt64]) {
        var records = unsorted
        let inOrder = zip(records, records.dropFirst()).allSatisfy { $0.code < $1.code }
        if !inOrder {
            records = records.enumerated()
                .sorted { ($0.element.code, $0.offset) < ($1.element.code, $1.offset) }
                .map(\.element)
            var kept: [Record] = []
            kept.reserveCapacity(records.count)
            for record in records {
                if kept.last?.code == record.code { kept.removeLast() }
                kept.append(record)
            }
            records = kept
        }
        var pages = [UInt16](repeating: .max, count: records.last.map { Int($0.code >> 8) + 1 } ?? 0)
        var slots: [UInt32] = []
        for (index, record) in records.enumerated() {
            let page = Int(record.code >> 8)
            if pages[page] == .max {
                pages[page] = UInt16(slots.count >> 8)
                slots.append(contentsOf: repeatElement(.max, count: 256))
            }
            slots[Int(pages[page]) << 8 | Int(record.code & 0xFF)] = UInt32(index)
        }
        self.records = records
        self.words = words
        self.pages = pages
        self.slots = slots
    }

    /// The position of the first glyph.
    public var startIndex: Int { 0 }
    /// The position after the last glyph.
    public var endIndex: Int { records.count }

    /// The glyph at a position in the order of the codes.
    @inlinable
    public subscript(position: Int) -> Glyph {
        let record = records[position]
        let first = Int(record.firstWord)
        let count = Int(record.width) &* ((Int(record.height) &+ 63) >> 6)
        return Glyph(
            code: record.code, advance: Int(record.advance), left: Int(record.left), top: Int(record.top),
            width: Int(record.width), height: Int(record.height), columns: words[first..<first &+ count])
    }

    /// Returns the glyph of a code, or nil if there is none.
    ///
    /// O(1), without allocation.
    @inlinable
    public func glyph(for code: UInt32) -> Glyph? {
        let page = Int(code >> 8)
        guard page < pages.count, pages[page] != .max else { return nil }
        let slot = slots[Int(pages[page]) << 8 | Int(code & 0xFF)]
        return slot == .max ? nil : self[Int(slot)]
    }
}
