import LinuxSystem

extension LiveAddress {
    /// The server in small letters, with its port where that is not the usual one; nil where programs could read the URL in different
    /// ways, or it has a user.
    package var server: String? {
        guard let parts = CurlRequest.Parts(url), parts.isPlain, !parts.authority.contains("@") else { return nil }
        return parts.place
    }

    /// What to connect to, the name of the host without the brackets of IPv6; nil for a port that is none.
    package var endpoint: (host: String, port: UInt16, isEncrypted: Bool)? {
        guard let parts = CurlRequest.Parts(url), let server else { return nil }
        let isEncrypted = ["https", "wss"].contains(parts.scheme)
        let bracket = server.lastIndex(of: "]").map { server.index(after: $0) }
        let end = bracket ?? server.firstIndex(of: ":") ?? server.endIndex
        let (name, rest) = (server[..<end], server[end...])
        let host = String(bracket == nil ? name : name.dropFirst().dropLast())
        guard !rest.isEmpty else { return (host, isEncrypted ? 443 : 80, isEncrypted) }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        return (host, port, isEncrypted)
    }

    /// The path and the query, as a request has them.
    package var pathAndQuery: String {
        let rest = CurlRequest.Parts(url).map { String($0.rest.prefix { $0 != "#" }) } ?? ""
        return rest.hasPrefix("/") ? rest : "/" + rest
    }
}

extension CurlRequest {
    /// Returns the URL to ask next where a server redirects a request that has lines of the header, which may be secret, or that
    /// may go to some servers alone: it goes to that server or one of these, or nowhere.
    ///
    /// curl follows redirections, but takes most lines of the header along to other hosts.
    ///
    /// - Parameters:
    ///   - location: what the server says, whole or relative to the URL that was asked.
    ///   - asked: the URL that was asked.
    ///   - servers: others that may be asked.
    /// - Throws: `redirected` where it leads to another host or port, or away from encryption.
    static func target(
        of location: String, from asked: String, servers: [String] = []
    ) throws(WordedError) -> String {
        guard let here = Parts(asked) else { throw .redirected(to: location) }
        if let there = Parts(location) {
            guard here.mayPass(to: there, or: servers) else { throw .redirected(to: there.place) }
            return location
        }
        if location.hasPrefix("//") || location.hasPrefix("\\") || location.hasPrefix("/\\") {
            // A host without a scheme: curl is left no choice of how to read it.
            let whole = here.scheme + ":" + location
            guard let there = Parts(whole), here.mayPass(to: there, or: servers) else {
                throw .redirected(to: location)
            }
            return whole
        }
        if let end = location.firstIndex(where: { ":/?#".contains($0) }), location[end] == ":" {
            throw .redirected(to: location)
        }
        if location.hasPrefix("/") { return here.origin + location }
        let path = here.rest.prefix { $0 != "?" && $0 != "#" }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return here.origin + String(location.hasPrefix("?") ? path : folder) + location
    }

    /// The parts of a whole URL of `http` or `https`, or of a WebSocket.
    fileprivate struct Parts {
        let scheme: String
        /// The user, host and port as they are written.
        let authority: String
        /// All behind them.
        let rest: Substring

        init?(_ url: String) {
            guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
            scheme = url[..<colon].lowercased()
            guard ["http", "https", "ws", "wss"].contains(scheme) else { return nil }
            let behind = url[colon...].dropFirst(3)
            let end = behind.firstIndex { "/?#\\".contains($0) } ?? behind.endIndex
            authority = String(behind[..<end])
            rest = behind[end...]
        }

        var origin: String { scheme + "://" + authority }

        /// The host and port; the port that is usual is left out.
        var place: String {
            let host = authority.split(separator: "@").last.map { $0.lowercased() } ?? ""
            let defaultPort = ["https", "wss"].contains(scheme) ? ":443" : ":80"
            return host.hasSuffix(defaultPort) ? String(host.dropLast(defaultPort.count)) : host
        }

        /// Whether its server is written in the one way that all programs read alike.
        var isPlain: Bool {
            !rest.utf8.contains(UInt8(ascii: "\\")) && !place.isEmpty && place.first != ":"
                && place.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-._:[]".utf8.contains(byte)
                }
        }

        /// Whether what is secret here may be sent there, or it is one of some servers.
        func mayPass(to there: Parts, or servers: [String]) -> Bool {
            // What programs read in different ways is not followed.
            let isPlain =
                !there.rest.hasPrefix("\\") && (!there.authority.contains("@") || there.authority == authority)
            guard isPlain else { return false }
            guard there.place == place else {
                return there.isPlain && servers.contains(there.place)
                    && (there.scheme == scheme || there.scheme == "https")
            }
            // From http to https where both have their usual port.
            let hasPort = place.drop { $0 != "]" }.contains(":") || (!place.hasPrefix("[") && place.contains(":"))
            return there.scheme == scheme || (there.scheme == "https" && !hasPort)
        }
    }
}
