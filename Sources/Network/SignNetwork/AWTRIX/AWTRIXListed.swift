import Settings

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
}

/// How often a sign has to go on until it shows a message, where messages take turns in their order.
struct AWTRIXSwitch {
    /// The zone that resumes; nil for the whole sign.
    let zone: String?
    let steps: Int
    private static let maximumSteps = 64

    /// Finds an app, or else a message of that name; nil where there is none, or where it is not its time.
    init?(to name: String, _ answer: [JSONMember]) {
        let all = AWTRIXListed.all(answer).filter {
            !AWTRIXName.isNotification($0.name) && ["shown", "waiting"].contains($0.state)
        }
        let own = AWTRIXName.message(ofApp: name)
        guard let wanted = all.first(where: { $0.name == own }) ?? all.first(where: { $0.name == name }) else {
            return nil
        }
        zone = wanted.zone
        let turns = all.filter { $0.zone == wanted.zone }
        guard wanted.state != "shown", let shown = turns.firstIndex(where: { $0.state == "shown" }),
            let place = turns.firstIndex(where: { $0.name == wanted.name })
        else {
            steps = 0
            return
        }
        steps = min((place - shown + turns.count) % turns.count, Self.maximumSteps)
    }
}
