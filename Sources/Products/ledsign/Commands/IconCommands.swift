import ArgumentParser
import Glibc
import LinuxSystem
import Settings
import SignFiles
import SignNetwork
import Timelines

/// `ledsign icon`: the icons of texts.
struct IconCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "icon",
        abstract: "List and search the icons that texts can show as <icon=NAME>, and get others by number.",
        subcommands: [IconList.self, IconSearch.self, IconGet.self])

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

struct IconGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Get icons of LaMetric's gallery by number, for AWTRIX messages.",
        discussion: """
            Each becomes a file in a folder "icons", which belongs beside the sign file: {"icon": 2867} in an AWTRIX message then shows \
            it. Icons belong to those who drew them.

            Examples:
              ledsign icon get 2867
              ledsign icon get 2867 1486 --folder /etc/ledsign/icons
            """)

    @Argument(help: "The numbers of icons.")
    var numbers: [Int]

    @Option(help: "The folder for the files.", completion: .directory)
    var folder = AWTRIXMeans.folder

    @Option(help: "The address that a number is appended to.")
    var server = IconGallery.address

    private static let endings: [FileFormat: String] = [.gif: "gif", .png: "png", .jpeg: "jpg", .webP: "webp"]

    func validate() throws {
        let range = IconGallery.numbers
        guard numbers.allSatisfy(range.contains) else {
            throw ValidationError("an icon has a number from \(range.lowerBound) to \(range.upperBound)")
        }
        guard ["http://", "https://"].contains(where: server.hasPrefix) else {
            throw ValidationError("the address of a server begins with http:// or https://")
        }
    }

    func run() throws {
        mkdir(folder, 0o755)
        for number in numbers { print(try get(number)) }
    }

    /// Gets an icon; returns the path of its file.
    private func get(_ number: Int) throws -> String {
        let url = SignHTTPClient.quoted("\(server)\(number)")
        let (bytes, words, status) = try SignHTTPClient.run("url = \(url)\nfail\nlocation\n", .seconds(20))
        guard status == 0 else {
            let reason =
                words.isEmpty
                ? "curl ended with status \(status)"
                : PrintableText.line(words.split(separator: "\n").joined(separator: " "))
            throw CommandError("cannot get icon \(number): \(reason)")
        }
        guard let format = FileFormat(of: bytes), let ending = Self.endings[format] else {
            throw CommandError("what \(server)\(number) has is not an image that signs can show")
        }
        let path = "\(folder)/\(number).\(ending)"
        do throws(SystemCallError) {
            try AtomicFile.write(bytes, path: path, permissions: 0o644)
        } catch {
            throw CommandError("cannot write \(path): \(error.reason)")
        }
        return path
    }
}
