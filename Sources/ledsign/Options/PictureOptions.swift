import ArgumentParser
import Boards
import ImageFiles

/// How a panel becomes a picture: the options that `render` and `decode` share.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            leds: like a panel of round LEDs; pixels: one image pixel per LED, exact colours; levels: one image pixel per \
            LED, what the panel can show at this depth and brightness. (default: leds; decode of HUB75 wires: levels)
            """))
    var style: PanelStyle?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Image pixels from LED to LED in the style leds, 4 to 64.", valueName: "pixels"))
    var pitch = 12

    mutating func validate() throws {
        guard (4...64).contains(pitch) else { throw ValidationError("--pitch is \(pitch), and has to be 4 to 64") }
    }

    /// The painter of a board's pictures.
    ///
    /// - Parameter usual: the style where none was asked for.
    func painter(for board: Board, usual: PanelStyle = .leds) -> PanelPainter {
        PanelPainter(style: style ?? usual, ledColor: board.previewColor, pitch: pitch)
    }
}
