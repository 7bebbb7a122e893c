import PixelGraphics

/// A whole message as one picture, rasterized once and then only shifted.
///
/// The picture holds every lit pixel, also those left of the pen's start (negative bearings) and those beyond the
/// advance (overhang). Where it stands, `columns` are what has to fit and is aligned. In a loop, `advance` is the content's
/// width, so that copies without spacing follow each other like letters, and the overhangs lie over the neighbouring copies.
public struct Strip: Hashable, Sendable {
    /// The most column words (64 rows of one column each) of one strip: 16 MiB.
    public static let maximumWords = 2_097_152

    /// The pixels; column `origin` is where the pen starts.
    public let bitmap: MonoBitmap
    /// The column of `bitmap` in which the pen starts: the number of columns that ink reaches out to the left.
    public let origin: Int
    /// How far the pen moves, in pixels; of several lines from the left-most start to the right-most end.
    public let advance: Int
    /// The columns from the first one with ink to the last one, typed white space at the ends included.
    ///
    /// Counted from the pen's start, left of which ink may lie.
    public let columns: Range<Int>
    /// The row below the first line's base line, counted from the top: its ascent.
    public let baseline: Int

    /// Creates a strip from a picture and its measures.
    ///
    /// Negative `origin` and `advance` count as zero; without `columns` all of the picture has to fit.
    public init(
        bitmap: MonoBitmap, origin: Int = 0, advance: Int, columns: Range<Int>? = nil, baseline: Int
    ) {
        self.columns = columns ?? -max(0, origin)..<bitmap.width - max(0, origin)
        self.bitmap = bitmap
        self.origin = max(0, origin)
        self.advance = max(0, advance)
        self.baseline = baseline
    }

    /// Whether a picture of that size takes no more than `maximumWords`.
    static func isWithinLimits(columns: Int, rows: Int) -> Bool {
        let wordsPerColumn = (rows + 63) >> 6
        return columns <= maximumWords && wordsPerColumn <= maximumWords && columns * wordsPerColumn <= maximumWords
    }

    /// The number of rows.
    public var height: Int { bitmap.height }
    /// Whether it takes no space and shows nothing.
    public var isEmpty: Bool { advance == 0 && bitmap.width == 0 }
}

/// Where the lines of a block lie within it.
public struct TextBlock: Sendable {
    /// How far the pen moves, and the rows of all lines.
    public let size: Size
    /// The columns that are aligned and have to fit: from the first one with ink to the last one.
    public let columns: Range<Int>
    /// For each line the column of its pen and the row of its base line.
    public let origins: [Point]

    /// Creates a block of lines whose places are known; none for a picture in place of a text.
    ///
    /// Without `columns` the whole width has to fit.
    public init(size: Size, columns: Range<Int>? = nil, origins: [Point]) {
        self.size = size
        self.columns = columns ?? 0..<size.width
        self.origins = origins
    }
}
