import LinuxSystem

extension CurlRequest {
    /// Returns the URL to ask next where a server redirects a request that has lines of the header, which may be secret: it goes
    /// to that server, or nowhere.
    ///
    /// curl follows redirections, but takes most lines of the header along to other hosts.
    ///
    /// - Parameters:
    ///   - location: what the server says, whole or relative to the URL that was asked.
    ///   - asked: the URL that was asked.
    /// - Throws: `redirected` where it leads to another host or port, or away from encryption.
    static func target(of location: String, from asked: String) throws(WordedError) -> String {
        guard let here = Parts(asked) else { throw .redirected(to: location) }
        if let there = Parts(location) {
            guard here.mayPass(to: there) else { throw .redirected(to: there.place) }
            return location
        }
        if location.hasPrefix("//") || location.hasPrefix("\\") || location.hasPrefix("/\\") {
            // A host without a scheme: curl is left no choice of how to read it.
            let whole = here.scheme + ":" + location
            guard let there = Parts(whole), here.mayPass(to: there) else { throw .redirected(to: location) }
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

    /// The parts of a whole URL of `http` or `https`.
    private struct Parts {
        let scheme: String
        /// The user, host and port as they are written.
        let authority: String
        /// All behind them.
        let rest: Substring

        init?(_ url: String) {
            guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
            scheme = url[..<colon].lowercased()
            guard scheme == "http" || scheme == "https" else { return nil }
            let behind = url[colon...].dropFirst(3)
            let end = behind.firstIndex { "/?#\\".contains($0) } ?? behind.endIndex
            authority = String(behind[..<end])
            rest = behind[end...]
        }

        var origin: String { scheme + "://" + authority }

        /// The host and port; the port that is usual is left out.
        var place: String {
            let host = authority.split(separator: "@").last.map { $0.lowercased() } ?? ""
            let defaultPort = scheme == "https" ? ":443" : ":80"
            return host.hasSuffix(defaultPort) ? String(host.dropLast(defaultPort.count)) : host
        }

        /// Whether what is secret here may be sent there.
        func mayPass(to there: Parts) -> Bool {
            // What programs read in different ways is not followed.
            let isPlain =
                !there.rest.hasPrefix("\\") && (!there.authority.contains("@") || there.authority == authority)
            guard isPlain, there.place == place else { return false }
            // From http to https where both have their usual port.
            let hasPort = place.drop { $0 != "]" }.contains(":") || (!place.hasPrefix("[") && place.contains(":"))
            return there.scheme == scheme || (there.scheme == "https" && !hasPort)
        }
    }
}
