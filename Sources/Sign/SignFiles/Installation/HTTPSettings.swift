import Settings

/// Where a sign serves its page and its API, and who may use them.
package struct HTTPSettings: Equatable, Sendable {
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

    package var listen = [Endpoint.default]
    /// The file with the token; nil for none, which loopback alone allows.
    package var token: String?
    /// Whether everyone may see the picture, the lists and the counts, also without the token.
    package var isPublic = false
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
    /// Whether icons of AWTRIX messages that are missing beside the sign file come from LaMetric's gallery.
    package var fetchesIcons = false
    /// Whether requests of programs for Tidbyt displays are understood.
    package var tidbyt = false
    /// The messages that other programs fill in, in the order of the file.
    package var hooks: [Hook] = []

    /// The default address, without a token.
    package init() {}

    /// How many addresses, names or origins there may be.
    static let maximumEntries = 16
}

extension HTTPSettings.Endpoint {
    /// Where a sign listens that does not say it.
    package static let `default` = HTTPSettings.Endpoint(address: "127.0.0.1", port: 8080)

    /// Reads an address and a port such as `0.0.0.0:8080` or `[::]:8080`; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits), port > 0
        else { return nil }
        let host = text[..<colon]
        let isLong = host.hasPrefix("[") && host.hasSuffix("]")
        let address = String(isLong ? host.dropFirst().dropLast() : host)
        guard isLong ? address.isIPv6Address : address.isIPv4Address else { return nil }
        self.init(address: address, port: port)
    }
}

extension HTTPSettings {
    /// Reads the key `http` of a sign file or a configuration file; wrong keys within it count as missing.
    package static func read<Reason>(_ fields: inout SettingsFields<Reason>, into settings: inout HTTPSettings?) {
        let expected = "keys such as listen and token, or {} for the defaults"
        fields.readKeys("http", expected: expected, into: &settings) { HTTPSettings(&$0) }
    }

    /// Reads the keys `listen`, `token`, `view`, `names`, `embed`, `edit`, `urls`, `awtrix`, `icons`, `tidbyt` and `hooks`.
    private init<Reason>(_ fields: inout SettingsFields<Reason>) {
        self.init()
        var addresses: [Endpoint] = []
        fields.readList(
            "listen",
            as: .text("an address and a port such as 127.0.0.1:8080 or \"[::]:8080\", or a list of them") {
                Endpoint($0)
            }, maximum: Self.maximumEntries, into: &addresses)
        if !addresses.isEmpty { listen = addresses }
        fields.read("token", as: fields.paths("the path of a file with a token"), into: &token)
        if fields.problems.isEmpty { recordMissingToken(&fields) }
        fields.read("view", as: .word(of: [("token", false), ("everyone", true)]), into: &isPublic)
        fields.readList(
            "names", as: .text("the name of this machine in a network, or a list of them") { Self.hostName($0) },
            maximum: Self.maximumEntries, into: &names)
        fields.readList(
            "embed",
            as: .text("an origin such as https://ha.example.org, or a list of them") { Self.isOrigin($0) ? $0 : nil },
            maximum: Self.maximumEntries, into: &embed)
        fields.read("edit", into: &edit)
        fields.read("urls", into: &urls)
        fields.read("awtrix", into: &awtrix)
        fields.read("icons", as: .word(of: [("files", false), ("fetch", true)]), into: &fetchesIcons)
        fields.read("tidbyt", into: &tidbyt)
        fields.readKeys("hooks", expected: "messages by name, such as {door: {text: \"{state}\"}}", into: &hooks) {
            Hook.list(&$0)
        }
    }

    /// Records addresses beyond this machine without a token.
    private func recordMissingToken<Reason>(_ fields: inout SettingsFields<Reason>) {
        guard token == nil, let open = listen.first(where: { !$0.isLoopback }) else { return }
        let expected =
            "the path of a file with a token, which everyone needs who asks at \(open); "
            + "`ledsign token` makes one"
        fields.recordProblem(.missingKey("token", expected: expected), at: fields.place(of: "listen"))
    }

    /// A name of a machine in small letters: letters, digits, hyphens and dots; nil for another text.
    private static func hostName(_ text: String) -> String? {
        let isName = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "." }
        guard isName, (1...253).contains(text.utf8.count), text.first != ".", text.first != "-" else { return nil }
        return text.lowercased()
    }

    /// Whether a text is a scheme, a host and perhaps a port, without anything that would end the list of a header.
    private static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        let parts = text.dropFirst(scheme.count).split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, hostName(String(host)) != nil, parts.count <= 2 else { return false }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }
}
