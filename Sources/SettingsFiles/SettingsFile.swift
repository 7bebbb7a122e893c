/// A settings file that was read as YAML: keys and values, each with its place.
package struct SettingsFile<Problem: SettingsProblem> {
    /// The keys and values.
    package let root: SettingsNode
    /// What was wrong so far.
    package let problems: [Problem]
    /// The file's name for error messages.
    package let path: String
    /// The characters of the file.
    package let source: SettingsText

    /// Reads a file.
    ///
    /// - Returns: the file, or what makes the whole of it unreadable.
    package static func read(
        _ bytes: some Collection<UInt8>, path: String, form: SettingsForm
    ) -> Result<SettingsFile, SettingsErrors<Problem>> {
        // A result, because Swift 6.0.3 cannot compile what throws an error of a generic type.
        func errors(_ findings: [SettingsYAML.Finding]) -> SettingsErrors<Problem> {
            let problems = findings.map { Problem(Problem.reason($0.reason), path: path, place: $0.place) }
            return SettingsErrors(problems: problems.inOrder)
        }
        guard bytes.count <= form.mostBytes else {
            return .failure(errors([(.tooLarge(limit: form.mostBytes), .start)]))
        }
        let (source, brokenAt) = SettingsText.decoding(bytes)
        if let brokenAt { return .failure(errors([(.notUTF8, brokenAt)])) }
        let screened = source.screened(form)
        guard screened.isEmpty else { return .failure(errors(screened)) }
        let hasLists = form.mostBrackets == nil
        var text = SettingsYAML(source, hasLists: hasLists)
        do throws(SettingsYAML.Findings) {
            let (mapping, start) = try text.compose()
            let root = SettingsNode(mapping, of: text)
            // What stands before a key on its line belongs to the key, and is noted with it.
            guard let feature = root.feature, start != root.place else {
                return .success(SettingsFile(root: root, problems: [], path: path, source: source))
            }
            let problems = errors([(.feature(feature), root.place)]).problems
            return .success(SettingsFile(root: root, problems: problems, path: path, source: source))
        } catch {
            return .failure(errors(hasLists ? error.all.map(source.explained) : error.all))
        }
    }
}

extension SettingsText {
    /// What stops the parser at a key after a question mark, or in the lines behind it, is that key.
    func explained(_ finding: SettingsYAML.Finding) -> SettingsYAML.Finding {
        guard case .notYAML = finding.reason else { return finding }
        let lines = finding.place.line - 3...finding.place.line
        return explicitKeys().first { lines.contains($0.line) }.map { (.feature(.explicitKey), $0) } ?? finding
    }
}
