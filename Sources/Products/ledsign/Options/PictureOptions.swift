import ArgumentParser
import Boards
import Foundation
import ImageFiles
import SignHost

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
        help: ArgumentHelp(
            """
            Image pixels from LED to LED with --style leds, 4 to 64. (default: 12; for animations of more than 256 LEDs less, \
            so that files stay small: 4 for 64x32)
            """, valueName: "pixels"))
    var pitch: Int?

    /// The pitch of stills, and the largest of animations.
    private static let defaultPitch = 12
    /// The most image pixels of animations: those of 32x8 LEDs at the default pitch.
    private static let maximumAnimatedPixels = 256 * defaultPitch * defaultPitch

    mutating func validate() throws {
        if let pitch { try check("--pitch", pitch, in: 4...64) }
    }

    /// The painter for pictures of a board.
    func painter(for board: Board, defaultStyle: PanelStyle = .leds, isAnimated: Bool = false) -> PanelPainter {
        let pixels = board.size.width * board.size.height
        let fitting =
            isAnimated
            ? (4...Self.defaultPitch).last { pixels * $0 * $0 <= Self.maximumAnimatedPixels } ?? 4 : Self.defaultPitch
        return PanelPainter(
            style: style?.panelStyle ?? defaultStyle, ledColor: board.previewColor, pitch: pitch ?? fitting)
    }
}

/// What `--style` takes: how a frame becomes a picture, or the picture that a display engine scans out for it.
enum PictureStyle: String, CaseIterable, ExpressibleByArgument {
    case pixels, leds, levels, scanout

    /// The style of frames; nil for what is no picture of the panel.
    var panelStyle: PanelStyle? { PanelStyle(rawValue: rawValue) }
}

/// Which board a command works for.
struct BoardChoice: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A board by name or by the path of its file.",
            discussion: """
                Without it $LEDSIGN_BOARD names the board, then `board:` in ~/.config/ledsign/config.yaml or \
                /etc/ledsign/config.yaml, else it is sim-64x32. `ledsign board list` shows them.
                """,
            valueName: "board"),
        completion: .boards)
    var board: String?

    /// Finds the board: the option, the environment variable, the configuration file, or the default.
    var resolver: BoardResolver {
        BoardResolver(given: board) {
            let named = ProcessInfo.processInfo.environment["LEDSIGN_BOARD"] ?? ""
            return try named.isEmpty ? Configuration.load().board ?? BoardResolver.simulated : named
        }
    }

    func load() throws -> Board { try resolver.load() }
}

/// The board of a command that also accepts the board of a sign file.
struct BoardOfSign: ParsableArguments {
    @OptionGroup var choice: BoardChoice

    @Option("Use the board of this sign file, unless --board is given.", value: "file", completion: .signFiles)
    var sign: String?

    /// Reads the board: that of --board, or of the sign file, or the default one of this machine.
    ///
    /// Other errors in the sign file do not matter: its panel must go dark, too.
    func load() throws -> Board {
        guard choice.board == nil, let sign else { return try choice.load() }
        return try SignFileLoader.board(namedBy: sign, boards: choice.resolver)
    }
}
