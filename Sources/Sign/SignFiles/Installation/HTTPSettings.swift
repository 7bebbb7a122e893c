import Settings

/// Where a sign serves its page and its API, and who may use them.
package struct HTTPSettings: Equatable, Sendable {
    /// Who may see the sign.
    package enum View: String, Equatable, Sendable, CaseIterable {
        /// Who has the token.
        case token
        /// Everyone: the picture, the lists and the counts.
        case everyone
    }

    /// An address and a port.
    package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
        /// A numeric address, IPv4 or IPv6 without brackets.
        package let address: String
        package let port: UInt16

        package init(address: String, port: UInt16) { (self.address, self.port) = (address, port) }

        /// As it is written in a URL.
        package var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

        /// Whether only programs of this machine can connect.
        package var isLoopback: Bool { address == "::1" || address.hasPrefix("127.") }
    }

    /// Where it listens.
    package var listen = [Endpoint.usual]
    /// The file with the token; nil for none, which loopback alone allows.
    package var token: String?
    package internal(set) var tokenPlace = FilePlace()
    package var view = View.token
    /// Further names by which browsers may ask for it.
    package var names: [String] = []
    /// The origins whose pages may show the live picture in a frame.
    package var embed: [String] = []
    /// Whether the sign file may be saved.
    package var edit = false
    /// Whether messages from the network, and saved files, may name servers that the sign file does not name yet.
    package var urls = false
    /// Whether requests of programs for AWTRIX clocks are understood.
    package var awtrix = false

    /// The usual address, without a token.
    package init() {}

    /// The same settings with a path of the token file that does not count from the file that gives it.
    ///
    /// - Parameter path: that of the file that gives the settings.
    package func given(by path: String) -> HTTPSettings {
        var settings = self
        settings.token = token.map { RelativePath.resolve($0, givenBy: path) }
        return settings
    }

    /// How many addresses, names or origins there may be.
    static let mostEntries = 16
}

extension HTTPSettings.Endpoint {
    /// Where a sign listens that does not say it.
    package static let usual = HTTPSettings.Endpoint(address: "127.0.0.1", port: 8080)

    /// Reads an address and a port such as `0.0.0.0:8080` or `[::]:8080`; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits), port > 0
        else { return nil }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            guard NumericAddress.isIPv6(String(host.dropFirst().dropLast())) else { return nil }
            self.init(address: String(host.dropFirst().dropLast()), port: port)
        } else {
            guard NumericAddress.isIPv4(String(host)) else { return nil }
            self.init(address: String(host), port: port)
        }
    }
}
