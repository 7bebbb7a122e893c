import Boards
import Foundation
import LinuxHardware
import LinuxSystem
import Settings
import SignFiles
import SignNetwork

extension HTTPSettings {
    /// Whether the page and the API can be served: what was found for the addresses, and for the token files.
    var findings: [Finding] {
        let tokens = ([token] + hooks.map(\.token)).compactMap { $0 }.map(Self.finding(ofToken:))
        // An id occurs once, and the worst counts.
        return [addresses] + [tokens.first { $0.level != .ok } ?? tokens.first].compactMap { $0 }
    }

    /// One finding for all addresses: its id occurs once, and the worst of them counts.
    private var addresses: Finding {
        var free: [String] = []
        var served: [String] = []
        var errors: [String] = []
        for endpoint in listen {
            do {
                _ = try ListeningSocket(endpoint)
                free.append("\(endpoint)")
            } catch {
                if Self.isServed(endpoint) { served.append("\(endpoint)") } else { errors.append("\(error)") }
            }
        }
        guard errors.isEmpty else {
            return .warning(
                "http-address", errors.joined(separator: "; "),
                means: "the page is not served there; the sign retries every 5 s",
                fix: [.advice("stop the program that uses the port, or give another address (http: listen)")])
        }
        let words = [
            free.isEmpty ? nil : "\(Self.list(free)) free for the page",
            served.isEmpty ? nil : "\(Self.list(served)) used by a running sign, which serves its page",
        ]
        return .ok("http-address", words.compactMap { $0 }.joined(separator: "; "))
    }

    private static func list(_ names: [String]) -> String {
        names.joined(separator: ", ") + (names.count == 1 ? " is" : " are")
    }

    /// Whether a sign answers at an address, with or without the token.
    private static func isServed(_ endpoint: Endpoint) -> Bool {
        let loopback = ["0.0.0.0": "127.0.0.1", "::": "::1"][endpoint.address] ?? endpoint.address
        let url = "http://\(Endpoint(address: loopback, port: endpoint.port))"
        let client = try? SignHTTPClient(url: url, tokenFile: nil, limit: .seconds(2))
        return (try? client?.send(["command": "list"])) != nil
    }

    private static func finding(ofToken path: String) -> Finding {
        do {
            _ = try AccessToken(path: path)
            return .ok("http-token", "the token file \(path) can be used")
        } catch {
            return .warning("http-token", "\(error)", means: "the page is not served", fix: fix(ofToken: path))
        }
    }

    private static func fix(ofToken path: String) -> [Finding.Fix] {
        let isOpen = (try? RegularFile.isReadableByEveryone(path: path)) ?? false
        return [isOpen ? .command("sudo chmod o= \(path)") : .advice("make another one: ledsign token \(path)")]
    }
}

extension NetworkBoard {
    /// Whether the receiver of the pictures can be found, and reached by this machine; of HTTP also whether it takes them.
    var finding: Finding { `protocol` == .http ? findingOfSign : findingOfReceiver }

    /// Asks another sign for what it takes.
    private var findingOfSign: Finding {
        func warning(_ found: String, _ fix: String) -> Finding {
            .warning("receiver", found, means: "the panel shows nothing; the sign keeps retrying", fix: [.advice(fix)])
        }
        do {
            _ = try readToken()
        } catch {
            return .warning("receiver", "\(error)", means: "the sign does not start", fix: [])
        }
        let answer: JSONValue
        do {
            let client = try SignHTTPClient(url: "http://\(receiver)", tokenFile: token, limit: .seconds(5))
            answer = try client.send(["command": "pixels"])
        } catch {
            return warning(
                "\(error)",
                "switch the other sign on, add `http:` to its sign file, or correct the key \"to\" of the board")
        }
        guard answer["ok"] == .bool(true) else {
            return warning(
                "\(receiver) refuses to answer: \(PrintableText.line(answer["error"]?.text ?? "without words"))",
                "give the file with its token as `token` of the board")
        }
        guard let pixels = answer["pixels"], let width = pixels["width"], let height = pixels["height"] else {
            return warning("\(receiver) takes no pixels", "add `pixels: {}` to its sign file and restart it")
        }
        guard width == .integer(size.width), height == .integer(size.height) else {
            return warning(
                "\(receiver) takes pictures of \(width.line)x\(height.line) pixels, not \(size)",
                "set `size` of the board to that of its pixels")
        }
        return .ok("receiver", "pictures go to \(receiver) by http, which takes \(size) pixels")
    }

    /// Looks a receiver up.
    private var findingOfReceiver: Finding {
        do {
            let socket = try DatagramSocket(groupPort: destination == nil ? 0 : nil)
            // Any group shows whether all of them can be reached.
            let (host, port) = destination.map { ($0.host, $0.port) } ?? ("239.255.0.1", 9)
            guard let failure = socket.connect(host: host, port: port) else {
                return .ok(
                    "receiver",
                    "pictures go to \(receiver) by \(`protocol`.rawValue); these protocols do not say whether they arrive"
                )
            }
            return .warning(
                "receiver", "\(receiver) cannot be reached: \(failure)",
                means: "the panel shows nothing; the sign keeps retrying",
                fix: [
                    .advice(
                        "switch the receiver on, connect this machine to its network, or correct the key \"to\" of the board"
                    )
                ])
        } catch {
            return .warning("receiver", "no packets can be sent: \(error)", means: "the panel shows nothing", fix: [])
        }
    }
}

extension PixelSettings {
    /// Whether pixels can come from the network: one finding for all ports, and one for the groups of E1.31 where they cannot be joined.
    var findings: [Finding] {
        let problems = self.problems
        let groups = problems.groups.map { problem in
            Finding.warning(
                "pixel-groups", problem,
                means: "multicast pixels do not arrive; those sent to the sign's own address do",
                fix: [
                    .advice(
                        "connect a network, or name the interface that the pixels come from (pixels: interface), such as "
                            + "eth0; `ip -brief -4 address` lists them")
                ])
        }
        return [ports(problems.ports)] + [groups].compactMap { $0 }
    }

    private func ports(_ problem: String?) -> Finding {
        if let problem {
            return .warning(
                "pixel-ports", problem, means: "these pixels do not arrive; the sign retries every 5 s",
                fix: [.advice("stop the program that uses the port, or remove the protocol (pixels: protocols)")])
        }
        let names = protocols.map(\.rawValue).joined(separator: ", ")
        return .ok(
            "pixel-ports", names.isEmpty ? "pixels are received over HTTP only" : "pixels are received by \(names)")
    }
}

extension BrokerConfiguration {
    /// Whether the broker can be used: what was found for the broker, the password file, and the topics and groups.
    var findings: [Finding] {
        [brokerFinding] + (passwordPath.map { [Self.finding(ofPassword: $0)] } ?? []) + [topicsFinding]
    }

    private var brokerFinding: Finding {
        let address = settings.broker
        do {
            try BrokerService.probe(self)
            return .ok("mqtt-broker", "the broker \(address) accepts the sign")
        } catch {
            return .warning(
                "mqtt-broker", "the broker \(address): \(error)",
                means: "the sign neither publishes its state there nor takes commands from it",
                fix: [.advice("start the broker, or correct the keys under mqtt; the sign retries automatically")])
        }
    }

    private static func finding(ofPassword path: String) -> Finding {
        do {
            _ = try BrokerConfiguration.password(path: path)
            return .ok("mqtt-password", "the password file \(path) can be used")
        } catch {
            return .warning(
                "mqtt-password", "\(error)", means: "the sign is not connected to its broker",
                fix: [.command("sudo chmod o= \(path)")])
        }
    }

    private var topicsFinding: Finding {
        let groups = topics.groups
        let listens =
            groups.isEmpty ? "and is in no group" : "and listens to the groups \(groups.joined(separator: ", "))"
        return .ok("mqtt-topics", "the sign publishes its state at \(topics.base)/..., \(listens)")
    }
}
