import Settings

/// Everything that is wrong with a sign file, in the order of the file.
package struct SignError: Error, Equatable, Sendable {
    /// One or more problems.
    package let problems: [SignProblem]

    /// Gathers problems of one file; they are put in its order.
    package init(problems: [SignProblem]) {
        self.problems = problems.inOrder()
    }
}

extension SignError: CustomStringConvertible {
    /// One line for each problem.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
