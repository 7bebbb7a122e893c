import PixelGraphics

/// A name that no kind of violation has.
public struct UnknownWireFault: Error, Equatable, Sendable {
    /// What was given.
    public let name: String
    /// The names that there are.
    public let known: [String]
    /// The name that it was probably meant to be.
    public var nearest: String? { NearestName.find(name, among: known) }
}

extension UnknownWireFault: CustomStringConvertible {
    /// One line: what was given, what it probably should have been, and what there is.
    public var description: String {
        let guess = nearest.map { "did you mean \"\($0)\"? " } ?? ""
        return "there is no violation \"\(name)\": \(guess)the names are \(known.joined(separator: ", "))"
    }
}
