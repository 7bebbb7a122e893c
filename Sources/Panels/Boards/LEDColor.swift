import PixelGraphics

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
