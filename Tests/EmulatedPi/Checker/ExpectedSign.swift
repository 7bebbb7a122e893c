import BitmapFonts
import Boards
import Marquee
import PanelDrivers
import PixelGraphics
import SignHost
import Timelines

/// The pictures that a board has to show: those of the library at instants since the start of the content.
struct ExpectedSign {
    let board: Board
    private var presenter: Presenter

    /// Lays out a text as `ledsign show` does without further options.
    ///
    /// - Parameters:
    ///   - fonts: the folder of the shipped fonts.
    ///   - brightness: in percent.
    init(_ text: String, board: Board, fonts: String, color: Color = .white, brightness: Int = 100) throws {
        self.board = board
        let names =
            board.size.height < 16
            ? ["ledsign-8", "ledsign-icons-8"]
            : ["ledsign-16-bold", "ledsign-8", "ledsign-icons-8"]
        let chain = FontChain(try names.map { try FontFile.load(path: "\(fonts)/\($0).bdf") })
        var message = Message(text, fonts: chain)
        message.color = color
        message.motion.pace = .speed(Speed(30))
        message.motion.spacing = max(8, board.size.width / 4)
        let content = try MessageContent(message, size: board.size)
        presenter = Presenter(
            content, size: board.size, format: board.format, brightness: Brightness(percent: brightness))
    }

    /// The frame of an instant, in nanoseconds; instants only grow.
    mutating func frame(at instant: Int64) -> Frame {
        _ = presenter.present(at: Instant(nanoseconds: instant))
        return presenter.frame
    }

    /// What a panel with eleven bits a colour can show of a frame.
    static func levels(_ frame: Frame, _ dimming: Dimming) -> RGBBitmap {
        func level(_ value: UInt8) -> Int { dimming.light(value: Int(value), brightness: frame.brightness.percent) }
        var shown = RGBBitmap(size: frame.canvas.size)
        for y in 0..<shown.height {
            for x in 0..<shown.width {
                let color = frame.canvas.rgb[x, y]
                shown[x, y] = Color(
                    redLevel: level(color.red), greenLevel: level(color.green), blueLevel: level(color.blue))
            }
        }
        return shown
    }
}
