import PanelDrivers
import PixelGraphics

/// A panel and how it is connected, as a board file describes it.
package struct Board: Hashable, Sendable {
    /// The name: that of its file without folder and ending.
    package let name: String
    /// What it is, in one line.
    package let summary: String
    /// What shows the pictures.
    package let panel: Panel
    /// The colour of the LEDs of a mono panel, for previews.
    package let ledColor: LEDColor

    /// The colour of a lit LED in pictures of mono panels.
    package var previewColor: Color { ledColor.color }

    /// What shows the pictures.
    package enum Panel: Hashable, Sendable {
        /// A picture that exists in memory only, without wires.
        case picture(size: Size, format: Canvas.Format)
        /// A chain of MAX7219 modules.
        case max7219(MAX7219Board)
        /// Chains of HUB75 panels.
        case hub75(HUB75Board)
    }

    /// The extent of the picture in pixels.
    package var size: Size {
        switch panel {
        case .picture(let size, _): size
        case .max7219(let board): board.chain.size
        case .hub75(let board): board.map.visibleSize
        }
    }

    /// How a pixel is stored.
    package var format: Canvas.Format {
        switch panel {
        case .picture(_, let format): format
        case .max7219: .mono
        case .hub75: .rgb
        }
    }

    /// Whether there is no hardware behind it.
    package var isSimulated: Bool {
        switch panel {
        case .picture: true
        case .max7219(let board): board.device == .simulated
        case .hub75(let board): board.port == .simulated
        }
    }
}

/// The colours in which single-coloured LED matrices are made.
package enum LEDColor: String, CaseIterable, Hashable, Sendable {
    /// The most common colour.
    case red
    /// Orange-yellow, as on buses and trains.
    case amber
    /// Yellow.
    case yellow
    /// Green.
    case green
    /// Blue.
    case blue
    /// White.
    case white

    /// The colour of a lit LED in previews.
    package var color: Color {
        switch self {
        case .red: Color(rawValue: 0xFF2814)
        case .amber: Color(rawValue: 0xFFA000)
        case .yellow: Color(rawValue: 0xFFE600)
        case .green: Color(rawValue: 0x28FF3C)
        case .blue: Color(rawValue: 0x3264FF)
        case .white: .white
        }
    }
}
