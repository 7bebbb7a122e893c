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
        let below = ~rowMask(word: wordsPerColumn - 1)
        var last = wordsPerColumn - 1
        while last < count {
            if words[last] & below != 0 { words[last] &= ~below }
            last += wordsPerColumn
        }
    }
}
