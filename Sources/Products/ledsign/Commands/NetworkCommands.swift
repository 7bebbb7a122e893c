import ArgumentParser
import Foundation
import Glibc
import LinuxSystem
import SignFiles
import SignHost
import SignNetwork

/// `ledsign discovery`: prints the discovery message of a sign for Home Assistant, or its services for Avahi.
struct DiscoveryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discovery",
        abstract: "Print the discovery message of a sign for Home Assistant (MQTT), or its services for Avahi (mDNS).",
        discussion: """
            Prints the topic of the sign's discovery message, and on the next line its content. The sign sends it automatically; \
            this command shows it. With --avahi it prints the file that makes Avahi announce the sign in the local network.

            Examples:
              ledsign discovery bakery.yaml
              ledsign discovery bakery.yaml --avahi
            """)

    @Argument(help: ArgumentHelp("The sign file.", valueName: "file"), completion: .signFiles)
    var file: String

    @Flag(help: "Print the services of its HTTP server, for /etc/avahi/services.")
    var avahi = false

    func run() throws {
        let file = try SignFileLoader.read(file)
        let defaults = try Configuration.load()
        if avahi { return try printServices(of: file, defaults) }
        guard let settings = file.installation.mqtt ?? defaults.mqtt else {
            throw CommandError("\(file.path) has no key \"mqtt\", so there is no discovery message; add it")
        }
        let board = file.board ?? defaults.board ?? ""
        let configuration = file.brokerConfiguration(
            settings, board: board, page: file.installation.http ?? defaults.http)
        guard let discovery = configuration.discovery else {
            throw CommandError("\(file.path) has \"discovery: none\", so there is no discovery message")
        }
        print(discovery.topic)
        print(discovery.payload.line)
    }

    private func printServices(of file: SignFile, _ defaults: Configuration) throws {
        guard let settings = file.installation.http ?? defaults.http else {
            throw CommandError("\(file.path) has no key \"http\", so there is nothing to announce; add it")
        }
        guard let services = AvahiServices(settings, machine: ProcessInfo.processInfo.hostName) else {
            throw CommandError(
                "\(file.path) listens on loopback only, which other machines cannot reach; set \"listen\" under \"http\""
            )
        }
        print(services.text, terminator: "")
    }
}

/// `ledsign token`: makes the secret that lets someone use a sign over the network.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a token for a sign that is used over the network.",
        discussion: """
            The file can be read by its owner and group alone. The key http: token of a sign file names it. Without a \
            file the token is printed.

            Examples:
              ledsign token /etc/ledsign/token
            """)

    @Argument(help: "The file to make; an existing one is not replaced.", completion: .file())
    var file: String?

    func run() throws {
        let token = AccessToken.random()
        guard let file else {
            print(token)
            return
        }
        do throws(SystemCallError) {
            try AccessToken.write(token, to: file)
        } catch {
            let fix = error.code == EEXIST ? "; remove it first, or give another name" : ""
            throw CommandError("cannot make the token file \(file): \(error.reason)\(fix)")
        }
    }
}
