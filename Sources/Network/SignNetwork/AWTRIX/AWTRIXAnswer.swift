import PixelGraphics
import Settings
import SignHost

/// The answers of AWTRIX's interface.
package enum AWTRIXAnswer {
    /// The pixels that an answer may have; more of them make more text than a viewer of such a clock reads.
    private static let maximumPixels = 1 << 16
    private static let maximumNameLength = 64

    /// Words, with the header that names what was ignored.
    static func text(_ status: Int, _ words: String, _ ignored: AWTRIXIgnored) -> HTTPResponse {
        var headers = [(name: "Content-Type", value: "text/plain")]
        if let value = ignored.headerValue { headers.append((AWTRIXIgnored.header, value)) }
        return HTTPResponse(status, headers: headers, body: Array(words.utf8))
    }

    /// A value as JSON.
    static func json(_ value: JSONValue) -> HTTPResponse {
        HTTPResponse(200, headers: [("Content-Type", "application/json")], body: Array(value.line.utf8))
    }

    /// The settings that a sign has, from its statistics.
    static func settings(_ answer: [JSONMember], isAutomatic: Bool) -> JSONValue {
        let percent = percent(answer)
        return .object([
            JSONMember("MATP", .bool(percent > 0)), JSONMember("ABRI", .bool(isAutomatic)),
            JSONMember("BRI", .integer(AWTRIXBrightness.level(of: percent))),
        ])
    }

    /// What a sign says of itself; what it does not have, such as a battery, is left out.
    static func stats(_ answers: [[JSONMember]], _ identity: AWTRIXExchange.Identity) -> JSONValue? {
        guard answers.count == 2 else { return nil }
        let (percent, all) = (percent(answers[0]), AWTRIXListed.all(answers[1]))
        let stats = answers[0].first { $0.name == "stats" }?.value
        let app = all.first { $0.state == "shown" }.map { AWTRIXName.app(ofMessage: $0.name) ?? $0.name }
        let members = [
            JSONMember("bri", .integer(AWTRIXBrightness.level(of: percent))),
            JSONMember("uptime", .integer(stats?["seconds"]?.integer ?? 0)),
            JSONMember("messages", .integer(all.filter(\.isPushed).count)),
            JSONMember("version", .text(identity.version)),
            JSONMember("indicator1", .bool(false)), JSONMember("indicator2", .bool(false)),
            JSONMember("indicator3", .bool(false)), JSONMember("app", .text(app ?? "")),
            JSONMember("uid", .text(identity.uid)), JSONMember("matrix", .bool(percent > 0)),
        ]
        return .object(members)
    }

    /// The messages that take turns, each with its place; of those with the same name the first.
    static func loop(_ answer: [JSONMember]) -> JSONValue {
        var members: [JSONMember] = []
        var names: Set<String> = []
        for listed in AWTRIXListed.all(answer) where !AWTRIXName.isNotification(listed.name) {
            let name = String((AWTRIXName.app(ofMessage: listed.name) ?? listed.name).prefix(maximumNameLength))
            if names.insert(name).inserted { members.append(JSONMember(name, .integer(members.count))) }
        }
        return .object(members)
    }

    /// All pixels row by row, each a number of its red, green and blue; nil for a sign with very many.
    static func screen(_ answer: [JSONMember]) -> JSONValue? {
        guard let picture = Screenshot(.object(answer)) else { return nil }
        let size = picture.frame.canvas.size
        guard size.width * size.height <= maximumPixels else { return nil }
        var pixels: [JSONValue] = []
        pixels.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let canvas = picture.frame.canvas
                let color = canvas.format == .mono ? (canvas.mono[x, y] ? picture.ledColor : .black) : canvas.rgb[x, y]
                pixels.append(.integer(color.rawValue))
            }
        }
        return .list(pixels)
    }

    private static func percent(_ answer: [JSONMember]) -> Int {
        Int(clamping: answer.first { $0.name == "stats" }?.value["brightness"]?.integer ?? 0)
    }
}
