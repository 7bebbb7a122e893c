/// A settings file that was read as YAML: keys and values, each with its place.
package struct SettingsFile {
    /// Something that is wrong with a file as a whole.
    package typealias Finding = (reason: SettingsReason, place: TextPlace)

    /// The keys and values; nil where the whole file is unreadable.
    package let root: SettingsNode?
    /// What is wrong with the file as a whole, in its order; not empty where it is unreadable.
    package let findings: [Finding]
    /// The file's name for error messages.
    package let path: String
    /// The characters of the file.
    package let source: SettingsText

    /// Reads a file.
    package init(_ bytes: some Collection<UInt8>, path: String, form: SettingsForm) {
        self.path = path
        guard bytes.count <= form.maximumBytes else {
            (root, source, findings) = (nil, SettingsText([]), [(.tooLarge(limit: form.maximumBytes), .start)])
            return
        }
        let (source, brokenAt) = SettingsText.decoding(bytes)
        self.source = source
        do throws(YAMLReader.Findings) {
            if let brokenAt { throw YAMLReader.Findings([(.notUTF8, brokenAt)]) }
            let screened = source.screened()
            guard screened.isEmpty else { throw YAMLReader.Findings(screened) }
            let root = try YAMLReader.read(source, form: form)
            self.root = root
            // What other nodes have is recorded with their keys.
            findings = root.feature.map { [(.feature($0), root.place)] } ?? []
        } catch {
            (root, findings) = (nil, error.all.sorted { $0.place < $1.place })
        }
    }

    /// Takes the keys of a JSON object in place of a file's; places are those in the object's line of JSON.
    package init(_ object: JSONValue, path: String, form: SettingsForm) {
        var line = JSONLine()
        let root = SettingsNode.node(of: object, line: &line)
        (self.path, source) = (path, SettingsText(line.scalars))
        let bytes = line.scalars.reduce(0) { $0 + UTF8.width($1) }
        if bytes > form.maximumBytes {
            (self.root, findings) = (nil, [(.tooLarge(limit: form.maximumBytes), .start)])
        } else if case .keys = root.content {
            (self.root, findings) = (root, [])
        } else {
            (self.root, findings) = (nil, [(.notAMapping, .start)])
        }
    }
}
