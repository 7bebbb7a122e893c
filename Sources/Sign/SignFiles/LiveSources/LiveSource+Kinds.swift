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
                fields.noteProblem(
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
            let isSpecial = kind == .file ? fields.flag("special", default: false) : false
            guard var file = file(kind.rawValue, &fields, path: path), let isSpecial else { return nil }
            file.isSpecial = isSpecial
            return .file(file)
        case .json where !isURL(fields.givenText("json") ?? ""):
            return file("json", &fields, path: path).map { .file($0) }
        case .url, .json: return address(kind.rawValue, &fields).map { .url($0) }
        case .command, .shell:
            let words = kind == .shell ? shell(&fields) : command(&fields)
            let folder = fields.optional("folder", expected: "the path of a folder") {
                $0.isEmpty ? .wrongType : .value(RelativePath.resolve($0, givenBy: path))
            }
            guard let words, let folder else { return nil }
            return .command(LiveProgram(words, folder: folder ?? Self.folder(of: path)))
        case .variable:
            return fields.parsed("variable", expected: "the initial value") { text in
                .value(.variable(text.isEmpty ? nil : .text(LiveText.clean(text))))
            }
        case .mqtt:
            let expected = "a topic without wildcards such as home/balcony/temperature"
            return fields.parsed("mqtt", expected: expected) { text in
                TopicName(text).map { .value(.topic($0.text)) } ?? .wrongType
            }
        }
    }

    // MARK: - Files and addresses

    static func file(_ key: String, _ fields: inout SignFields, path: String) -> LiveFile? {
        fields.parsed(key, expected: "the path of a file") { text in
            let isPath = !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isPath ? .value(LiveFile(RelativePath.resolve(text, givenBy: path))) : .wrongType
        }
    }

    static func address(_ key: String, _ fields: inout SignFields) -> LiveAddress? {
        let headers = fields.parsedList("headers", expected: "lines such as \"Accept: text/plain\", at most 8 of them")
        {
            text -> SignFields.Outcome<String> in
            LiveAddress("http://host/", headers: [text]) == nil ? .wrongType : .value(text)
        }
        let most = LiveAddress.mostBytes
        let expected = "a URL that begins with http:// or https:// and has at most \(most) bytes and no blanks"
        let address = fields.parsed(key, expected: expected) { text -> SignFields.Outcome<LiveAddress> in
            LiveAddress(text).map { .value($0) } ?? .wrongType
        }
        guard let address, let headers else { return nil }
        guard headers.count <= LiveAddress.mostHeaders else {
            fields.noteProblem(
                .outOfRange(
                    key: "headers", expected: "at most \(LiveAddress.mostHeaders) lines", found: "\(headers.count)"),
                at: fields.place(of: "headers"))
            return nil
        }
        return LiveAddress(address.url, headers: headers.map(\.value))
    }

    private static func isURL(_ text: String) -> Bool { text.contains("://") }

    /// The folder of the sign file; nil if its path has none.
    private static func folder(of sign: String) -> String? {
        sign.lastIndex(of: "/").map { $0 == sign.startIndex ? "/" : String(sign[..<$0]) }
    }

    // MARK: - Programs

    private static func shell(_ fields: inout SignFields) -> [String]? {
        fields.parsed("shell", expected: "a line for the shell") { text in
            text.contains { $0 != " " && $0 != "\n" } ? .value(LiveProgram.shell(text).arguments) : .wrongType
        }
    }

    /// Reads a program and its arguments: a list, or words with blanks between them that no shell would change.
    private static func command(_ fields: inout SignFields) -> [String]? {
        let isText = fields.givenText("command") != nil
        let expected =
            isText
            ? "a program and its arguments; in a list where they have blanks or quotation marks, or under \"shell\""
            : "a program and its arguments, each a text"
        let words = fields.parsedList("command", expected: expected) { text -> SignFields.Outcome<[String]> in
            guard isText else { return .value([text]) }
            let words = text.split(separator: " ").map(String.init)
            let isPlain = !text.contains { "\"'`$|&;<>*?\\\n".contains($0) }
            return isPlain && !words.isEmpty ? .value(words) : .wrongType
        }
        guard let all = words?.flatMap(\.value) else { return nil }
        guard let program = all.first, !program.isEmpty, all.count <= 100 else {
            fields.noteProblem(
                .wrongType(key: "command", expected: expected, found: all.isEmpty ? "an empty list" : "this"),
                at: fields.place(of: "command"))
            return nil
        }
        return all
    }
}
