import ArgumentParser
import Settings
import SignFiles

/// `ledsign icon`: the icons of texts.
struct IconCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "icon", abstract: "List and search the icons that texts can show as <icon=NAME>.",
        subcommands: [IconList.self, IconSearch.self])

    /// Prints the name of each, with its code and, unless that is private, the emoji that shows it, too.
    fileprivate static func list(_ icons: [SignIcon]) {
        let rows = icons.map { icon in
            let code = "U+" + String(icon.character.value, radix: 16, uppercase: true)
            let isPrivate = icon.character.properties.generalCategory == .privateUse
            return [icon.name, isPrivate ? code : "\(code) \(icon.character)"]
        }
        rows.lines().forEach { print($0) }
    }
}

struct IconList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the names of all icons, with their characters.")

    func run() { IconCommand.list(SignIcon.names.compactMap(SignIcon.init(named:))) }
}

struct IconSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find icons by words of their names, or of the names that Unicode has for them.",
        discussion: """
            Examples:
              ledsign icon search rain
              ledsign icon search cloud night
            """)

    @Argument(
        help: ArgumentHelp(
            "A word of a name, or its beginning. Icons that have all words are found.", valueName: "word"),
        completion: .list(SignIcon.names))
    var words: [String]

    func run() throws {
        let icons = SignIcon.search(words)
        guard !icons.isEmpty else {
            let given = words.joined(separator: " ")
            let nearest = ShownText.suggestion(NearestName.find(given, among: SignIcon.names))
            throw CommandError(
                "no icon is called \(ShownText.quoted(given))\(nearest); `ledsign icon list` lists all")
        }
        IconCommand.list(icons)
    }
}
