import Settings
import Timelines

/// Knobs and buttons on GPIO lines (behaviour D3).
package struct InputSettings: Equatable, Sendable {
    /// What a button does.
    package enum Action: String, Hashable, Sendable, CaseIterable {
        /// Stands still, or continues.
        case pause
        case next
        /// Acknowledges an urgent message.
        case acknowledge
    }

    package struct Encoder: Equatable, Sendable {
        /// The label of the chip; nil for that of a Raspberry Pi's header.
        package var chip: String?
        /// The line that changes first when the knob is turned to the right.
        package var a: LineAddress.Line
        /// The other line.
        package var b: LineAddress.Line
        /// How far a step moves the text to the right (down); negative for the other way.
        package var pixelsPerStep = 1
        /// How many changes of the lines lie between two places of rest: 1, 2 or 4.
        package var changesPerStep = 4
        /// Whether every step pushes the text; otherwise it is dragged while the knob turns.
        package var flicks = false
        /// The zone that it moves; nil for the sign.
        package var zone: String?
    }

    package struct Button: Equatable, Sendable {
        package var line: LineAddress
        /// Whether it is at the supply voltage when it is pressed, and not at ground.
        package var isActiveHigh = false
        package var action: Action
        /// The zone that it is for; nil for the sign.
        package var zone: String?
    }

    /// A knob; nil for none.
    package var encoder: Encoder?
    package var buttons: [Button] = []
    /// How long contacts may bounce.
    package var bounce = InputSettings.defaultBounce

    /// How long contacts may bounce where the file does not say it.
    package static let defaultBounce = Nanoseconds.milliseconds(5)
    /// How many buttons there may be.
    static let maximumButtons = 14
}

extension InputSettings {
    /// Reads the keys `encoder`, `buttons` and `debounce`; wrong ones count as missing.
    init(_ fields: inout SignFields) {
        self.init()
        fields.readKeys("encoder", expected: "the lines a and b of a rotary encoder", into: &encoder) { Encoder(&$0) }
        fields.accept("buttons")
        if fields.has("buttons") {
            let expected = "a list of buttons, each with its line and action"
            buttons = fields.list("buttons", expected: expected, maximum: Self.maximumButtons) { Button(&$0) } ?? []
        }
        fields.read("debounce", as: .time("a time from 0 to 1s, such as 5ms", in: .zero ... .seconds(1)), into: &bounce)
    }
}

extension InputSettings.Encoder {
    /// Reads the keys of a rotary encoder; nil without its lines.
    init?(_ fields: inout SignFields) {
        let (a, b) = (fields.value("a", as: .line), fields.value("b", as: .line))
        self.init(a: a ?? .number(0), b: b ?? .number(0))
        fields.read("chip", as: .chipLabel, into: &chip)
        fields.read("pixels-per-step", in: -256...256, into: &pixelsPerStep)
        fields.read("changes-per-step", as: .word(of: [("1", 1), ("2", 2), ("4", 4)]), into: &changesPerStep)
        fields.read("turning", as: .word(of: [("drag", false), ("flick", true)]), into: &flicks)
        fields.read("zone", as: .nonEmpty("the name of a zone"), into: &zone)
        guard a != nil, b != nil else { return nil }
    }
}

extension InputSettings.Button {
    /// Reads the keys of a button; nil without its line and action.
    init?(_ fields: inout SignFields) {
        let line = LineAddress(&fields)
        let action: InputSettings.Action? = fields.value("action", as: .word)
        self.init(line: line ?? LineAddress(line: .number(0)), action: action ?? .pause)
        fields.read("active", as: .activeLevel, into: &isActiveHigh)
        fields.read("zone", as: .nonEmpty("the name of a zone"), into: &zone)
        guard line != nil, action != nil else { return nil }
    }
}

/// A line that is pulsed when a cue of a part is due: a buzzer, a bell, a relay.
package struct CueSettings: Hashable, Sendable {
    package var line: LineAddress
    /// How long a pulse lasts.
    package var width = CueSettings.defaultWidth
    /// Whether a pulse is at the supply voltage, and the line at ground between pulses; otherwise it is the other way.
    package var isActiveHigh = true

    /// The width of cues that give none.
    package static let defaultWidth = Nanoseconds.milliseconds(50)
    package static let maximumWidth = Nanoseconds.seconds(60)
}

extension CueSettings {
    /// Reads the keys of a cue; nil if there are problems.
    init?(_ fields: inout SignFields) {
        let line = LineAddress(&fields)
        self.init(line: line ?? LineAddress(line: .number(0)))
        fields.read(
            "width", as: .time("a time from 1ms to 60s", in: .milliseconds(1)...Self.maximumWidth), into: &width)
        fields.read("active", as: .activeLevel, into: &isActiveHigh)
        guard line != nil else { return nil }
    }
}

extension SignInstallation {
    /// Records the cues that the parts of a message call and that have no line; without any lines they are for others.
    func recordUnknownCues(of message: SignMessage, _ fields: inout SignFields) {
        guard !cues.isEmpty else { return }
        for (name, place) in message.parts?.all.flatMap(\.calledCues) ?? [] where cues[name] == nil {
            let nearest = NearestName.find(name, among: cues.keys.sorted())
            fields.record(.unknownCue(name, nearest: nearest), at: place.place)
        }
    }
}

/// A line of a GPIO chip, as a sign file names it.
package struct LineAddress: Hashable, Sendable {
    package enum Line: Hashable, Sendable {
        /// By its number, from 0.
        case number(Int)
        /// By its name, such as GPIO17.
        case name(String)
    }

    /// The label of the chip, such as pinctrl-bcm2711; nil for that of a Raspberry Pi's header.
    package var chip: String?
    package var line: Line
}

extension LineAddress {
    /// Reads the keys `chip` and `line`; nil without a right line.
    init?(_ fields: inout SignFields) {
        let line = fields.value("line", as: .line)
        self.init(line: line ?? .number(0))
        fields.read("chip", as: .chipLabel, into: &chip)
        guard line != nil else { return nil }
    }
}

extension SettingsFields.ValueForm where Value == LineAddress.Line {
    /// A line by number or name.
    static var line: Self { gpioLine(suchAs: "GPIO17", number: LineAddress.Line.number, name: LineAddress.Line.name) }
}

extension SettingsFields.ValueForm where Value == Bool {
    /// The level at which a line does something: high or not.
    static var activeLevel: Self { word(of: [("high", true), ("low", false)]) }
}
