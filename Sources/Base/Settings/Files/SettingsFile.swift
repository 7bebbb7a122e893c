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
    ) -> Result<SettingsFile, SettingsError<Problem>> {
        // A result, because Swift 6.0.3 cannot compile what throws an error of a generic type.
        func errors(_ findings: [YAMLReader.Finding]) -> SettingsError<Problem> {
            let problems = findings.map { Problem(Problem.reason($0.reason), path: path, place: $0.place) }
            return SettingsError(problems: problems.inOrder)
        }
        guard bytes.count <= form.mostBytes else {
            return .failure(errors([(.tooLarge(limit: form.mostBytes), .start)]))
        }
        let (source, brokenAt) = SettingsText.decoding(bytes)
        if let brokenAt { return .failure(errors([(.notUTF8, brokenAt)])) }
        let screened = source.screened()
        guard screened.isEmpty else { return .failure(errors(screened)) }
        do throws(YAMLReader.Findings) {
            let root = try YAMLReader.read(source, form: form)
            // What other nodes have is noted with their keys.
            let problems = root.feature.map { errors([(.feature($0), root.place)]).problems } ?? []
            return .success(SettingsFile(root: root, problems: problems, path: path, source: source))
        } catch {
            return .failure(errors(error.all))
        }
    }
}

extension SettingsFile {
    /// Takes the keys of a JSON object in place of a file's; places are those in the object's line of JSON.
    ///
    /// - Returns: the keys, or what makes all of them unreadable.
    package static func read(
        _ object: JSONValue, path: String, form: SettingsForm
    ) -> Result<SettingsFile, SettingsError<Problem>> {
        var line = JSONLine()
        let root = SettingsNode.node(of: object, line: &line)
        let source = SettingsText(line.scalars)
        let bytes = line.scalars.reduce(0) { $0 + UTF8.width($1) }
        let reason: SettingsReason? =
            if bytes > form.mostBytes {
                .tooLarge(limit: form.mostBytes)
            } else if case .keys = root.content {
                nil
            } else {
                .notAMapping
            }
        if let reason {
            let problem = Problem(Problem.reason(reason), path: path, place: .start)
            return .failure(SettingsError(problems: [problem]))
        }
        return .success(SettingsFile(root: root, problems: [], path: path, source: source))
    }
}
