import Settings

/// A signal that breaks a rule of the chips on the wires, and when it did.
///
/// Times of captures are rounded down to whole nanoseconds, which never makes a length that suffices too short.
public struct WireViolation<Kind: ViolationKind>: Hashable, Sendable {
    /// A simulated panel keeps that many violations of each kind, so that frequent ones do not hide the others.
    public static var maximumOfAKind: Int { 25 }

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
    ///
    /// - Throws: `TextError` at the first unknown name, with the nearest one and all known names.
    public static func kinds(parsing text: String) throws(TextError) -> Set<Self> {
        var kinds: Set<Self> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Self(name: String(part)) else {
                let known = allCases.map(\.name)
                let nearest = NearestName.find(String(part), among: known)
                let guess = nearest.map { "did you mean \"\($0)\"? " } ?? ""
                throw TextError(
                    "unknown violation \"\(part)\": \(guess)the known names are \(known.joined(separator: ", "))",
                    at: text.unicodeScalars.distance(from: text.startIndex, to: part.startIndex))
            }
            kinds.insert(kind)
        }
        return kinds
    }
}

/// The violations that wires were found with: the first of each kind, and how many there were.
struct WireViolationLog<Kind: ViolationKind>: Sendable {
    /// What was wrong, the first of each kind, in the order of time.
    private(set) var violations: [WireViolation<Kind>] = []
    /// How often each kind was seen.
    private(set) var counts: [Kind: Int] = [:]
    private let allowed: Set<Kind>

    init(allowing: Set<Kind>) {
        allowed = allowing
    }

    /// Records a time after an edge that is too short.
    @inline(__always)
    mutating func check(_ kind: Kind, from start: Int64, to time: Int64, least: Int64) {
        if time < start &+ least { record(kind, at: time, found: time &- start, expected: least) }
    }

    /// Records a violation, unless its kind is allowed.
    mutating func record(_ kind: Kind, at time: Int64, found: Int64, expected: Int64) {
        guard !allowed.contains(kind) else { return }
        let count = counts[kind, default: 0] + 1
        counts[kind] = count
        guard count <= WireViolation<Kind>.maximumOfAKind else { return }
        violations.append(WireViolation(kind: kind, time: time, found: found, expected: expected))
    }
}
