/// Why a file gives no font: every problem found in it, each with its place and its fix.
///
/// A text file (BDF, hex) is read to its end and all its problems are listed, `FontLimits.problems` of them at most;
/// a binary file (PCF, PSF, gzip) stops at its first.
public struct FontError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the file, or the label that the caller gave.
    public let source: String
    /// The first problems in the order of the file; at least one.
    public let problems: [FontProblem]
    /// The number of all problems, listed or not.
    public let problemCount: Int

    /// Creates the error from the problems to list and the number of all of them.
    public init(source: String, problems: [FontProblem], problemCount: Int? = nil) {
        self.source = source
        self.problems = problems
        self.problemCount = max(problems.count, problemCount ?? 0)
    }

    /// A problem of a file as a whole.
    init(source: String, _ reason: FontProblem.Reason) {
        self.init(source: source, problems: [FontProblem(place: .file, reason: reason)])
    }

    /// One line per problem, `path:line: reason; fix`, and a last line that counts those not listed.
    public var description: String {
        var lines = problems.map { problem in
            switch problem.place {
            case .file: "\(source): \(problem)"
            case .line(let line): "\(source):\(line): \(problem)"
            case .byte(let offset): "\(source): byte \(offset): \(problem)"
            }
        }
        if problemCount > problems.count {
            lines.append("\(source): \(problemCount - problems.count) more problems are not listed")
        }
        return lines.joined(separator: "\n")
    }
}
