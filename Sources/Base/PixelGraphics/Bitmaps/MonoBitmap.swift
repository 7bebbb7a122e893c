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

    /// Creates a dark picture of that many columns and rows.
    public init(width: Int, height: Int) {
        self.init(size: Size(width: width, height: height))
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

    /// Lends the words of all columns, for loops that must be fast.
    ///
    /// Column `x` occupies `wordsPerColumn` words from `x * wordsPerColumn`, the top row in bit 0; bits below the last
    /// row are zero. The pointer must not be used after `body`.
    @inlinable
    public func withColumnWords<Result>(
        _ body: (UnsafeBufferPointer<UInt64>) throws -> Result
    ) rethrows -> Result {
        try words.withUnsafeBufferPointer(body)
    }

    /// The bits of a word that lie in rows of this picture.
    func rowMask(word: Int) -> UInt64 {
        let rows = height - 64 * word
        return rows >= 64 ? .max : rows <= 0 ? 0 : (1 << UInt64(rows)) - 1
    }
}
