import PixelGraphics
import Settings
import SignHost

/// Requests that change nothing.
extension AWTRIXExchange {
    /// The pixels that an answer may have; more of them make more text than a viewer of such a clock reads.
    private static let maximumPixels = 1 << 16
    private static let maximumNameLength = 64

    /// What a route asks of the sign, and the clock's answer from those of the sign; nil for a route that changes something.
    static func reading(
        _ route: AWTRIXRoute, _ memory: AWTRIXMemory, version: String, uid: String
    ) -> (commands: [SignCommand], reply: ([[JSONMember]]) -> JSONValue?)? {
        switch route {
        case .settings: ([.stats], { $0.first.map { settings($0, isAutomatic: memory.percent == nil) } })
        case .stats:
            ([.stats, .list], { $0.count == 2 ? stats($0[0], $0[1], memory, version: version, uid: uid) : nil })
        case .loop: ([.list], { $0.first.map(loop) })
        case .screen: ([.screenshot], { $0.first.flatMap(screen) })
        default: nil
        }
    }

    /// The settings that a sign has, from its statistics.
    private static func settings(_ answer: [JSONMember], isAutomatic: Bool) -> JSONValue {
        let percent = percent(answer)
        return [
            "MATP": .bool(percent > 0), "ABRI": .bool(isAutomatic), "BRI": .integer(AWTRIXMemory.level(of: percent)),
        ]
    }

    /// What a sign says of itself; what it does not have, such as a battery, is left out.
    private static func stats(
        _ answer: [JSONMember], _ listing: [JSONMember], _ memory: AWTRIXMemory, version: String, uid: String
    ) -> JSONValue {
        let (percent, all) = (percent(answer), AWTRIXListed.all(listing))
        let stats = answer.first { $0.name == "stats" }?.value
        let app = all.first { $0.state == "shown" }.map { AWTRIXMessage.app(ofName: $0.name) ?? $0.name }
        return [
            "bri": .integer(AWTRIXMemory.level(of: percent)), "uptime": .integer(stats?["seconds"]?.integer ?? 0),
            "messages": .integer(all.filter(\.isPushed).count), "version": .text(version),
            "indicator1": .bool(memory.indicators[0]), "indicator2": .bool(memory.indicators[1]),
            "indicator3": .bool(memory.indicators[2]), "app": .text(app ?? ""), "uid": .text(uid),
            "matrix": .bool(percent > 0),
        ]
    }

    /// The messages that take turns, each with its place; of those with the same name the first.
    private static func loop(_ answer: [JSONMember]) -> JSONValue {
        var members: [JSONMember] = []
        var names: Set<String> = []
        for listed in AWTRIXListed.all(answer) where !AWTRIXMessage.isNotification(listed.name) {
            let name = String((AWTRIXMessage.app(ofName: listed.name) ?? listed.name).prefix(maximumNameLength))
            if names.insert(name).inserted { members.append(JSONMember(name, .integer(members.count))) }
        }
        return .object(members)
    }

    /// All pixels row by row, each a number of its red, green and blue; nil for a sign with very many.
    private static func screen(_ answer: [JSONMember]) -> JSONValue? {
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

/// A message of the answer to `list`, as far as AWTRIX's interface needs it.
struct AWTRIXListed {
    /// Its name; its text where it has none.
    let name: String
    /// Its zone; nil for the whole sign.
    let zone: String?
    let isPushed: Bool
    let state: String

    private init?(_ value: JSONValue) {
        guard let name = value["name"]?.text ?? value["text"]?.text else { return nil }
        self.name = name
        zone = value["zone"]?.text
        isPushed = value["pushed"] == .bool(true)
        state = value["state"]?.text ?? ""
    }

    /// The messages of an answer.
    static func all(_ answer: [JSONMember]) -> [AWTRIXListed] {
        guard case .list(let values)? = answer.first(where: { $0.name == "messages" })?.value else { return [] }
        return values.compactMap { AWTRIXListed($0) }
    }

    /// The zones that show messages in turn, and how many each, of which at least two are in turn; up to 64 in all.
    static func turns(_ answer: [JSONMember]) -> [(zone: String?, count: Int)] {
        let all = all(answer).filter {
            !AWTRIXMessage.isNotification($0.name) && ["shown", "waiting"].contains($0.state)
        }
        var turns: [(zone: String?, count: Int)] = []
        for listed in all.prefix(maximumSteps) {
            if let place = turns.firstIndex(where: { $0.zone == listed.zone }) {
                turns[place].count += 1
            } else {
                turns.append((listed.zone, 1))
            }
        }
        return turns.filter { $0.count > 1 }
    }

    /// How often a zone has to switch until it shows an app, or else a message of that name, where messages take turns in their
    /// order; nil where there is none, or where it is not its time.
    static func way(to name: String, _ answer: [JSONMember]) -> (zone: String?, steps: Int)? {
        let all = all(answer).filter {
            !AWTRIXMessage.isNotification($0.name) && ["shown", "waiting"].contains($0.state)
        }
        let own = AWTRIXMessage.name(ofApp: name)
        guard let wanted = all.first(where: { $0.name == own }) ?? all.first(where: { $0.name == name }) else {
            return nil
        }
        let turns = all.filter { $0.zone == wanted.zone }
        guard wanted.state != "shown", let shown = turns.firstIndex(where: { $0.state == "shown" }),
            let place = turns.firstIndex(where: { $0.name == wanted.name })
        else { return (wanted.zone, 0) }
        return (wanted.zone, min((place - shown + turns.count) % turns.count, maximumSteps))
    }

    private static let maximumSteps = 64
}
