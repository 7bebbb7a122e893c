extension [SignProblem] {
    /// The same, each problem once: a font of a style is that of many messages.
    package var withoutRepetitions: [SignProblem] {
        var known: Set<String> = []
        return filter { known.insert($0.description).inserted }
    }
}
