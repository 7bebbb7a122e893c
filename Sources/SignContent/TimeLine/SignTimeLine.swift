import SettingsFiles

/// A time-line of a sign file: parts that lie over each other, each with its own time.
public struct SignTimeLine: Equatable, Sendable {
    /// The parts from the bottom to the top.
    public var parts: [SignPart]

    /// The parts that a list may have, and the parts within parts.
    public static let mostParts = 200
    /// How deep parts may lie within parts.
    public static let mostLevels = 8

    /// Creates a time-line of parts from the bottom to the top.
    public init(_ parts: [SignPart]) {
        self.parts = parts
    }

    /// The names of all cues, and where they stand in the file.
    package var cueNames: [(name: String, place: TextPlace?)] { parts.flatMap(\.cueNames) }

    /// Whether any part shows the time of day or something else that does not begin with the time-line.
    var followsTheClock: Bool { parts.contains(where: \.followsTheClock) }
}

extension SignTimeLine {
    /// Reads the list at the key `parts`, without the parts that cannot be read; nil where it is no list of parts.
    static func reading(_ fields: inout SignFields, context: SignContext) -> SignTimeLine? {
        reading("parts", &fields, PartContext(sign: context))
    }

    static func reading(_ key: String, _ fields: inout SignFields, _ context: PartContext) -> SignTimeLine? {
        guard context.level <= mostLevels else {
            fields.accept(key)
            fields.note(.timeLine(.tooDeep), at: fields.keyPlace(of: key))
            return nil
        }
        let parts = fields.list(
            key, expected: "a list of parts, each with a text, an image, a shape or the like", textKey: "text",
            most: mostParts, keepsOthers: true
        ) { SignPart(&$0, context) }
        return parts.map { SignTimeLine($0) }
    }
}

/// What holds for a part because of what it lies in.
struct PartContext {
    /// What holds for the message or zone.
    var sign: SignContext
    /// How deep it lies, from 1.
    var level = 1
    /// Whether it is one of those that take turns.
    var takesTurns = false

    /// The same for the parts within.
    func deeper(takesTurns: Bool = false) -> PartContext {
        PartContext(sign: sign, level: level + 1, takesTurns: takesTurns || self.takesTurns)
    }
}
