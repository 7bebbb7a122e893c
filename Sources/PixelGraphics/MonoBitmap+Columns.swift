extension MonoBitmap {
    /// Creates a picture from finished columns: `wordsPerColumn` words each, from left to right, bit 0 the top row.
    ///
    /// Missing words read as dark, words too many are dropped, and bits below the last row are cleared. O(words).
    public init(size: Size, columns: [UInt64]) {
        self.init(size: size)
        let count = words.count
        if columns.count == count {
            words = columns
        } else {
            words.replaceSubrange(0..<min(count, columns.count), with: columns.prefix(count))
        }
        guard size.height & 63 != 0 else { return }
        let mask = rowMask(word: wordsPerColumn - 1)
        for last in stride(from: wordsPerColumn - 1, to: count, by: wordsPerColumn) { words[last] &= mask }
    }
}
