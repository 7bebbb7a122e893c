import Settings
import Timelines

/// Knobs and buttons on GPIO lines (behaviour D3).
package struct InputSettings: Equatable, Sendable {
    /// What turning a knob does.
    package enum Turning: String, Hashable, Sendable, CaseIterable {
        /// The text is dragged while the knob turns.
        case drag
        /// Every step pushes the text.
        case flick
    }

    /// What a button does.
    package enum Action: String, Hashable, Sendable, CaseIterable {
        /// Stands still, or goes on.
        case pause
        /// The next message.
        case next
        /// Takes note of an urgent message.
        case acknowledge
    }

    /// A rotary encoder.
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
        /// What turning does.
        package var turning = Turning.drag
        /// The zone that it moves; nil for the sign.
        package var zone: String?

        /// Describes an encoder.
        package init(chip: String? = nil, a: LineAddress.Line, b: LineAddress.Line) {
            (self.chip, self.a, self.b) = (chip, a, b)
        }
    }

    package struct Button: Equatable, Sendable {
        package var line: LineAddress
        /// The level when it is pressed.
        package var active = ActiveLevel.low
        /// What it does.
        package var action: Action
        /// The zone that it is for; nil for the sign.
        package var zone: String?

        /// Describes a button.
        package init(line: LineAddress, action: Action) {
            (self.line, self.action) = (line, action)
        }
    }

    /// A knob; nil for none.
    package var encoder: Encoder?
    package var buttons: [Button] = []
    /// How long contacts may bounce.
    package var bounce = InputSettings.usualBounce

    /// No knob, and no button.
    package init() {}

    /// How long contacts may bounce where the file does not say it.
    package static let usualBounce = Nanoseconds.milliseconds(5)
    /// How many buttons there may be.
    static let mostButtons = 14
}

extension InputSettings {
    /// Reads the keys `encoder`, `buttons` and `debounce`; nil if there are problems.
    init?(_ fields: inout SignFields) {
        self.init()
        let encoder = fields.optionalKeys("encoder", expected: "the lines a and b of a rotary encoder") {
            Encoder(&$0)
        }
        var buttons: [Button]? = []
        fields.accept("buttons")
        if fields.has("buttons") {
            buttons = fields.list(
                "buttons", expected: "a list of buttons, each with its line and action", most: Self.mostButtons
            ) { Button(&$0) }
        }
        let bounce = fields.parsed(
            "debounce", expected: "a time from 0 to 1s, such as 5ms", default: Self.usualBounce
        ) { text -> SignFields.Outcome<Nanoseconds> in
            guard case .value(let time) = SignFields.time(text) else { return .wrongType }
            return time <= .seconds(1) ? .value(time) : .outOfRange
        }
        guard let encoder, let buttons, let bounce else { return nil }
        (self.encoder, self.buttons, self.bounce) = (encoder, buttons, bounce)
    }
}

extension InputSettings.Encoder {
    /// Reads the keys of a rotary encoder; nil if there are problems.
    init?(_ fields: inout SignFields) {
        let (chip, a, b) = (fields.chip(), fields.line("a"), fields.line("b"))
        let pixels = fields.integer("pixels-per-step", in: -256...256, default: 1)
        let changes = fields.choice("changes-per-step", of: [("1", 1), ("2", 2), ("4", 4)], default: 4)
        let turning = fields.choice("turning", default: InputSettings.Turning.drag)
        let zone = fields.zoneName()
        guard let chip, let a, let b, let pixels, let changes, let turning, let zone else { return nil }
        self.init(chip: chip, a: a, b: b)
        (pixelsPerStep, changesPerStep, self.turning, self.zone) = (pixels, changes, turning, zone)
    }
}

extension InputSettings.Button {
    /// Reads the keys of a button; nil if there are problems.
    init?(_ fields: inout SignFields) {
        let (chip, line) = (fields.chip(), fields.line("line"))
        let active = fields.choice("active", default: ActiveLevel.low)
        let action: InputSettings.Action? = fields.choice(
            "action", of: InputSettings.Action.allCases.map { ($0.rawValue, $0) })
        let zone = fields.zoneName()
        guard let chip, let line, let active, let action, let zone else { return nil }
        self.init(line: LineAddress(chip: chip, line: line), action: action)
        (self.active, self.zone) = (active, zone)
    }
}

extension SettingsFields<SignProblem> {
    /// Returns the name of a zone, or nil within an optional where the file does not have the key.
    mutating func zoneName() -> String?? {
        optional("zone", expected: "the name of a zone") { $0.isEmpty ? .wrongType : .value($0) }
    }
}
