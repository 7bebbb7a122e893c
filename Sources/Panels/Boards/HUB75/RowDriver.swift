/// The chips that drive the rows of a panel, and the dark times that keep one row from glowing with the picture of another.
///
/// A row driver takes time to turn a row off and the next one on, and a row that was turned off keeps a charge, which lights
/// LEDs of the next row's picture faintly. The times are where to begin, from what other programs use (185 ns where nothing
/// is known of the panel, 1 us and more for slow row drivers); no panel was measured for this project.
package enum RowDriver: String, CaseIterable, Hashable, Sendable {
    /// Unknown, or a panel that shows no ghosts.
    case plain
    /// 74HC138 decoders with pairs of transistors (4953, 9926): nothing discharges a row that was turned off.
    case hc138 = "74hc138"
    /// Decoders that discharge rows: RUC7258, TC7258 and the like.
    case discharging
    /// Shift registers: SM5266P, SM5368, DP32020A and the like.
    case shifting

    /// The dark time before the row address changes, in ns.
    package var darkGap: Int64 {
        switch self {
        case .plain: 0
        case .hc138: 1_000
        case .discharging, .shifting: 200
        }
    }

    /// The dark time after the row address has changed, in ns.
    package var settle: Int64 {
        switch self {
        case .plain: 0
        case .hc138: 1_000
        case .discharging: 200
        case .shifting: 500
        }
    }
}
