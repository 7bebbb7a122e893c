import LinuxHardware
import SignFiles
import SignServer

/// Checks whether the page and the API of a sign file can be served.
struct ServerCheckup {
    /// The settings under `http`.
    let settings: HTTPSettings
    /// The path of the sign file, from whose folder that of the token counts.
    let signFile: String

    /// What was found: for each address, and for the token file.
    var findings: [Finding] {
        settings.listen.map(address) + (settings.token.map { [token(SignFile.path(of: $0, givenBy: signFile))] } ?? [])
    }

    private func address(_ endpoint: HTTPSettings.Endpoint) -> Finding {
        do throws(HTTPServerError) {
            _ = try ListeningSocket(endpoint)
            return .ok("http-address", "\(endpoint) is free for the page")
        } catch {
            return .warning(
                "http-address", "\(error)",
                means: "the page is not served there, unless this sign itself listens already; it is tried every 5 s",
                fix: [.advice("end the program that has the port, or give another address (http: listen)")])
        }
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
