import Settings
import SignFiles
import SignHost
import SignNetwork

/// A sign file without messages; nil never.
private let file = try? SignFile(parsing: "messages: []\n", path: "fuzz.yaml")

/// What a sign answers: itself a part of the input, so that answers are hostile too.
private func outcome(_ command: SignCommand, _ given: [UInt8]) -> AWTRIXExchange.Outcome {
    switch command.verb.name {
    case "push":
        let message = command["message"] ?? .null
        if let file {
            precondition((try? SignMessage(message, for: file)) != nil, "a sign takes the message: \(message.line)")
        }
        precondition(VerbField.isName(message["name"]?.text ?? ""), "its name is one")
        return given.count % 7 == 0 ? .failure(ControlError(.tooManyMessages, "too many")) : .success([])
    case "remove":
        precondition(command.name.hasPrefix("awtrix-"), "only messages that came as AWTRIX objects are removed")
        return .failure(ControlError(.noSuchMessage, "none"))
    case "brightness":
        precondition((0...100).contains(command.integer("percent") ?? 0), "brightness is a percentage")
        return .success([])
    case "list", "stats", "screenshot":
        return .success((try? JSONValue(parsing: given))?.members ?? [])
    default: return .success([])
    }
}

/// Requests of AWTRIX's interface: a route and a name in the first line, then the body.
///
/// They end after some commands that the sign takes, with an answer and a header that are well formed.
let fuzzAWTRIX: FuzzTarget = { data, count in
    let bytes = input(data, count)
    guard let first = bytes.first else { return 0 }
    let route = AWTRIXRoute.allCases[Int(first) % AWTRIXRoute.allCases.count]
    let line = bytes.dropFirst().prefix { $0 != 0x0A }
    let body = Array(bytes.dropFirst(2 + line.count))
    let means = AWTRIXMeans(cues: ["bell"], fetchesIcons: count % 2 == 0) { $0.hasSuffix(".png") }
    var memory = AWTRIXMemory()
    var exchange = AWTRIXExchange(
        route, name: String(decoding: line, as: UTF8.self), body: body, means, &memory, version: "1", uid: "fuzz")
    precondition(exchange.command == nil || body.count <= AWTRIXRoute.maximumBytes, "bodies are bounded")
    var commands = 0
    while let command = exchange.command {
        commands += 1
        precondition(commands <= 300, "the commands end")
        exchange.take(outcome(command, body))
    }
    let response = exchange.response
    precondition([200, 500].contains(response.status), "the status is one of the clock's")
    for (_, value) in response.headers {
        precondition(
            value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && value.utf8.count < 2_000, "a header is a line")
    }
    if response.headers.contains(where: { $0.value == "application/json" }) {
        precondition((try? JSONValue(parsing: response.body)) != nil, "an answer is JSON")
    }
    if let look = try? JSONValue(parsing: body) {
        let rules = NetworkRules(signFile: "/nowhere/sign.yaml", allowsURLs: false)
        for problem in rules.violations(of: look) {
            precondition(problem.line == 1 && problem.column >= 1 && problem.length >= 1, "a problem has a place")
        }
    }
    return 0
}
