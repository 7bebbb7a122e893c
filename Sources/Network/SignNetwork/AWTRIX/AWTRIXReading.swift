import Settings

/// Reads an object of AWTRIX key by key, and remembers the keys that it does not know.
struct AWTRIXReading {
    /// The keys of a message so far.
    private(set) var members: [JSONMember] = []
    private let given: [JSONMember]
    private let kind: AWTRIXMessage.Kind
    private var ignored = AWTRIXIgnored()
    private var known: Set<String> = []

    /// The times that a message may be given, in seconds: up to a year.
    private static let times = 1...31_622_400
    /// What the clock scrolls at 100 percent, in hundredths of a pixel per second: 42 frames of half a pixel.
    private static let defaultSpeed = 2_100
    /// The seconds that apps and notifications are shown if they say nothing: the clock's own settings.
    private static let defaultSeconds = (app: 5, notification: 7)

    init(_ object: JSONValue, _ kind: AWTRIXMessage.Kind) {
        given = object.members ?? []
        self.kind = kind
    }

    /// The value of a key that says something; the key counts as understood.
    private mutating func take(_ key: String) -> JSONValue? {
        known.insert(key)
        return given.first { $0.name == key }?.value
    }

    /// What a key means, or nil; a value without meaning is recorded.
    private mutating func value<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let value = take(key), value != .null else { return nil }
        if let found = read(value) { return found }
        if !AWTRIXValue.isNeutral(value) { ignored.record(key) }
        return nil
    }

    /// What a key says, yes or no.
    mutating func flag(_ key: String) -> Bool? { value(key, AWTRIXValue.flag) }

    private mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        value(key) { AWTRIXValue.integer($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    private mutating func put(_ key: String, _ value: JSONValue) { members.append(JSONMember(key, value)) }

    /// All keys without effect, the unknown ones last.
    func rest() -> AWTRIXIgnored {
        var all = ignored
        for member in given where !known.contains(member.name) && !AWTRIXValue.isNeutral(member.value) {
            all.record(member.name)
        }
        return all
    }
}

extension AWTRIXReading {
    /// The text with its icon, in colours of its own, blinking.
    mutating func readText(_ icons: AWTRIXIcons) {
        let letters = integer("textCase", in: 0...2)
        let text = AWTRIXText(take("text"), isUpperCase: letters == 1)
        if text.isBroken { ignored.record("text") }
        // The values of topics are not ours to read.
        if text.hasPlaceholders { ignored.record("placeholder") }
        let icon = value("icon") { icons.tag($0) }
        // Ours always moves with the text and comes again with it.
        if let push = integer("pushIcon", in: 0...2), push != 2, push != 0 { ignored.record("pushIcon") }
        var markup = text.markup
        if let half = integer("blinkText", in: 1...1_800_000) {
            // The clock says half a period; nothing blinks faster than ten times a second.
            markup = "<blink=\(max(2 * half, 100))ms>\(markup)</>"
        }
        let gap = icon == nil || markup.isEmpty ? "" : " "
        put("text", .text((icon ?? "") + gap + markup))
    }

    /// Colours, and where a text stands that fits.
    mutating func readLook() {
        if let color = value("color", AWTRIXValue.color) { put("color", .text(color)) }
        if let color = value("background", AWTRIXValue.color) { put("background", .text(color)) }
        put("align", .text(flag("center") ?? true ? "center" : "left"))
    }

    /// How a text moves that does not fit.
    mutating func readMotion() {
        if let percent = integer("scrollSpeed", in: 1...10_000) {
            let hundredths = Self.defaultSpeed * percent / 100
            let digits =
                hundredths % 10 == 0 ? "\(hundredths % 100 / 10)" : "\(hundredths % 100 / 10)\(hundredths % 10)"
            let isWhole = hundredths % 100 == 0
            put("speed", .number("\(hundredths / 100)" + (isWhole ? "" : "." + digits)))
        }
        if flag("noScroll") ?? false { put("scroll", .text("never")) }
        if flag("bounce") ?? false { put("bounce", .bool(true)) }
    }

    /// When it is shown, and for how long.
    mutating func readTimes() {
        let isNotification = kind == .notification
        let cycles = integer("repeat", in: 1...1_000_000)
        let seconds = integer("duration", in: Self.times)
        let holds = flag("hold") ?? false
        if holds, !isNotification { ignored.record("hold") }
        if holds && isNotification {
            // Shown until it is dismissed.
        } else if let cycles {
            put("repeat", .integer(cycles))
        } else {
            let fallback = isNotification ? Self.defaultSeconds.notification : Self.defaultSeconds.app
            put("duration", .text("\(seconds ?? fallback)s"))
        }
        if let lifetime = integer("lifetime", in: Self.times) { put("lifetime", .text("\(lifetime)s")) }
        if flag("wakeup") ?? false { put("wake", .bool(true)) }
        if isNotification { put("priority", .integer(AWTRIXMessage.priorityOfNotifications)) }
    }

    /// The cue for what the clock would play: one of the sound's name, or the one called `sound`.
    mutating func cue(of cues: Set<String>) -> String? {
        func cue(_ name: String) -> String? { cues.contains(name) ? name : cues.contains("sound") ? "sound" : nil }
        let sound = value("sound") { value -> String? in
            switch value {
            case .text(let name), .number(let name): name.isEmpty ? nil : cue(name)
            case .null, .bool, .list, .object: nil
            }
        }
        let melody = value("rtttl") { $0.text.flatMap { $0.isEmpty ? nil : cue("sound") } }
        return sound ?? melody
    }
}
