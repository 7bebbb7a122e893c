import Settings
import SignFiles
import SignHost
import SignNetwork

/// Requests over HTTP: a method and a target in the first line, and a body behind it.
///
/// A path never leaves its folder, and what reaches the sign is a command that names no file outside of it.
let fuzzRequests: FuzzTarget = { data, count in
    let bytes = input(data, count)
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return 0 }
    _ = Access(HTTPSettings(), token: nil, machine: "sign", port: 80).allows(host: String(words[1]))
    guard let target = RequestTarget(String(words[1])) else { return 0 }
    precondition(target.path.hasPrefix("/"), "a path begins with a slash")
    precondition(!target.path.split(separator: "/").contains(".."), "no path leads upwards")
    let request = HTTPRequest(
        String(words[0]), target.path, query: target.query, body: Array(bytes.dropFirst(end + 1)))
    guard let (route, names) = Route.find(request.method, request.path) else { return 0 }
    perform(route, names, request)
    return 0
}

/// Reads the command of a request as the server does.
private func perform(_ route: Route, _ names: [String: String], _ request: HTTPRequest) {
    do throws(ControlError) {
        let command: SignCommand
        let addresses = SignCommand.verbs.flatMap { verb in verb.addresses.map { (verb: verb, address: $0) } }
        let known = addresses.first {
            $0.address.method == route.method && "/api/v1/\($0.address.path)" == route.pattern
        }
        if let known {
            command = try known.address.command(of: known.verb, request, names: names)
        } else if route.pattern == "/api/v1/command" {
            command = try SignCommand(parsing: request.body)
        } else {
            return
        }
        let rules = NetworkRules(signFile: "/etc/ledsign/sign.yaml", allowsURLs: false)
        guard rules.refusal(of: command) == nil else { return }
        guard case .text(let image)? = command["message"]?["image"] else { return }
        precondition(!image.hasPrefix("/") && !image.contains("://"), "an image in the folder")
    } catch {
        precondition(!error.description.isEmpty, "an error has words")
    }
}
