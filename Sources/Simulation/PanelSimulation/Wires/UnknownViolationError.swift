import PixelGraphics

/// An unknown name of a kind of violation.
public struct UnknownViolationError: Error, Equatable, Sendable {
    /// What was given.
    public let name: String
    /// The known names.
    public let known: [String]
    /// The known name nearest to it; nil if no name is similar enough.
    public var nearest: String? { NearestName.find(name, among: known) }
}

extension UnknownViolationError: CustomStringConvertible {
    /// One line: what was given, the nearest name, and all known names.
    public var description: String {
        let guess = nearest.map { "did you mean \"\($0)\"? " } ?? ""
        return "unknown violation \"\(name)\": \(guess)the known names are \(known.joined(separator: ", "))"
    }
}
