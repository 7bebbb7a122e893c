import Settings

extension HTTPSettings {
    /// Reads the key `http` of a sign file or a configuration file.
    ///
    /// - Returns: nil if there are problems, which are noted; nil within an optional where the file does not have the key.
    package static func reading<Problem>(_ fields: inout SettingsFields<Problem>) -> HTTPSettings?? {
        fields.optionalKeys("http", expected: "keys such as listen and token, or {} for the usual ones") {
            HTTPSettings(&$0)
        }
    }

    /// Reads the keys `listen`, `token`, `view`, `names`, `embed`, `edit`, `urls` and `awtrix`; nil if there are problems.
    private init?<Problem>(_ fields: inout SettingsFields<Problem>) {
        self.init()
        let listen = Self.entries(
            "listen", "an address and a port such as 127.0.0.1:8080 or \"[::]:8080\", or a list of them", &fields
        ) { Endpoint($0).map { .value($0) } ?? .wrongType }
        let token: String?? = fields.optional("token", expected: "the path of a file with a token") { text in
            text.isEmpty || text.contains("\0") ? .wrongType : .value(text)
        }
        let view = fields.choice("view", default: View.token)
        let names = Self.entries("names", "the name of this machine in a network, or a list of them", &fields) {
            HostName($0).map { .value($0.text) } ?? .wrongType
        }
        let embed = Self.entries("embed", "an origin such as https://ha.example.org, or a list of them", &fields) {
            Self.isOrigin($0) ? .value($0) : .wrongType
        }
        let edit = fields.flag("edit", default: false)
        let urls = fields.flag("urls", default: false)
        let awtrix = fields.flag("awtrix", default: false)
        guard let listen, let token, let view, let names, let embed, let edit, let urls, let awtrix else { return nil }
        if !listen.isEmpty { self.listen = listen }
        (self.token, self.view, self.names, self.embed) = (token, view, names, embed)
        (self.edit, self.urls, self.awtrix) = (edit, urls, awtrix)
        tokenPlace.place = fields.place(of: "token")
        noteMissingToken(&fields)
    }

    /// Notes addresses beyond this machine without a token.
    private func noteMissingToken<Problem>(_ fields: inout SettingsFields<Problem>) {
        guard token == nil, let open = listen.first(where: { !$0.isLoopback }) else { return }
        let expected =
            "the path of a file with a token, which everyone needs who asks at \(open); "
            + "`ledsign token` makes one"
        fields.noteProblem(.missingKey("token", expected: expected), at: fields.place(of: "listen"))
    }

    private static func entries<Value, Problem>(
        _ key: String, _ expected: String, _ fields: inout SettingsFields<Problem>,
        _ parse: (String) -> SettingsFields<Problem>.Outcome<Value>
    ) -> [Value]? {
        guard let found = fields.parsedList(key, expected: expected, parse) else { return nil }
        guard found.count <= mostEntries else {
            let problem = SettingsReason.outOfRange(
                key: key, expected: "at most \(mostEntries) elements", found: "\(found.count)")
            fields.noteProblem(problem, at: fields.place(of: key))
            return nil
        }
        return found.map(\.value)
    }

    /// Whether a text is a scheme, a host and perhaps a port, without anything that would end the list of a header.
    private static func isOrigin(_ text: String) -> Bool {
        let rest: Substring
        if text.hasPrefix("https://") {
            rest = text.dropFirst(8)
        } else if text.hasPrefix("http://") {
            rest = text.dropFirst(7)
        } else {
            return false
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, HostName(String(host)) != nil, parts.count <= 2 else { return false }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }
}

/// A name of a machine: letters, digits, hyphens and dots.
struct HostName {
    /// In small letters.
    let text: String

    /// Returns nil if the text is no such name.
    init?(_ text: String) {
        guard (1...253).contains(text.utf8.count), text.first != ".", text.first != "-",
            text.utf8.allSatisfy({ Self.letters.contains($0) })
        else { return nil }
        self.text = text.lowercased()
    }

    private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.".utf8)
}
