import PixelGraphics
import Settings
import SignFiles
import SignHost

/// Reads an object of AWTRIX key by key, and remembers the keys that it does not know.
struct AWTRIXReading {
    /// The keys of a message so far.
    private(set) var members: [JSONMember] = []
    private let given: [JSONMember]
    private let isNotification: Bool
    let means: AWTRIXMeans
    private var ignored = AWTRIXIgnored()
    private var known: Set<String> = []

    /// The times that a message may be given, in seconds: up to a year.
    static let times = 1...31_622_400
    /// The fragments of a text, each of which may have a tag.
    private static let maximumFragments = 500
    /// What the clock scrolls at 100 percent, in hundredths of a pixel per second: 42 frames of half a pixel.
    private static let defaultSpeed = 2_100
    /// The seconds that apps and notifications are shown if they say nothing: the clock's own settings.
    private static let defaultSeconds = (app: 5, notification: 7)

    init(_ object: JSONValue, isNotification: Bool, _ means: AWTRIXMeans) {
        given = object.members ?? []
        (self.isNotification, self.means) = (isNotification, means)
    }

    /// The value of a key that says something; the key counts as understood.
    mutating func take(_ key: String) -> JSONValue? {
        known.insert(key)
        return given.first { $0.name == key }?.value
    }

    /// What a key means, or nil; a value without meaning is recorded.
    mutating func value<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let value = take(key), value != .null else { return nil }
        if let found = read(value) { return found }
        if !value.isNeutral { ignored.record(key) }
        return nil
    }

    /// What a key says, yes or no.
    mutating func flag(_ key: String) -> Bool? { value(key, \.lenientFlag) }

    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        value(key) { $0.lenientInteger.flatMap { range.contains($0) ? $0 : nil } }
    }

    mutating func put(_ key: String, _ value: JSONValue) { members.append(JSONMember(key, value)) }

    /// Records a key as one without effect.
    mutating func record(_ key: String) { ignored.record(key) }

    /// All keys without effect, the unknown ones last.
    func rest() -> AWTRIXIgnored {
        var all = ignored
        for member in given where !known.contains(member.name) && !member.value.isNeutral {
            all.record(member.name)
        }
        return all
    }
}

extension AWTRIXReading {
    /// The tags of a text, a number, or a list of fragments with colours; empty without a text.
    mutating func markup(of value: JSONValue?, isUpperCase: Bool) -> String {
        switch value {
        case .text(let text), .number(let text): return shown(text, isUpperCase: isUpperCase)
        case .bool(let value): return shown(value ? "true" : "false", isUpperCase: isUpperCase)
        case .list(let fragments):
            if fragments.count > Self.maximumFragments { ignored.record("text") }
            return fragments.prefix(Self.maximumFragments).map { fragment in
                guard let text = fragment["t"]?.word else {
                    ignored.record("text")
                    return ""
                }
                let shown = shown(text, isUpperCase: isUpperCase)
                guard !text.isEmpty, let given = fragment["c"], !given.isNeutral else { return shown }
                if let color = given.hexColor { return "<\(color)>\(shown)</>" }
                ignored.record("text")
                return shown
            }.joined()
        case .object:
            ignored.record("text")
            return ""
        case .null, nil: return ""
        }
    }

    /// What the sender wrote as it is, never read as tags.
    mutating func shown(_ text: String, isUpperCase: Bool) -> String {
        // The values of topics are not ours to read.
        if let open = text.firstRange(of: "{{"), text[open.upperBound...].contains("}}") {
            ignored.record("placeholder")
        }
        return SignMarkup.escaped(isUpperCase ? text.uppercased() : text)
    }

    /// The colour, and where a text stands that fits.
    mutating func readLook() {
        if let color = value("color", \.hexColor) { put("color", .text(color)) }
        put("align", .text(flag("center") ?? true ? "center" : "left"))
        if flag("topText") ?? false { put("valign", "top") }
    }

    /// How a text moves that does not fit.
    mutating func readMotion() {
        if let percent = integer("scrollSpeed", in: 1...10_000) {
            put("speed", Self.decimal(hundredths: Self.defaultSpeed * percent / 100))
        }
        if flag("noScroll") ?? false { put("scroll", .text("never")) }
        if flag("bounce") ?? false { put("bounce", .bool(true)) }
    }

    /// When it is shown, and for how long.
    mutating func readTimes() {
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

    /// The cue for what the clock would play.
    mutating func cue() -> String? {
        let sound = value("sound") { [means] in $0.word.flatMap { $0.isEmpty ? nil : means.cue($0) } }
        let melody = value("rtttl") { [means] in $0.text.flatMap { $0.isEmpty ? nil : means.cue("sound") } }
        return sound ?? melody
    }
}

/// Values of AWTRIX's objects, which take numbers and words for each other as the clock's JSON reader does.
extension JSONValue {
    /// A text, or a number as it is written; nil for another value.
    var word: String? {
        switch self {
        case .text(let text), .number(let text): text
        case .null, .bool, .list, .object: nil
        }
    }

    /// A whole number; nil for what is none, or has more than nine digits.
    var lenientInteger: Int? {
        switch self {
        case .number(let text), .text(let text):
            // Templates send 5.0 for 5; what is behind the point counts for nothing.
            let whole = text.prefix { $0 != "." }
            let digits = whole.hasPrefix("-") ? whole.dropFirst() : whole
            let rest = text.dropFirst(whole.count)
            guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return Int(whole)
        case .bool(let value): return value ? 1 : 0
        case .null, .list, .object: return nil
        }
    }

    /// Yes or no: true, false, 1, 0, and the same in quotation marks.
    var lenientFlag: Bool? {
        switch self {
        case .bool(let value): value
        case .number("1"), .text("1"), .text("true"): true
        case .number("0"), .text("0"), .text("false"): false
        case .null, .number, .text, .list, .object: nil
        }
    }

    /// A colour as `#rrggbb`: from "#RRGGBB", "RRGGBB" or [r, g, b]; a number is none, as with the clock.
    var hexColor: String? {
        switch self {
        case .text(let text):
            let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
            let isColor = digits.utf8.count == 6 && digits.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit)
            return isColor ? "#" + digits.lowercased() : nil
        case .list(let parts):
            let levels = parts.prefix(4).compactMap(\.lenientInteger).filter { (0...255).contains($0) }
            guard parts.count == 3, levels.count == 3 else { return nil }
            return "#" + levels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .null, .bool, .number, .object: return nil
        }
    }

    /// The colour of ``hexColor``.
    var color: Color? { hexColor.flatMap { UInt32($0.dropFirst(), radix: 16) }.map { Color(rawValue: $0) } }

    /// Whether a value says the same as a missing one: senders fill in all keys of a form.
    var isNeutral: Bool {
        switch self {
        case .null, .bool(false), .number("0"), .number("-1"), .text(""), .list([]), .object([]): true
        case .bool, .number, .text, .list, .object: false
        }
    }
}
