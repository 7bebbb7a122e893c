import PixelGraphics

/// What is kept of a picture that a file declares.
struct ImagePlan {
    /// The extent that the file declares, in pixels.
    let source: Size
    /// The part of it that is shown.
    let part: Rectangle
    /// The extent that this part gets.
    let kept: Size

    /// Plans for an area; nil leaves its size.
    init(_ source: Size, fit: ImageFit, area: Size?) {
        self.source = source
        part = area.map { fit.part(of: source, in: $0) } ?? Rectangle(source)
        kept = area.map { fit.size(of: source, in: $0) } ?? source
    }
}
