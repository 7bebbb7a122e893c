import SignFiles

extension SignPlayer {
    /// Everything that is wrong with a file that is not fit to be shown, with what its messages name; never waits for
    /// images.
    ///
    /// - Parameter found: what was wrong with its values already.
    package func problems(of file: SignFile, found: [SignProblem]) -> [SignProblem] {
        let problems = found + file.areaProblems(size)
        let all = problems + maker(of: file).problems(size)
        return SignError(problems: all.withoutRepetitions).problems
    }
}
