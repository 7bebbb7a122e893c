/// The name of an MQTT topic, or the beginning of one: levels between slashes, without wildcards.
package struct TopicName: Hashable, Sendable {
    /// As it is written.
    package let text: String

    /// The bytes that a name may have; what a sign appends fits in MQTT's 65,535 by far.
    package static let mostBytes = 200

    /// Returns nil for an empty or long text, wildcards, control characters, empty levels, and a leading `$`, which brokers
    /// keep for themselves (MQTT 3.1.1, 4.7).
    package init?(_ text: String) {
        guard (1...Self.mostBytes).contains(text.utf8.count), text.first != "$",
            text.unicodeScalars.allSatisfy({ Self.isLetter($0) }),
            text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { return nil }
        self.text = text
    }

    /// Makes a level of a name out of any text: what cannot be there becomes a hyphen.
    package init(level text: String) {
        let letters = text.unicodeScalars.prefix(48).map { $0 != "/" && $0 != "$" && Self.isLetter($0) ? $0 : "-" }
        self.text = letters.isEmpty ? "-" : String(String.UnicodeScalarView(letters))
    }

    /// Whether the text is one level of a name.
    package static func isLevel(_ text: String) -> Bool { !text.contains("/") && TopicName(text) != nil }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "+" && scalar != "#" && scalar.properties.generalCategory != .control
            && scalar.properties.generalCategory != .unassigned && !scalar.properties.isNoncharacterCodePoint
    }
}
