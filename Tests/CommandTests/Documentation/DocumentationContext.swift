/// What a block of the documentation is, and how it is tried.
enum DocumentationContext {
    /// Keys of a sign file, which `ledsign check` has to accept; with a message where they have none. The name is that of the
    /// file for the commands behind it.
    case sign(file: String = "sign.yaml")
    /// A part of a sign file: the block stands for the line of the template that ends in `@`, as far indented.
    case within(String)
    /// Lines that are each a part of a sign file.
    case each(String)
    /// Two sign files side by side; the second begins with its name.
    case sideBySide(second: String)
    /// A board file.
    case board(file: String = "board.yaml")
    /// A file that a board file names as this key.
    case partOfBoard(key: String, template: String = "@")
    /// Commands, each of which has to succeed.
    case commands
    /// Commands to a sign that runs.
    case toSign
    /// Something else; why it is not tried.
    case other(String)

    private static let figure = other("a figure")
    private static let output = other("what a program prints")
    private static let bytes = other("bytes of the live picture, which the tests of the page decode")
    private static let swift = other("Swift, of which LibraryExampleTests builds the examples")
    private static let boot = other("lines of config.txt and cmdline.txt of a Raspberry Pi")
    private static let homeAssistant = other("YAML of Home Assistant, which `make test-home-assistant` runs")
    private static let hooks = other("requests of other programs, which HookRouteTests sends")
    private static let others = other("settings of other programs")
    private static let grammar = other("a form with placeholders")
    private static let part = within("message:\n  parts:\n    - text: A\n      @")
    private static let fields = """
        fields:
          price: {variable: "1"}
          state: {variable: open}
          trains: {json: departures.json, path: departures}
        """

    /// The blocks that are not what they look like, by their first line.
    private static let declared: [String: [(start: String, context: DocumentationContext)]] = [
        "README.md": [
            ("summary: My two rows", .board()), ("import LEDSignKit", swift), ("SignRunner.prepareProcess()", swift),
        ],
        "docs/architecture.md": [("Products", figure)],
        "docs/control.md": [("ledsign ctl", .toSign), ("$ printf", .other("a session with socat and its answer"))],
        "docs/doctor.md": [("problem  gpio-chip", output)],
        "docs/dpi.md": [("dtoverlay=", boot), ("summary: The panel", .board(file: "window.yaml"))],
        "docs/effects.md": [("let content", swift)],
        "docs/home-assistant.md": [("alias: ", homeAssistant), ("- action: ", homeAssistant)],
        "docs/hooks.md": [
            ("curl -H", hooks), ("curl -d", hooks), ("receivers:", others), ("ntfy subscribe", others),
            ("<form", others),
        ],
        "docs/http.md": [
            ("curl -X PUT -H \"Content-Type: image", .other("a picture that HTTPGuideTests sends")),
            ("curl ", .toSign), ("head -c 6144", .toSign), ("01 50 0000", bytes), ("02 64 0000", bytes),
            ("kind 1,", bytes), ("kind 2,", bytes),
        ],
        "docs/hub75.md": [
            ("summary: Two outdoor", .board()), ("summary: Street sign", .partOfBoard(key: "panel")),
            ("summary: My adapter", .partOfBoard(key: "wiring")), ("ROWS: COLUMNS", grammar), ("mine.yaml:7", output),
            (
                "multiplexing: |",
                .partOfBoard(key: "panel", template: "summary: A tile\nkind: hub75-panel\ncolumns: 8\nrows: 16\n@")
            ),
        ],
        "docs/recipes.md": [
            ("ledsign recipe list", .other("commands that the tests of recipes run")),
            ("ledsign render --sign sign.yaml --replay", .other("a command that the tests of recipes run")),
            ("title: Countdown", .other("a recipe, as those of RecipeTests")),
        ],
        "docs/layout.md": [("sign.yaml:5:54", output)],
        "docs/library.md": [(".package", swift), ("SignRunner.prepareProcess()", swift)],
        "docs/live-fields.md": [
            ("{name}", grammar), ("{price|", .each(fields + "\nmessage:\n  text: '@'")),
            ("{each trains", .each(fields + "\nmessage:\n  text: '@'")),
            ("text: '{each", .within(fields + "\nmessage:\n  @")), ("field price:", output),
        ],
        "docs/markup.md": [("bakery.yaml:3", output)],
        "docs/max7219.md": [("path: straight", figure), ("4 3 2 1", figure), ("ioctl(", output)],
        "docs/network-pixels.md": [
            ("pixels:", .within("zones: [{name: top, area: {width: 32, height: 8}, message: A}]\n@")),
            ("summary: The WLED", .board()), ("summary: The sign in", .board()),
        ],
        "docs/running-on-a-pi.md": [
            ("module   Raspberry", figure), ("dtparam=", boot), ("isolcpus", boot),
        ],
        "docs/runtime.md": [("content side", figure), ("1198 frames", output)],
        "docs/schedules.md": [("Sat 2026-10-24 00:00", output)],
        "docs/sign-files.md": [
            ("# yaml-language-server", .other("a comment for editors")),
            ("ledsign message list", .other("commands that MessageCommandTests runs")),
            ("when:", .each("place: {latitude: 52.52, longitude: 13.405}\nmessage:\n  text: A\n  @")),
        ],
        "docs/timelines.md": [("key-frames:", part), ("cues:", part)],
        "docs/walls.md": [("# left.yaml", .sideBySide(second: "# right.yaml"))],
    ]

    /// The programs of commands that are not run, and why.
    static let otherPrograms = [
        "sudo": "needs root", "sudoedit": "needs root", "systemctl": "needs systemd", "journalctl": "needs systemd",
        "make": "builds this checkout", "swift": "builds this checkout", "dtc": "compiles for a Raspberry Pi",
        "mosquitto_pub": "needs a broker in the network", "mosquitto_sub": "needs a broker in the network",
        "docker": "needs Docker", "pixlet": "is not packaged in Debian",
        "vlc": "needs a video and a sign in the network", "convert": "needs ImageMagick and a photo",
        "jq": "needs jq, which the tests do not install", "printf": "sends to a sign in the network",
    ]

    /// Commands of ledsign that are not run, and why.
    static let otherCommands = [
        "ledsign send": "sends to a display in the network", "ledsign ctl cue": "needs a line of a GPIO chip",
        "ledsign board test": "asks questions about a panel",
    ]

    /// The exit codes besides 0 of commands that say what they found.
    static let findings = ["ledsign doctor": [3], "ledsign font coverage": [3]]

    /// What a block is; nil where it has to be declared above.
    static func of(_ block: DocumentationPage.Block) -> DocumentationContext? {
        let first = block.lines[0]
        if let known = declared[block.page]?.first(where: { first.hasPrefix($0.start) }) { return known.context }
        let word = String(first.prefix { $0 != " " && $0 != "\n" })
        if ["ledsign", "date"].contains(word) || otherPrograms[word] != nil { return .commands }
        if first.hasPrefix("# "), block.lines.count > 1 { return .sign(file: String(first.dropFirst(2))) }
        return word.hasSuffix(":") ? .sign() : nil
    }

    /// The starts in the table that no block of their page has.
    static func unused(in pages: [DocumentationPage]) -> [String] {
        declared.flatMap { page, starts in
            let blocks = pages.first { $0.name == page }?.blocks ?? []
            return starts.map(\.start).filter { start in !blocks.contains { $0.lines[0].hasPrefix(start) } }
                .map { "\(page): \($0)" }
        }
    }
}
