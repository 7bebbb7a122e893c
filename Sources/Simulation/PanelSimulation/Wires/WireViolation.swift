/// A signal that breaks a rule of the chips on the wires, and when it did.
///
/// Times of captures are rounded down to whole nanoseconds, which never makes a length that suffices too short.
public struct WireViolation<Kind: ViolationKind>: Error, Hashable, Sendable {
    /// A simulated panel keeps that many violations of each kind, so that frequent ones do not hide the others.
    public static var mostOfAKind: Int { 25 }

    /// What is wrong.
    public let kind: Kind
    /// When, in nanoseconds on the wires' timeline.
    public let time: Int64
    /// What was seen: nanoseconds, or what the kind counts.
    public let found: Int64
    /// What has to be: the least number of nanoseconds, or what the kind counts.
    public let expected: Int64
}

extension WireViolation: CustomStringConvertible {
    /// One line that says what, when, and what should have been.
    public var description: String { "at \(time) ns: \(kind.words(found: found, expected: expected))" }
}

/// The kinds of violations that one type of panel can have.
public protocol ViolationKind: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Says what was found and what was expected instead, without the time.
    func words(found: Int64, expected: Int64) -> String
}

extension ViolationKind {
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
    public static func kinds(parsing text: String) throws(UnknownViolationError) -> Set<Self> {
        var kinds: Set<Self> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Self(name: String(part)) else {
                throw UnknownViolationError(name: String(part), known: allCases.map(\.name))
            }
            kinds.insert(kind)
        }
        return kinds
    }
}
