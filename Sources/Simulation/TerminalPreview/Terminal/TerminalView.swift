import PixelGraphics

/// A frame as cells of a terminal.
struct TerminalView {
    let frame: Frame
    let layout: TerminalLayout
    let style: TerminalPictureStyle
    let ledColor: Color

    private var canvas: Canvas { frame.canvas }

    /// The body of a dark LED.
    private var unlit: Color {
        canvas.format == .rgb
            ? Color(red: 22, green: 22, blue: 24)
            : Color(red: ledColor.red / 8 + 6, green: ledColor.green / 8 + 6, blue: ledColor.blue / 8 + 6)
    }

    /// A preview at 5 percent would show nothing: the lower third is left out, but dark is dark.
    private var percent: Int { frame.brightness.percent == 0 ? 0 : 30 + frame.brightness.percent * 70 / 100 }

    /// The cell, counted from the picture's top left.
    func cell(column: Int, row: Int) -> TerminalCell {
        if style == .ascii { return .character(UInt8(ascii: isLit(x: column, y: row) ? "#" : ".")) }
        return .dots(upper: code(x: column, y: 2 * row), lower: code(x: column, y: 2 * row + 1))
    }

    private func code(x: Int, y: Int) -> UInt32 {
        let color = color(x: x, y: y)
        return style == .trueColor ? color.rawValue : UInt32(Self.paletteNumber(nearest: color))
    }

    private func isLit(x: Int, y: Int) -> Bool {
        percent > 0 && leds(x: x, y: y) { canvas.format == .mono ? canvas.mono[$0, $1] : canvas.rgb[$0, $1] != .black }
    }

    /// Whether one of the LEDs of a dot is as asked.
    private func leds(x: Int, y: Int, _ condition: (Int, Int) -> Bool) -> Bool {
        let factor = layout.reduction
        for ledY in y * factor..<(y + 1) * factor {
            for ledX in x * factor..<(x + 1) * factor where condition(ledX, ledY) { return true }
        }
        return false
    }

    /// The colour of a dot; the last dots of large LEDs are the gap between them.
    private func color(x: Int, y: Int) -> Color {
        let size = layout.magnification
        guard y < layout.dots.height else { return .black }
        guard size < 3 || (x % size < size - 1 && y % size < size - 1) else { return .black }
        if canvas.format == .mono {
            return isLit(x: x / size, y: y / size) ? mixed(ledColor) : unlit
        }
        return mixed(brightest(x: x / size, y: y / size))
    }

    /// The largest red, green and blue of the LEDs of a dot: thin strokes stay visible.
    private func brightest(x: Int, y: Int) -> Color {
        let factor = layout.reduction
        guard factor > 1 else { return canvas.rgb[x, y] }
        var red: UInt8 = 0
        var green: UInt8 = 0
        var blue: UInt8 = 0
        for ledY in y * factor..<(y + 1) * factor {
            for ledX in x * factor..<(x + 1) * factor {
                let color = canvas.rgb[ledX, ledY]
                red = max(red, color.red)
                green = max(green, color.green)
                blue = max(blue, color.blue)
            }
        }
        return Color(red: red, green: green, blue: blue)
    }

    /// A dimmed colour, at least as bright as a dark LED.
    private func mixed(_ color: Color) -> Color {
        guard color != .black else { return unlit }
        func channel(_ value: UInt8) -> Int { Int(value) * percent / 100 }
        let dimmed = [channel(color.red), channel(color.green), channel(color.blue)]
        // Dimmer than the body of a LED: the body is seen.
        guard (dimmed.max() ?? 0) > Int(max(unlit.red, unlit.green, unlit.blue)) else { return unlit }
        return Color(red: UInt8(dimmed[0]), green: UInt8(dimmed[1]), blue: UInt8(dimmed[2]))
    }

    /// The channel of each of the six steps of the cube that is in the 256 colours of xterm (256colres), between 16 of the user's and
    /// 24 greys.
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// The number of the nearest colour, 16 to 255; the first 16 are not used, because the user can change them.
    private static func paletteNumber(nearest color: Color) -> Int {
        let channels = [Int(color.red), Int(color.green), Int(color.blue)]
        let places = channels.map { channel in
            steps.indices.min { abs(steps[$0] - channel) < abs(steps[$1] - channel) } ?? 0
        }
        let cubeError = zip(channels, places).reduce(0) { $0 + square($1.0 - steps[$1.1]) }
        // The greys are 8, 18, ... 238.
        let mean = channels.reduce(0, +) / 3
        let grey = min(max((mean - 3) / 10, 0), 23)
        let greyError = channels.reduce(0) { $0 + square($1 - (8 + 10 * grey)) }
        return greyError < cubeError ? 232 + grey : 16 + 36 * places[0] + 6 * places[1] + places[2]
    }

    private static func square(_ number: Int) -> Int { number * number }
}
