import PanelDrivers
import PixelGraphics

/// A panel and how it is connected, as a board file describes it.
public struct Board: Hashable, Sendable {
    /// The name: that of its file without folder and ending.
    public let name: String
    /// What it is, in one line.
    public let summary: String
    /// What shows the pictures.
    public let panel: Panel
    /// The colour of the LEDs of a mono panel, for previews.
    public let ledColor: LEDColor

    /// What shows the pictures.
    public enum Panel: Hashable, Sendable {
        /// A picture that exists in memory only, without wires.
        case picture(size: Size, format: Canvas.Format)
        /// A chain of MAX7219 modules.
        case max7219(MAX7219Board)
        /// Chains of HUB75 panels.
        case hub75(HUB75Board)
    }

    /// The extent of the picture in pixels.
    public var size: Size {
        switch panel {
        case .picture(let size, _): size
        case .max7219(let board): board.chain.size
        case .hub75(let board): board.map.visibleSize
        }
    }

    /// How a pixel is stored.
    public var format: Canvas.Format {
        switch panel {
        case .picture(_, let format): format
        case .max7219: .mono
        case .hub75: .rgb
        }
    }

    /// Whether there is no hardware behind it.
    public var isSimulated: Bool {
        switch panel {
        case .picture: true
        case .max7219(let board): board.device == .simulated
        case .hub75(let board): board.port == .simulated
        }
    }
}
