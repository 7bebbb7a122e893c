import LinuxHardware
import Settings
import SignFiles
import SignNetwork

/// Checks whether the page and the API of a sign file can be served.
struct ServerCheckup {
    /// The settings under `http`.
    let settings: HTTPSettings
    /// The path of the sign file, from whose folder that of the token counts.
    let signFile: String

    /// What was found: for the addresses, and for the token file.
    var findings: [Finding] {
        [addresses] + (settings.token.map { [token(SignFile.path(of: $0, givenBy: signFile))] } ?? [])
    }

    /// One finding for all addresses: its id occurs once, and the worst of them counts.
    private var addresses: Finding {
        var free: [String] = []
        var served: [String] = []
        var errors: [String] = []
        for endpoint in settings.listen {
            do throws(HTTPServerError) {
                _ = try ListeningSocket(endpoint)
                free.append("\(endpoint)")
            } catch {
                if isServed(endpoint) { served.append("\(endpoint)") } else { errors.append("\(error)") }
            }
        }
        guard errors.isEmpty else {
            return .warning(
                "http-address", errors.joined(separator: "; "),
                means: "the page is not served there; it is tried every 5 s",
                fix: [.advice("end the program that has the port, or give another address (http: listen)")])
        }
        let words = [
            free.isEmpty ? nil : "\(Self.list(free)) free for the page",
            served.isEmpty ? nil : "\(Self.list(served)) taken by a sign that runs and serves its page",
        ]
        return .ok("http-address", words.compactMap { $0 }.joined(separator: "; "))
    }

    private static func list(_ names: [String]) -> String {
        names.joined(separator: ", ") + (names.count == 1 ? " is" : " are")
    }

    /// Whether a sign answers at an address, with or without the token.
    private func isServed(_ endpoint: HTTPSettings.Endpoint) -> Bool {
        let loopback = ["0.0.0.0": "127.0.0.1", "::": "::1"][endpoint.address] ?? endpoint.address
        let url = "http://\(HTTPSettings.Endpoint(address: loopback, port: endpoint.port))"
        let client = try? SignHTTPClient(url: url, tokenFile: nil, limit: .seconds(2))
        return (try? client?.send(.object([JSONMember("command", .text("list"))]))) != nil
    }

    private func token(_ path: String) -> Finding {
        do throws(TokenError) {
            _ = try AccessToken(path: path)
            return .ok("http-token", "the token file \(path) can be used")
        } catch {
            return .warning(
                "http-token", "the token file \(path) \(error)", means: "the page is not served",
                fix: fix(of: error, path))
        }
    }

    private func fix(of error: TokenError, _ path: String) -> [Finding.Fix] {
        switch error {
        case .readableByAll: [.command("sudo chmod o= \(path)")]
        default: [.advice("make another one: ledsign token \(path)")]
        }
    }
}
