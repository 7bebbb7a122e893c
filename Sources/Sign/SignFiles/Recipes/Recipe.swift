import Settings

/// A sign file that is made for a person: its head says what to ask, and the answers take the places of `${name}` in the rest.
///
///     title: Countdown
///     about: The days until a date
///     settings:
///       date: {kind: text, default: 2027-01-01, help: The date}
///     ---
///     board: ${board}
///     message: "{countdown ${date} d} days"
package struct Recipe: Sendable {
    /// What it is called in commands: the name of its file.
    package let name: String
    /// What it is called.
    package var title = ""
    /// What it shows, in one sentence.
    package var about = ""
    /// Where its values come from; nil for one without a source.
    package var source: String?
    /// The terms of that, as far as they are stated.
    package var terms: String?
    /// How often it asks.
    package var asks: String?
    /// What it has to know, in the order of the file, the board last.
    package var settings: [RecipeSetting] = []
    /// The sign file with its places.
    private var template = ""

    /// The line between the head and the sign file.
    private static let separator = "\n---\n"
    /// The bytes that a recipe may have.
    package static let maximumBytes = 64 << 10

    /// Reads a recipe.
    ///
    /// - Throws: everything that is wrong with its head.
    package init(parsing text: String, name: String, path: String) throws(SignError) {
        self.name = name
        let parts = text.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
        var fields = SignFields(SettingsFile(parts[0].utf8, path: path, form: .recipe))
        guard fields.isReadable, parts.count == 2 else {
            if fields.problems.isEmpty {
                let words = "a line --- and behind it the sign file"
                fields.recordProblem(.missingKey("---", expected: words), at: nil)
            }
            throw SignError(problems: fields.problems)
        }
        template = String(parts[1])
        readHead(&fields)
        guard fields.problems.isEmpty else { throw SignError(problems: fields.problems) }
    }

    private mutating func readHead(_ fields: inout SignFields) {
        title = fields.value("title", as: .oneLine("what the recipe is called")) ?? ""
        about = fields.value("about", as: .oneLine("what it shows, in one sentence")) ?? ""
        fields.read("source", as: .oneLine("where its values come from"), into: &source)
        fields.read("terms", as: .oneLine("the terms of the source"), into: &terms)
        fields.read("asks", as: .oneLine("how often the source is asked"), into: &asks)
        fields.readKeys("settings", expected: "settings by name, each with its kind and default", into: &settings) {
            fields in
            fields.givenKeys.compactMap { name in
                fields.keys(name, expected: "the kind, the default and the help of a setting") {
                    RecipeSetting(name, &$0)
                }
            }
        }
        fields.recordUnknownKeys()
        settings.append(.board)
        for name in places.map(\.inside) where !settings.contains(where: { $0.name == name }) {
            fields.recordProblem(
                .missingKey(name, expected: "a setting, because the sign file has ${\(name)}"), at: nil)
        }
    }

    /// The places of settings in the sign file.
    private var places: [(before: Range<String.Index>, inside: String, after: String.Index)] {
        template.components(betweenOpening: "${", closing: "}")
    }

    /// The sign file with its settings filled in: what the head says of its source stands in comments before it.
    ///
    /// - Parameter values: by the names of settings; those that are missing have their defaults.
    /// - Throws: the settings that are unknown or whose values are wrong, one on a line.
    package func sign(with values: [String: String]) throws(TextError) -> String {
        var problems: [String] = []
        for name in values.keys.sorted() where !settings.contains(where: { $0.name == name }) {
            let names = settings.map(\.name)
            let nearest = ShownText.suggestion(NearestName.find(name, among: names))
            problems.append(
                "\(self.name) has no setting \(ShownText.quoted(name))\(nearest); it has \(names.joined(separator: ", "))"
            )
        }
        var written: [String: String] = [:]
        for setting in settings {
            do throws(TextError) {
                written[setting.name] = try setting.written(values[setting.name] ?? setting.value)
            } catch {
                problems.append(error.description)
            }
        }
        guard problems.isEmpty else { throw TextError(problems.joined(separator: "\n")) }
        var file = heading
        var rest = template[...]
        for (before, inside, after) in places {
            file += template[before] + (written[inside] ?? "")
            rest = template[after...]
        }
        return file + rest
    }

    private var heading: String {
        var lines = ["\(title): \(about)"]
        if let source { lines.append("Source: \(source)") }
        if let terms { lines.append("Terms: \(terms)") }
        if let asks { lines.append("Asks: \(asks)") }
        return lines.map { "# \($0)\n" }.joined() + "\n"
    }
}

extension String {
    /// What stands between marks, each with the text before it since the last one, and where the text behind it begins.
    fileprivate func components(
        betweenOpening opening: String, closing: String
    ) -> [(before: Range<Index>, inside: String, after: Index)] {
        var found: [(before: Range<Index>, inside: String, after: Index)] = []
        var start = startIndex
        while let first = self[start...].firstRange(of: opening),
            let last = self[first.upperBound...].firstRange(of: closing)
        {
            found.append((start..<first.lowerBound, String(self[first.upperBound..<last.lowerBound]), last.upperBound))
            start = last.upperBound
        }
        return found
    }
}

extension SettingsForm {
    /// The head of a recipe.
    fileprivate static let recipe = SettingsForm(
        noun: "the head of a recipe", owner: "the head of a recipe", maximumBytes: Recipe.maximumBytes,
        maximumBrackets: nil)
}
