/// A one-bit picture stored column by column, so that shifting by columns copies whole words.
///
/// Column `x` occupies `wordsPerColumn` words from `x * wordsPerColumn`; the pixel in row `y` is bit `y % 64` of word
/// `y / 64` (bit 0 is the top row). Bits below the last row are always zero.
public struct MonoBitmap: Hashable, Sendable {
    /// The extent in pixels.
    public let size: Size
    /// The number of 64-bit words that hold one column: `(height + 63) / 64`.
    public let wordsPerColumn: Int
    /// The columns from left to right.
    @usableFromInline var words: [UInt64]

    /// Creates a dark picture.
    public init(size: Size) {
        self.size = size
        wordsPerColumn = (size.height + 63) / 64
        words = [UInt64](repeating: 0, count: size.width * wordsPerColumn)
    }

    /// Creates a picture of that many columns and rows that is dark, or lit, throughout.
    public init(width: Int, height: Int, fill isLit: Bool = false) {
        self.init(size: Size(width: width, height: height))
        if isLit, !size.isEmpty { fill(columns: 0..<self.width, rows: 0..<self.height, lit: true) }
    }

    /// The number of columns.
    @inlinable
    public var width: Int { size.width }
    /// The number of rows.
    @inlinable
    public var height: Int { size.height }

    /// Whether the pixel is lit; pixels outside read as dark, and writes outside are dropped.
    public subscript(x: Int, y: Int) -> Bool {
        get {
            guard x >= 0, x < width, y >= 0, y < height else { return false }
            return words[x &* wordsPerColumn &+ (y >> 6)] >> UInt64(y & 63) & 1 == 1
        }
        set {
            guard x >= 0, x < width, y >= 0, y < height else { return }
            let bit = UInt64(1) << UInt64(y & 63)
            if newValue {
                words[x &* wordsPerColumn &+ (y >> 6)] |= bit
            } else {
                words[x &* wordsPerColumn &+ (y >> 6)] &= ~bit
            }
        }
    }

    /// Returns one word of a column: rows `64 * word` to `64 * word + 63`, the top row in bit 0; zero outside.
    @inlinable
    public func word(column: Int, word: Int = 0) -> UInt64 {
        guard column >= 0, column < size.width, word >= 0, word < wordsPerColumn else { return 0 }
        return words[column &* wordsPerColumn &+ word]
    }

    /// Lends the words of all columns, for loops that must be fast; the pointer must not be used after `body`.
    @inlinable
    public func withColumnWords<Result>(
        _ body: (UnsafeBufferPointer<UInt64>) throws -> Result
    ) rethrows -> Result {
        try words.withUnsafeBufferPointer(body)
    }

    /// Replaces a part of this picture by another one, dark pixels included; what hangs over is dropped.
    ///
    /// - Parameter point: where the other picture's top left pixel lies here; any sign. O(columns * words).
    public mutating func blit(_ other: MonoBitmap, at point: Point) {
        guard let placement = Placement(of: other.size, on: size, at: point) else { return }
        copy(other, mask: nil, placement)
    }

    /// Lights the pixels that are lit in another picture; what hangs over is dropped.
    ///
    /// - Parameter point: where the other picture's top left pixel lies here; any sign. O(columns * words).
    public mutating func formUnion(_ other: MonoBitmap, at point: Point = .zero) {
        guard let placement = Placement(of: other.size, on: size, at: point) else { return }
        stamp(other, placement, lit: true)
    }

    /// Returns the part of the picture that lies in the rectangle; never larger than either.
    public func cropped(to rectangle: Rectangle) -> MonoBitmap {
        let part = rectangle.intersection(Rectangle(size))
        var result = MonoBitmap(size: part.size)
        result.formUnion(self, at: Point(x: 0 - part.x, y: 0 - part.y))
        return result
    }
}

extension Placement {
    /// Where a picture lands on another one, or nil when they do not meet.
    init?(of source: Size, on target: Size, at point: Point) {
        let fromX = max(0, point.x)
        let toX = min(target.width, point.x.saturatingAdding(source.width))
        let fromY = max(0, point.y)
        let toY = min(target.height, point.y.saturatingAdding(source.height))
        guard fromX < toX, fromY < toY else { return nil }
        self.init(columns: fromX..<toX, rows: fromY..<toY, left: point.x, top: point.y)
    }
}

extension MonoBitmap {
    /// Creates a picture from finished columns: `wordsPerColumn` words each, from left to right, bit 0 the top row.
    ///
    /// Missing words read as dark, words too many are dropped, and bits below the last row are cleared. O(words);
    /// allocates nothing if the number of words is right and the caller gives up the array.
    public init(size: Size, columns: consuming [UInt64]) {
        self.size = size
        wordsPerColumn = (size.height + 63) / 64
        let count = size.width * wordsPerColumn
        if columns.count > count { columns.removeLast(columns.count - count) }
        if columns.count < count { columns.append(contentsOf: repeatElement(0, count: count - columns.count)) }
        words = columns
        guard size.height & 63 != 0 else { return }
        let below = ~Self.bits(of: 0..<size.height, word: wordsPerColumn - 1)
        var last = wordsPerColumn - 1
        while last < count {
            if words[last] & below != 0 { words[last] &= ~below }
            last += wordsPerColumn
        }
    }
}

/// The operations that canvases are made of: ranges come already clipped, so no loop checks bounds.
extension MonoBitmap {
    /// The bits that `rows` has in word `word` of a column; `rows` is not empty.
    @inline(__always)
    static func bits(of rows: Range<Int>, word: Int) -> UInt64 {
        let first = rows.lowerBound &- word &* 64
        let last = rows.upperBound &- word &* 64
        guard first < 64, last > 0 else { return 0 }
        let fromFirst = first <= 0 ? UInt64.max : .max &<< UInt64(truncatingIfNeeded: first)
        let toLast = last >= 64 ? UInt64.max : ~(.max &<< UInt64(truncatingIfNeeded: last))
        return fromFirst & toLast
    }

    /// The rows `64 * word` to `64 * word + 63` of a column, as if the picture's top row lay in row `top`, of any sign; zero
    /// where it has no such rows.
    @inline(__always)
    func bits(_ words: UnsafePointer<UInt64>, column: Int, word: Int, top: Int) -> UInt64 {
        let shift = UInt64(truncatingIfNeeded: top & 63)
        let upper = word &- top >> 6
        let base = column &* wordsPerColumn
        let high = upper >= 0 && upper < wordsPerColumn ? words[base &+ upper] &<< shift : 0
        guard shift > 0 else { return high }
        let lower = upper &- 1
        return lower >= 0 && lower < wordsPerColumn ? high | words[base &+ lower] &>> (64 &- shift) : high
    }

    /// Lights or darkens a rectangle that lies within this picture and is not empty.
    mutating func fill(columns: Range<Int>, rows: Range<Int>, lit: Bool) {
        let perColumn = wordsPerColumn
        let lastWord = (rows.upperBound &- 1) >> 6
        words.withUnsafeMutableBufferPointer { buffer in
            guard let words = buffer.baseAddress else { return }
            // One word a column: the columns are neighbours in memory, so this loop works on several at once.
            if perColumn == 1 {
                let bits = Self.bits(of: rows, word: 0)
                let keep = ~bits
                let value = lit ? bits : 0
                for column in columns { words[column] = words[column] & keep | value }
                return
            }
            var word = rows.lowerBound >> 6
            while word <= lastWord {
                let bits = Self.bits(of: rows, word: word)
                let keep = ~bits
                let value = lit ? bits : 0
                var index = columns.lowerBound &* perColumn &+ word
                let end = columns.upperBound &* perColumn
                while index < end {
                    words[index] = words[index] & keep | value
                    index &+= perColumn
                }
                word &+= 1
            }
        }
    }

    /// Lights (or darkens) the pixels that are lit in `mask`.
    mutating func stamp(_ mask: MonoBitmap, _ placement: Placement, lit: Bool) {
        lit ? combine(mask, placement) { $0 | $1 } : combine(mask, placement) { $0 & ~$1 }
    }

    /// Applies `operation(old word, bits of the source there)` to every word that the placement touches.
    @inline(__always)
    private mutating func combine(
        _ source: MonoBitmap, _ placement: Placement, _ operation: (UInt64, UInt64) -> UInt64
    ) {
        let rows = placement.rows
        if wordsPerColumn == 1 && source.wordsPerColumn == 1 {
            let bits = Self.bits(of: rows, word: 0)
            let down = UInt64(truncatingIfNeeded: max(placement.top, 0))
            let up = UInt64(truncatingIfNeeded: max(0 &- placement.top, 0))
            words.withUnsafeMutableBufferPointer { buffer in
                source.words.withUnsafeBufferPointer { sourceBuffer in
                    guard let words = buffer.baseAddress, let sourceWords = sourceBuffer.baseAddress else { return }
                    let target = words + placement.columns.lowerBound
                    let drawn = sourceWords + (placement.columns.lowerBound &- placement.left)
                    for column in 0..<placement.columns.count {
                        target[column] = operation(target[column], (drawn[column] &<< down) &>> up & bits)
                    }
                }
            }
            return
        }
        let perColumn = wordsPerColumn
        let lastWord = (rows.upperBound &- 1) >> 6
        words.withUnsafeMutableBufferPointer { buffer in
            source.words.withUnsafeBufferPointer { sourceBuffer in
                guard let words = buffer.baseAddress, let sourceWords = sourceBuffer.baseAddress else { return }
                var word = rows.lowerBound >> 6
                while word <= lastWord {
                    let bits = Self.bits(of: rows, word: word)
                    var column = placement.columns.lowerBound
                    while column < placement.columns.upperBound {
                        let from = column &- placement.left
                        let drawn = source.bits(sourceWords, column: from, word: word, top: placement.top) & bits
                        let index = column &* perColumn &+ word
                        words[index] = operation(words[index], drawn)
                        column &+= 1
                    }
                    word &+= 1
                }
            }
        }
    }

    /// Copies the pixels of `source`, or those of them that `mask` has lit; both lie at the same place.
    mutating func copy(_ source: MonoBitmap, mask: MonoBitmap?, _ placement: Placement) {
        let (rows, top) = (placement.rows, placement.top)
        let perColumn = wordsPerColumn
        let lastWord = (rows.upperBound &- 1) >> 6
        let maskWords = mask?.words ?? source.words
        words.withUnsafeMutableBufferPointer { buffer in
            source.words.withUnsafeBufferPointer { sourceBuffer in
                maskWords.withUnsafeBufferPointer { maskBuffer in
                    guard let words = buffer.baseAddress, let sourceWords = sourceBuffer.baseAddress,
                        let maskWords = maskBuffer.baseAddress
                    else { return }
                    for word in rows.lowerBound >> 6...lastWord {
                        let bits = Self.bits(of: rows, word: word)
                        for column in placement.columns {
                            let from = column &- placement.left
                            let index = column &* perColumn &+ word
                            var drawn = bits
                            if let mask { drawn &= mask.bits(maskWords, column: from, word: word, top: top) }
                            let new = source.bits(sourceWords, column: from, word: word, top: top)
                            words[index] = words[index] & ~drawn | new & drawn
                        }
                    }
                }
            }
        }
    }
}
