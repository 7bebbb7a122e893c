/// How far a module hangs turned clockwise from where its picture is upright.
public enum ModuleRotation: Int, CaseIterable, Hashable, Sendable {
    /// Upright.
    case none = 0
    /// A quarter turn: what was its top side is at the right.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// Three quarter turns: what was its top side is at the left.
    case threeQuarters = 270

    /// The number of quarter turns, 0 to 3.
    public var quarterTurns: Int { rawValue / 90 }

    /// Returns the rotation by both, one after the other.
    public func adding(_ other: ModuleRotation) -> ModuleRotation {
        ModuleRotation(rawValue: (rawValue + other.rawValue) % 360) ?? .none
    }
}
