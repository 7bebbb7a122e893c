import ArgumentParser
import Boards
import ImageFiles

/// How a picture shows the panel: options of `render` and `decode`.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            leds: round LEDs; pixels: one image pixel per LED, exact colours; levels: one image pixel per LED, as the panel \
            shows it at this depth and brightness; scanout: the picture that a display engine scans out, for boards with \
            port: dpi (render only). (default: leds; for decode of HUB75 wires: levels)
            """))
    var style: PictureStyle?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Image pixels from LED to LED with --style leds, 4 to 64.", valueName: "pixels"))
    var pitch = 12

    mutating func validate() throws {
        guard (4...64).contains(pitch) else { throw ValidationError("--pitch must be 4 to 64, not \(pitch)") }
    }

    /// The painter for pictures of a board.
    func painter(for board: Board, defaultStyle: PanelStyle = .leds) -> PanelPainter {
        PanelPainter(style: style?.panelStyle ?? defaultStyle, ledColor: board.previewColor, pitch: pitch)
    }
}
