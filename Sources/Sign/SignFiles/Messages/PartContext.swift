import PixelGraphics

/// What holds for a part because of what it lies in.
struct PartContext {
    /// What holds for the message or zone.
    var sign: SignContext
    /// How deep it lies, from 1.
    var level = 1
    /// Whether it is one of those that take turns.
    var takesTurns = false

    /// The default colour.
    var color: Color { sign.style.color ?? .white }

    /// The same for the parts within.
    func deeper(takesTurns: Bool = false) -> PartContext {
        PartContext(sign: sign, level: level + 1, takesTurns: takesTurns || self.takesTurns)
    }
}
