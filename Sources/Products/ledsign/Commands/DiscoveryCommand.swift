import ArgumentParser
import SignFiles
import SignHost
import SignNetwork

/// `ledsign discovery`: prints the discovery message of a sign for Home Assistant.
struct DiscoveryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discovery",
        abstract: "Print the discovery message of a sign for Home Assistant (MQTT).",
        discussion: """
            Prints the topic of the sign's discovery message, and on the next line its content. The sign sends it automatically; \
            this command shows it.

            Examples:
              ledsign discovery bakery.yaml
            """)

    @Argument(
        help: ArgumentHelp("The sign file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    func run() throws {
        try reporting {
            let file = try SignFileLoader.read(file)
            let defaults = try Configuration.load()
            guard let settings = file.installation.mqtt ?? defaults.mqtt else {
                throw CommandError("\(file.path) has no key \"mqtt\", so there is no discovery message; add it")
            }
            let board = file.board ?? defaults.board ?? ""
            let configuration = SignAtBroker.configuration(
                settings, file, board: board, page: file.installation.http ?? defaults.http)
            guard let discovery = configuration.discovery else {
                throw CommandError("\(file.path) has \"discovery: none\", so there is no discovery message")
            }
            print(discovery.topic)
            print(discovery.payload.line)
        }
    }
}
