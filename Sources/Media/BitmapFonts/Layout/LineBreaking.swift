/// The part of a paragraph that one line shows, as indices of clusters.
struct LineSpan: Equatable {
    /// The clusters that belong to the line, the spaces at its end included.
    var clusters: Range<Int>
    /// The end of those that are drawn: white space at the end of a wrapped line is not drawn.
    var visibleEnd: Int
    /// Whether the line ends in a soft hyphen at which a word is broken.
    var isHyphenated = false
}

/// How a paragraph is cut into lines.
extension LineComposer {
    /// Returns the lines of a paragraph; an empty paragraph is one empty line.
    ///
    /// Each line takes at least one cluster, so that no width can make it endless. O(n): what lies between two places
    /// to break at is visited twice at most.
    func spans(of paragraph: ShapedParagraph) -> [LineSpan] {
        let clusters = paragraph.clusters
        guard let width, !clusters.isEmpty else {
            return [LineSpan(clusters: clusters.indices, visibleEnd: clusters.count)]
        }
        let isBidi = paragraph.bidi != nil
        var lines: [LineSpan] = []
        var start = 0
        while start < clusters.count {
            let (end, isHyphenated) = endOfLine(from: start, clusters, width: width, isBidi: isBidi)
            var visibleEnd = end
            while !isHyphenated, visibleEnd > start, clusters[visibleEnd - 1].hangs { visibleEnd -= 1 }
            lines.append(LineSpan(clusters: start..<end, visibleEnd: visibleEnd, isHyphenated: isHyphenated))
            start = end
        }
        return lines
    }

    /// How far the pen moves for a cluster that stands at `pen`, spacing not counted.
    func advance(of cluster: GlyphCluster, at pen: Int) -> Int {
        cluster.isTab ? tabStop - max(pen, 0) % tabStop : cluster.advance
    }

    /// The pixels between a cluster with that advance and the next one.
    func gap(after cluster: GlyphCluster, advance: Int) -> Int {
        cluster.isTight ? 0 : max(measures[cluster.run].letterSpacing, min(0, -advance))
    }

    /// Returns where the line that begins at `start` ends, and whether a hyphen has to be shown there.
    private func endOfLine(
        from start: Int, _ clusters: [GlyphCluster], width: Int, isBidi: Bool
    ) -> (end: Int, isHyphenated: Bool) {
        var pen = 0
        var room = LineRoom(isReordered: isBidi)
        var lastBreak: (end: Int, isHyphenated: Bool)?
        for index in start..<clusters.count {
            let cluster = clusters[index]
            let needed = room.adding(cluster.ink, advance: cluster.advance, at: pen)
            if index > start, !cluster.hangs, needed.width > width { return lastBreak ?? (index, false) }
            room = cluster.hangs && index > start ? room : needed
            if canBreak(after: index, clusters) {
                let needsHyphen = cluster.breaks.contains(.softHyphen)
                let hyphen = measures[cluster.run].hyphen
                let hyphenated = room.adding(hyphen?.placedInk, advance: hyphen?.advance ?? 0, at: pen)
                if !needsHyphen || hyphenated.width <= width { lastBreak = (index + 1, needsHyphen) }
            }
            let advance = advance(of: cluster, at: pen)
            pen += advance + gap(after: cluster, advance: advance)
        }
        return (clusters.count, false)
    }

    /// Returns whether a line may end between this cluster and the next.
    private func canBreak(after index: Int, _ clusters: [GlyphCluster]) -> Bool {
        guard index + 1 < clusters.count else { return false }
        let this = clusters[index].breaks
        let next = clusters[index + 1].breaks
        if next.contains(.space) { return false }
        if this.contains(.space) || this.contains(.breakAfter) { return true }
        if next.contains(.notFirst) || this.contains(.notLast) { return false }
        if next.contains(.breakBefore) { return true }
        if this.contains(.hyphen) {
            guard index > 0, !next.contains(.digit), !next.contains(.hyphen) else { return false }
            let previous = clusters[index - 1].breaks
            return !previous.contains(.space) && !previous.contains(.notLast)
        }
        return this.contains(.ideograph) || next.contains(.ideograph)
    }
}

/// The columns that the clusters of a line need, as far as they are known.
private struct LineRoom {
    /// Whether letters may be seen in another order than they are read in, so that any of them may end the line.
    let isReordered: Bool
    var columns: Range<Int>?
    /// How far any letter reaches out on the left of its pen, and beyond its advance.
    var overhang = (left: 0, right: 0)

    /// The columns from the first one with ink to the last one; of reordered text an upper bound.
    var width: Int { (columns?.count ?? 0) + overhang.left + overhang.right }

    /// Returns the room with another cluster; one without ink takes its advance.
    func adding(_ ink: Range<Int>?, advance: Int, at pen: Int) -> LineRoom {
        var room = self
        let whole = 0..<max(0, advance)
        let needed = isReordered ? whole : ink ?? whole
        room.columns = needed.shifted(by: pen).union(columns)
        if isReordered, let ink {
            room.overhang.left = max(overhang.left, 0 - ink.lowerBound)
            room.overhang.right = max(overhang.right, ink.upperBound - advance)
        }
        return room
    }
}

/// What a character means for breaking lines: the parts of UAX #14 that signs need.
struct BreakClass: OptionSet {
    let rawValue: UInt16

    /// White space that may be left out at the end of a line.
    static let space = BreakClass(rawValue: 1)
    /// A line may always end after it: zero width space, soft hyphen.
    static let breakAfter = BreakClass(rawValue: 2)
    /// A hyphen or dash: a line may end after it inside a word.
    static let hyphen = BreakClass(rawValue: 4)
    /// A line may end on either side: ideographs, kana, hangul, emoji.
    static let ideograph = BreakClass(rawValue: 8)
    /// No line begins with it: closing brackets, full stops, small kana.
    static let notFirst = BreakClass(rawValue: 16)
    /// No line ends with it: opening brackets.
    static let notLast = BreakClass(rawValue: 32)
    /// A digit; after a hyphen it belongs to a number.
    static let digit = BreakClass(rawValue: 64)
    /// A line may end in front of it: a vowel sign with which a syllable of Thai or Lao begins.
    static let breakBefore = BreakClass(rawValue: 256)
    /// A soft hyphen, drawn where it ends a line.
    static let softHyphen = BreakClass(rawValue: 128)

    /// Returns the class of a scalar that begins a cluster.
    init(_ code: UInt32) {
        switch code {
        case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: self = .space
        case 0x30...0x39: self = .digit
        case 0x2D, 0x058A, 0x2010, 0x2012...0x2014: self = .hyphen
        case 0xAD: self = [.breakAfter, .softHyphen]
        case 0x200B: self = .breakAfter
        case 0x0E00..<0x2000: self = Self.southEastAsian(code)
        case 0..<0x2E80: self = Self.punctuation(code)
        default: self = Self.eastAsian(code)
        }
    }

    init(rawValue: UInt16) { self.rawValue = rawValue }

    private static func punctuation(_ code: UInt32) -> BreakClass {
        switch code {
        case 0x28, 0x5B, 0x7B, 0xAB, 0x2018, 0x201A, 0x201C, 0x201E, 0x2039: return .notLast
        case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0xB0, 0xBB, 0x2019, 0x201D, 0x203A, 0x2026:
            return .notFirst
        case 0xA0, 0x2007, 0x2011, 0x202F, 0x2060: return [.notFirst, .notLast]
        default: return []
        }
    }

    /// Returns the class of a character of scripts without spaces between words, or with signs in their place.
    ///
    /// Without a dictionary of Thai and Lao, the vowels that stand in front of their consonants are where syllables begin for
    /// certain. Tibetan, Ethiopic and Khmer have signs between syllables, words and sentences.
    private static func southEastAsian(_ code: UInt32) -> BreakClass {
        switch code {
        case 0x0E40...0x0E44, 0x0EC0...0x0EC4: return .breakBefore
        case 0x0E2F...0x0E30, 0x0E32...0x0E33, 0x0E45...0x0E46, 0x0EAF...0x0EB0, 0x0EB2...0x0EB3, 0x0EC6:
            return .notFirst
        case 0x0F0B, 0x1361, 0x17D4, 0x17D5, 0x104A, 0x104B: return .breakAfter
        default: return punctuation(code)
        }
    }

    private static func eastAsian(_ code: UInt32) -> BreakClass {
        switch code {
        case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B, 0xFF5B,
            0xFF62:
            return [.ideograph, .notLast]
        case 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E,
            0x301F, 0x303B, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
            0x3096, 0x309B...0x309E, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE,
            0x30F5, 0x30F6, 0x30FB...0x30FE, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D,
            0xFF61, 0xFF63...0xFF65, 0xFF67...0xFF70:
            return [.ideograph, .notFirst]
        case 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60, 0xFF66...0xFF9F: return .ideograph
        case 0x1F300...0x1FAFF, 0x20000...0x3FFFF: return .ideograph
        case 0xFEFF: return [.notFirst, .notLast]
        default: return []
        }
    }
}
