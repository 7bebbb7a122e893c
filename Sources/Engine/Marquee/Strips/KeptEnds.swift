import PixelGraphics

extension ColoredStrip {
    /// Returns how many columns (rows) from the start, and up to the end, are the same pixels as those of an older strip, or in
    /// letters, the same pixels between empty columns (rows).
    ///
    /// Parts that blink and animated images are compared as they begin. O(pixels of the parts that differ, and of their
    /// neighbours); allocates. Nothing where the strips are not as high (wide).
    func keptEnds(of old: ColoredStrip, isHorizontal: Bool, inLetters: Bool) -> KeptEnds {
        let (across, oldAcross) = isHorizontal ? (size.height, old.size.height) : (size.width, old.size.width)
        guard across == oldAcross else { return .none }
        let (length, oldLength) = isHorizontal ? (size.width, old.size.width) : (size.height, old.size.height)
        let same = sameParts(as: old, isHorizontal: isHorizontal)
        var new = PartPicture(self, isHorizontal, from: same.start, to: length - same.end)
        var before = PartPicture(old, isHorizontal, from: same.start, to: oldLength - same.end)
        let space = min(length, oldLength)
        var start = same.start
        while start < space, new.isSame(start, as: &before, start) { start += 1 }
        var end = min(same.end, space - start)
        while end < space - start, new.isSame(length - 1 - end, as: &before, oldLength - 1 - end) { end += 1 }
        guard inLetters else { return KeptEnds(start: start, end: end) }
        // Whole letters: what is next to them is empty, and they are not.
        while start > 0, start < space, !new.isEmpty(start - 1) { start -= 1 }
        while end > 0, end < space, !new.isEmpty(length - end) { end -= 1 }
        if (0..<start).reversed().allSatisfy({ new.isEmpty($0) }) { start = 0 }
        if (length - end..<length).allSatisfy({ new.isEmpty($0) }) { end = 0 }
        return KeptEnds(start: start, end: end)
    }

    /// How many columns (rows) at both ends have only parts that an older strip has, too; those at the end as far from it.
    private func sameParts(as old: ColoredStrip, isHorizontal: Bool) -> KeptEnds {
        let (length, oldLength) = isHorizontal ? (size.width, old.size.width) : (size.height, old.size.height)
        let (count, oldCount) = (parts.count, old.parts.count)
        var first = 0
        while first < min(count, oldCount), parts[first].isSame(as: old.parts[first], dx: 0, dy: 0) { first += 1 }
        let (dx, dy) = isHorizontal ? (oldLength - length, 0) : (0, oldLength - length)
        var last = 0
        while last < min(count, oldCount),
            parts[count - 1 - last].isSame(as: old.parts[oldCount - 1 - last], dx: dx, dy: dy)
        {
            last += 1
        }
        func begin(_ parts: ArraySlice<Part>) -> Int { parts.reduce(.max) { min($0, isHorizontal ? $1.x : $1.y) } }
        var start = min(begin(parts[first...]), begin(old.parts[first...]))
        if isHorizontal, first < min(count, oldCount) {
            // A text often begins with the same letters.
            let columns = parts[first].columns(sameAs: old.parts[first])
            if columns > 0 {
                start = min(parts[first].x + columns, begin(parts[(first + 1)...]), begin(old.parts[(first + 1)...]))
            }
        }
        func end(_ length: Int, _ parts: ArraySlice<Part>) -> Int {
            length - (parts.map { isHorizontal ? $0.x + $0.size.width : $0.y + $0.size.height }.max() ?? 0)
        }
        let room = max(0, min(length, oldLength))
        let kept = min(end(length, parts[..<(count - last)]), end(oldLength, old.parts[..<(oldCount - last)]))
        return KeptEnds(start: min(max(start, 0), room), end: min(max(kept, 0), room))
    }
}

extension ColoredStrip.Part {
    /// Whether it looks the same as another one that lies so many pixels further right and down.
    fileprivate func isSame(as other: ColoredStrip.Part, dx: Int, dy: Int) -> Bool {
        guard x + dx == other.x, y + dy == other.y, size == other.size else { return false }
        return self === other
            || ink == other.ink && blink == other.blink && mask == other.mask && shares == other.shares
                && image == other.image && start == other.start
    }

    /// How many columns of its mask, from the first one, are those of another part that begins there in the same look.
    fileprivate func columns(sameAs other: ColoredStrip.Part) -> Int {
        let words = mask.wordsPerColumn
        guard x == other.x, y == other.y, ink == other.ink, blink == other.blink, isCrisp, other.isCrisp,
            words == other.mask.wordsPerColumn
        else { return 0 }
        // An image has no columns in its mask, and what is not crisp differs in more than that.
        let width = min(mask.width, other.mask.width)
        let differing = (0..<width).first { column in
            (0..<words).contains { mask.word(column: column, word: $0) != other.mask.word(column: column, word: $0) }
        }
        return differing ?? width
    }
}

/// The columns (rows) of a strip as a picture, drawn as far as they are looked at.
private struct PartPicture {
    private let strip: ColoredStrip
    private let isHorizontal: Bool
    /// The columns that are drawn: of rows all.
    private var drawn: Range<Int>
    private var canvas: Canvas

    /// The columns around those that differ that are drawn with them: about a letter.
    private static let margin = 16

    /// Draws what lies between two columns, whichever comes first, and around them.
    init(_ strip: ColoredStrip, _ isHorizontal: Bool, from first: Int, to second: Int) {
        (self.strip, self.isHorizontal) = (strip, isHorizontal)
        let width = strip.size.width
        let (left, right) = (min(first, second) - Self.margin, max(first, second) + Self.margin)
        drawn = isHorizontal ? min(max(left, 0), width)..<min(max(right, 0), width) : 0..<width
        canvas = Self.canvas(of: strip, drawn)
    }

    /// Some columns of a strip.
    private static func canvas(of strip: ColoredStrip, _ columns: Range<Int>) -> Canvas {
        let size = Size(width: columns.count, height: strip.size.height)
        var canvas = Canvas(size: size, format: .rgb, tracksCoverage: true)
        strip.draw(at: Point(x: 0 - columns.lowerBound, y: 0), into: &canvas)
        return canvas
    }

    /// Draws all of it if a column is not drawn yet, and returns where that, or a row, lies on the canvas.
    private mutating func include(_ place: Int) -> Int {
        guard isHorizontal else { return place }
        if !drawn.contains(place) {
            drawn = 0..<strip.size.width
            canvas = Self.canvas(of: strip, drawn)
        }
        return place - drawn.lowerBound
    }

    mutating func isSame(_ place: Int, as other: inout PartPicture, _ otherPlace: Int) -> Bool {
        let (place, otherPlace) = (include(place), other.include(otherPlace))
        let (rgb, otherRGB) = (canvas.rgb, other.canvas.rgb)
        guard isHorizontal else {
            return (0..<rgb.width).allSatisfy { x in
                canvas.coverage[x, place] == other.canvas.coverage[x, otherPlace]
                    && (!canvas.coverage[x, place] || rgb[x, place] == otherRGB[x, otherPlace])
            }
        }
        // Columns are compared a word of rows at a time, and the colours of what is drawn.
        for word in 0..<canvas.coverage.wordsPerColumn {
            var bits = canvas.coverage.word(column: place, word: word)
            guard bits == other.canvas.coverage.word(column: otherPlace, word: word) else { return false }
            while bits != 0 {
                let y = word << 6 + bits.trailingZeroBitCount
                guard
                    rgb.pixels[y &* rgb.width &+ place] == otherRGB.pixels[y &* otherRGB.width &+ otherPlace]
                else {
                    return false
                }
                bits &= bits - 1
            }
        }
        return true
    }

    mutating func isEmpty(_ place: Int) -> Bool {
        let place = include(place)
        guard !isHorizontal else {
            return (0..<canvas.coverage.wordsPerColumn).allSatisfy {
                canvas.coverage.word(column: place, word: $0) == 0
            }
        }
        return (0..<canvas.areaSize.width).allSatisfy { !canvas.coverage[$0, place] }
    }
}

/// What a content and the one that takes its place have in common, along the direction of motion.
struct KeptEnds: Hashable, Sendable {
    /// The pixels at the start that are the same.
    var start: Int
    /// The pixels at the end that are the same.
    var end: Int

    /// Nothing in common.
    static let none = KeptEnds(start: 0, end: 0)

    /// Limits both to two lengths of content; if they do not both fit, the start wins.
    func limited(to first: Int, _ second: Int) -> KeptEnds {
        let room = max(0, min(first, second))
        let start = min(max(start, 0), room)
        return KeptEnds(start: start, end: min(max(end, 0), room - start))
    }
}
