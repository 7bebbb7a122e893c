/// Why a HUB75 encoder cannot be made: every problem of the matrix, the lines, the settings and the timing.
public struct HUB75SetupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problems, each a sentence without a full stop: what was given, what was expected.
    public let problems: [String]

    /// All problems, one a line.
    public var description: String { problems.joined(separator: "\n") }
}
