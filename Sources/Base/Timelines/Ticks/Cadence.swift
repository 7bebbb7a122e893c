/// How often content may change; content hides what its cadence cannot keep true.
///
/// A clock drops its seconds in the minutes cadence. A dimmed or power-saving sign lowers the cadence.
public enum Cadence: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// At every tick.
    case live
    /// At most once a second.
    case seconds
    /// At most once a minute.
    case minutes

    /// The shortest time between two looks; zero for live.
    public var minimumInterval: Nanoseconds {
        switch self {
        case .live: return .zero
        case .seconds: return .seconds(1)
        case .minutes: return .seconds(60)
        }
    }

    /// Orders by how often: live comes first.
    public static func < (left: Cadence, right: Cadence) -> Bool { left.rawValue < right.rawValue }
}
