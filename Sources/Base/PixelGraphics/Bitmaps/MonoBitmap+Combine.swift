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
        let window = ColumnWindow(source, top: placement.top)
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
                        let drawn = window.bits(sourceWords, column: column &- placement.left, word: word) & bits
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
        let window = ColumnWindow(source, top: placement.top)
        let maskWindow = mask.map { ColumnWindow($0, top: placement.top) } ?? window
        let rows = placement.rows
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
                            if mask != nil { drawn &= maskWindow.bits(maskWords, column: from, word: word) }
                            let new = window.bits(sourceWords, column: from, word: word)
                            words[index] = words[index] & ~drawn | new & drawn
                        }
                    }
                }
            }
        }
    }
}

/// Reads the words of a picture as if its top row lay in another row: any sign, any number of words.
struct ColumnWindow {
    private let wordsPerColumn: Int
    private let wholeWords: Int
    private let shift: UInt64

    /// The picture's row 0 is read as row `top`.
    @inline(__always)
    init(_ source: MonoBitmap, top: Int) {
        wordsPerColumn = source.wordsPerColumn
        wholeWords = top >> 6
        shift = UInt64(truncatingIfNeeded: top & 63)
    }

    /// Returns the rows `64 * word` to `64 * word + 63` of a column, zero if the picture has no such rows.
    @inline(__always)
    func bits(_ words: UnsafePointer<UInt64>, column: Int, word: Int) -> UInt64 {
        let upper = word &- wholeWords
        let base = column &* wordsPerColumn
        let high = upper >= 0 && upper < wordsPerColumn ? words[base &+ upper] &<< shift : 0
        guard shift > 0 else { return high }
        let lower = upper &- 1
        return lower >= 0 && lower < wordsPerColumn ? high | words[base &+ lower] &>> (64 &- shift) : high
    }
}
