import PixelGraphics

/// One frame as GIF stores it: a rectangle of palette indices.
struct GIFFrameData {
    /// Where the frame lies on the picture.
    let rectangle: Rectangle
    /// The palette's places, row by row.
    let indices: [UInt8]
    /// The same with the transparent place for pixels that do not change; nil without a picture to paint over.
    let sparseIndices: [UInt8]?
    /// The frame's own palette, or nil if the file's serves.
    let palette: [Color]?
    /// How long the frame is shown; above 65535 it takes several frames.
    private(set) var hundredths: Int

    init(
        rectangle: Rectangle, indices: [UInt8], sparseIndices: [UInt8]? = nil, palette: [Color]?, hundredths: Int
    ) {
        self.rectangle = rectangle
        self.indices = indices
        self.sparseIndices = sparseIndices
        self.palette = palette
        self.hundredths = hundredths
    }

    /// Shows the frame longer; the sum saturates.
    mutating func extend(by time: Int) {
        let (sum, overflow) = hundredths.addingReportingOverflow(time)
        hundredths = overflow ? .max : sum
    }

    /// The frame's top left pixel alone.
    var firstPixel: GIFFrameData {
        GIFFrameData(
            rectangle: Rectangle(x: rectangle.x, y: rectangle.y, width: 1, height: 1), indices: [indices[0]],
            palette: palette, hundredths: hundredths)
    }
}
