import PixelGraphics

extension MAX7219Violation.Kind {
    /// The name on command lines: `clock-too-fast`.
    public var name: String {
        var name = ""
        for letter in rawValue { name += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
        return name
    }

    /// Finds a kind by its name on command lines, or by its raw value.
    public init?(name: String) {
        guard let kind = Self.allCases.first(where: { $0.name == name || $0.rawValue == name }) else { return nil }
        self = kind
    }

    /// Reads names that are separated by commas, such as `word-length,set-up`.
    public static func kinds(parsing text: String) throws(UnknownMAX7219Violation) -> Set<Self> {
        var kinds: Set<Self> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Self(name: String(part)) else { throw UnknownMAX7219Violation(name: String(part)) }
            kinds.insert(kind)
        }
        return kinds
    }
}

/// A name that no kind of violation has.
public struct UnknownMAX7219Violation: Error, Equatable, Sendable {
    /// What was given.
    public let name: String
    /// The name that it was probably meant to be.
    public var nearest: String? { NearestName.find(name, among: MAX7219Violation.Kind.allCases.map(\.name)) }
}

extension UnknownMAX7219Violation: CustomStringConvertible {
    /// One line: what was given, what it probably should have been, and what there is.
    public var description: String {
        let guess = nearest.map { "did you mean \"\($0)\"? " } ?? ""
        let known = MAX7219Violation.Kind.allCases.map(\.name).joined(separator: ", ")
        return "there is no violation \"\(name)\": \(guess)the names are \(known)"
    }
}
