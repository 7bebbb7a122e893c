import PixelGraphics
import SettingsFiles

/// What a sign file says of the world around the sign: who may steer it, knobs and buttons, lines for buzzers and relays, and
/// the wall that the sign is part of.
///
/// All of it is taken when the sign starts; changes need a restart.
public struct SignInstallation: Equatable, Sendable {
    /// Where requests are taken, and what is kept of them.
    public var control = ControlSettings()
    /// Knobs and buttons; nil for none.
    public var hands: HandSettings?
    /// Lines that time-lines pulse, by their names.
    public var cues: [String: CueSettings] = [:]
    /// The place of the sign on a wall; nil where it is alone.
    public var wall: WallSettings?

    /// A sign without knobs, cues and walls, whose socket is at the usual place.
    public init() {}

    /// How many cues there may be: lines of one chip that are driven together.
    static let mostCues = 32
}

extension SignInstallation {
    /// The keys that a file says it by.
    static let keys = ["control", "hands", "cues", "wall"]

    /// Whether anything is said by a key.
    func gives(_ key: String) -> Bool { differs(from: SignInstallation(), in: key) }

    /// Whether another one says something else by a key.
    func differs(from other: SignInstallation, in key: String) -> Bool {
        switch key {
        case "control": control != other.control
        case "hands": hands != other.hands
        case "cues": cues != other.cues
        default: wall != other.wall
        }
    }
}

extension SignInstallation {
    /// Reads the keys `control`, `hands`, `cues` and `wall`; wrong ones count as missing.
    init(_ fields: inout SignFields) {
        self.init()
        let control = fields.optionalKeys("control", expected: "keys such as socket, group and state") {
            ControlSettings(&$0)
        }
        let hands = fields.optionalKeys("hands", expected: "the keys encoder and buttons") { HandSettings(&$0) }
        let cues = fields.optionalKeys("cues", expected: "names of cues, each with its line and width") {
            Self.cues(&$0)
        }
        let wall = fields.optionalKeys("wall", expected: "the keys x, y, width and height in pixels") {
            WallSettings(&$0)
        }
        self.control = (control ?? nil) ?? ControlSettings()
        (self.hands, self.cues, self.wall) = (hands ?? nil, (cues ?? nil) ?? [:], wall ?? nil)
    }

    /// Notes the cues that the parts of a message call and that have no line; without any lines they are for others.
    func noteUnknownCues(of message: SignMessage, _ fields: inout SignFields) {
        guard !cues.isEmpty else { return }
        for (name, place) in message.parts?.cueNames ?? [] where cues[name] == nil {
            let nearest = NearestName.find(name, among: cues.keys.sorted())
            fields.note(.unknownCue(name, nearest: nearest), at: place)
        }
    }

    private static func cues(_ fields: inout SignFields) -> [String: CueSettings]? {
        let names = fields.givenKeys
        var cues: [String: CueSettings] = [:]
        for name in names.prefix(mostCues) {
            let words = "the line and the width of a cue, such as {line: 17, width: 50ms}"
            cues[name] = fields.keys(name, expected: words) { CueSettings(&$0) }
        }
        for name in names.dropFirst(mostCues) { fields.accept(name) }
        if names.count > mostCues {
            fields.noteFault(
                .outOfRange(key: "cues", expected: "at most \(mostCues) cues", found: "\(names.count)"),
                at: fields.keyPlace(of: names[mostCues]))
        }
        return cues.count == names.count ? cues : nil
    }
}

extension SettingsFields<SignProblem> {
    /// Reads the keys within the value of a key; nil within an optional where the file does not have the key.
    mutating func optionalKeys<Value>(
        _ key: String, expected: String, _ body: (inout Self) -> Value?
    ) -> Value?? {
        accept(key)
        guard has(key) else { return .some(nil) }
        return keys(key, expected: expected, body).map { .some($0) }
    }
}
