import PixelGraphics

/// Paints frames in a style; made once, used for every frame of a panel.
package struct PanelPainter: Sendable {
    /// The style.
    package let style: PanelStyle
    /// The colour of the LEDs of mono panels.
    package let ledColor: Color
    /// The distance of two LEDs in image pixels; 1 for `pixels` and `levels`.
    package let pitch: Int
    private let artist: LEDArtist?

    /// Creates a painter.
    ///
    /// - Parameter ledColor: the colour of the LEDs of mono panels; RGB panels have their own colours.
    /// - Parameter pitch: the distance of two LEDs in image pixels, 4 to 64, for the style `leds` alone.
    package init(style: PanelStyle, ledColor: Color = Color(rawValue: 0x00FF_2A1A), pitch: Int = 12) {
        self.style = style
        self.ledColor = ledColor
        self.pitch = style == .leds ? min(max(pitch, 4), 64) : 1
        artist = style == .leds ? LEDArtist(pitch: self.pitch) : nil
    }

    /// The extent of the image of a panel of that size.
    package func imageSize(of panel: Size) -> Size {
        Size(width: panel.width * pitch, height: panel.height * pitch)
    }

    /// Paints a frame.
    ///
    /// Integer arithmetic alone: the same frame gives the same pixels on every machine.
    package func paint(_ frame: Frame) -> RGBBitmap {
        if let artist { return artist.paint(frame, ledColor: ledColor) }
        if frame.canvas.format == .rgb { return frame.canvas.rgb }
        var picture = RGBBitmap(size: frame.canvas.size)
        for y in 0..<picture.height {
            for x in 0..<picture.width where frame.canvas.mono[x, y] { picture[x, y] = ledColor }
        }
        return picture
    }
}

/// How a frame becomes a picture for people.
package enum PanelStyle: String, CaseIterable, Hashable, Sendable {
    /// One image pixel for each LED, in the canvas's exact colours; brightness is ignored.
    case pixels
    /// Like a real panel: round LEDs on black with a soft glow, as bright as the frame says.
    case leds
    /// One image pixel for each LED, as bright as the panel can make it: depth and brightness as they arrive, relative
    /// luminance as sRGB has it.
    ///
    /// Painters take frames whose colours are these already.
    case levels
}
