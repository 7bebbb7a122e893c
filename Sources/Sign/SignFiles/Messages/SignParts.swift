import Settings

/// Parts of a message that lie over each other, each with its own time.
package struct SignParts: Equatable, Sendable {
    /// The parts from the bottom to the top.
    package var parts: [SignPart]

    /// The parts that a list may have, and the parts within parts.
    package static let maximumParts = 200
    /// How deep parts may lie within parts.
    package static let maximumLevels = 8

    /// Creates parts from the bottom to the top.
    package init(_ parts: [SignPart]) {
        self.parts = parts
    }

    /// The parts and all parts within them, each before those within it.
    package var all: [SignPart] { parts.flatMap { [$0] + $0.inner.all } }

    /// Whether any part shows the time of day or something else that does not begin with the parts.
    package var followsTheClock: Bool { parts.contains(where: \.followsTheClock) }
}

extension SignParts {
    /// Reads the list at the key `parts`, without the parts that cannot be read; nil if it is no list of parts.
    static func reading(_ fields: inout SignFields, context: SignContext) -> SignParts? {
        reading("parts", &fields, PartContext(sign: context))
    }

    static func reading(_ key: String, _ fields: inout SignFields, _ context: PartContext) -> SignParts? {
        guard context.level <= maximumLevels else {
            fields.accept(key)
            fields.record(.part(.tooDeep(limit: maximumLevels)), at: fields.keyPlace(of: key))
            return nil
        }
        let parts = fields.list(
            key, expected: "a list of parts, each with a text, an image, a shape or other content", textKey: "text",
            maximum: maximumParts, keepsOthers: true
        ) { SignPart(&$0, context) }
        return parts.map { SignParts($0) }
    }
}
