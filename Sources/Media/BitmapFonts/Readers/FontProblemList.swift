/// Collects the problems of one file, the first of them in full.
struct FontProblemList {
    private(set) var problems: [FontProblem] = []
    private(set) var count = 0

    /// Notes a problem; beyond `FontLimits.problems` only counts it.
    mutating func add(line: Int, _ reason: FontProblem.Reason) {
        count += 1
        if problems.count < FontLimits.problems { problems.append(FontProblem(place: .line(line), reason: reason)) }
    }

    /// Throws all problems noted so far, if there are any.
    func throwIfAny(source: String) throws(FontError) {
        if count > 0 { throw FontError(source: source, problems: problems, problemCount: count) }
    }
}
