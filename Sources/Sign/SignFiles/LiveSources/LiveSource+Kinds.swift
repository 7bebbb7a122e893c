import LiveValues
import Settings

extension LiveSource {
    /// The key that says where the values of a field come from.
    enum Kind: String, CaseIterable {
        case file
        case command
        case shell
        case url
        case json
        case sensor
        case variable
        case mqtt

        /// Returns the one kind that an entry has; nil if it has none or several.
        static func read(_ fields: inout SignFields) -> Kind? {
            let given = allCases.filter { fields.has($0.rawValue) }
            for kind in allCases { fields.accept(kind.rawValue) }
            guard let first = given.first else {
                let others = allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
                fields.recordProblem(
                    .missingKey("file", expected: "the path of a file; or use one of \(others) instead"),
                    at: nil)
                return nil
            }
            return fields.excludes(first.rawValue, given.dropFirst().map(\.rawValue)) ? first : nil
        }
    }

    static func origin(of kind: Kind, _ fields: inout SignFields, path: String) -> LiveOrigin? {
        switch kind {
        case .file, .sensor:
            var isSpecial = false
            if kind == .file { fields.read("special", into: &isSpecial) }
            guard var file = fields.value(kind.rawValue, as: files(path: path)) else { return nil }
            file.isSpecial = isSpecial
            return .file(file)
        case .json where !isURL(fields.givenText("json") ?? ""):
            return fields.value("json", as: files(path: path).map { .file($0) })
        case .url, .json: return address(kind.rawValue, &fields).map { .url($0) }
        case .command, .shell:
            let words = kind == .shell ? shell(&fields) : command(&fields)
            var folder = Self.folder(of: path)
            let folders = SignFields.ValueForm.text("the path of a folder") {
                $0.isEmpty ? nil : $0.path(givenBy: path)
            }
            fields.read("folder", as: folders, into: &folder)
            return words.map { .command(LiveProgram($0, folder: folder)) }
        case .variable:
            return fields.value(
                "variable",
                as: .text("the initial value") { .variable($0.isEmpty ? nil : .text(LiveText.clean($0))) })
        case .mqtt:
            let expected = "a topic without wildcards such as home/balcony/temperature"
            return fields.value("mqtt", as: .text(expected) { text in TopicName(text).map { .topic($0.text) } })
        }
    }

    // MARK: - Files and addresses

    /// Files whose paths count from the folder of the sign file.
    static func files(path: String) -> SignFields.ValueForm<LiveFile> {
        .text("the path of a file") { text in
            let isPath = !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isPath ? LiveFile(text.path(givenBy: path)) : nil
        }
    }

    static func address(_ key: String, _ fields: inout SignFields) -> LiveAddress? {
        var headers: [String] = []
        fields.readList(
            "headers",
            as: .text("lines such as \"Accept: text/plain\", at most 8 of them") {
                LiveAddress("http://host/", headers: [$0]) == nil ? nil : $0
            }, maximum: LiveAddress.maximumHeaders, of: "lines", into: &headers)
        let maximum = LiveAddress.maximumBytes
        let expected = "a URL that begins with http:// or https:// and has at most \(maximum) bytes and no blanks"
        let address = fields.value(key, as: .text(expected) { LiveAddress($0) })
        return address.flatMap { LiveAddress($0.url, headers: headers) }
    }

    private static func isURL(_ text: String) -> Bool { text.contains("://") }

    /// The folder of the sign file; nil if its path has none.
    private static func folder(of sign: String) -> String? {
        sign.lastIndex(of: "/").map { $0 == sign.startIndex ? "/" : String(sign[..<$0]) }
    }

    // MARK: - Programs

    private static func shell(_ fields: inout SignFields) -> [String]? {
        let form = SignFields.ValueForm<[String]>.text("a line for the shell") { text in
            text.contains { $0 != " " && $0 != "\n" } ? LiveProgram.shell(text).arguments : nil
        }
        return fields.value("shell", as: form)
    }

    /// Reads a program and its arguments: a list, or words with blanks between them that no shell would change.
    private static func command(_ fields: inout SignFields) -> [String]? {
        let isText = fields.givenText("command") != nil
        let expected =
            isText
            ? "a program and its arguments; in a list where they have blanks or quotation marks, or under \"shell\""
            : "a program and its arguments, each a text"
        let form = SignFields.ValueForm<[String]>(expected) { text in
            guard isText else { return .value([text]) }
            let words = text.split(separator: " ").map(String.init)
            let isPlain = !text.contains { "\"'`$|&;<>*?\\\n".contains($0) }
            return isPlain && !words.isEmpty ? .value(words) : .wrongType
        }
        var words: [[String]] = []
        guard fields.readList("command", as: form, into: &words) else { return nil }
        let all = words.flatMap { $0 }
        guard let program = all.first, !program.isEmpty, all.count <= 100 else {
            fields.recordProblem(
                .wrongType(key: "command", expected: expected, found: all.isEmpty ? "an empty list" : "this"),
                at: fields.place(of: "command"))
            return nil
        }
        return all
    }
}
