/// What a panel shows at an instant: a canvas and the brightness of the whole.
public struct Frame: Sendable {
    /// The picture.
    public var canvas: Canvas
    /// The brightness of the whole panel.
    public var brightness: Brightness

    /// Creates a frame from a canvas.
    public init(canvas: Canvas, brightness: Brightness = .full) {
        self.canvas = canvas
        self.brightness = brightness
    }

    /// Creates a dark frame at full brightness.
    public init(size: Size, format: Canvas.Format) {
        canvas = Canvas(size: size, format: format)
        brightness = .full
    }
}
