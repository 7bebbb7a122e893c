import Marquee
import PixelGraphics
import SettingsFiles
import Timelines

extension SignMessage {
    /// Reads the keys of a message; nil where there are problems.
    init?(_ fields: inout SignFields) {
        let text = fields.parsed("text", expected: "what the sign shows") { .value(Self.withoutLastNewlines($0)) }
        let fonts = fields.parsedList("font", expected: "a font by name or path, or a list of fonts") {
            $0.isEmpty ? .wrongType : .value($0)
        }
        var message = SignMessage(text ?? "")
        message.fonts = fonts?.map(\.value) ?? []
        message.places = FilePlaces(text: fields.place(of: "text"), fonts: fonts?.map(\.place) ?? [])
        let isColored = message.readColors(&fields)
        let isMoving = message.readMotion(&fields)
        let isPlaced = message.readPlacing(&fields)
        guard text != nil, fonts != nil, isColored, isMoving, isPlaced else { return nil }
        self = message
    }

    /// Blocks of lines end with a newline, which is no line of the message.
    private static func withoutLastNewlines(_ text: String) -> String {
        var text = text
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        return text
    }

    private mutating func readColors(_ fields: inout SignFields) -> Bool {
        let words = "a colour: a name, \"#rgb\", \"#rrggbb\" or hsv(h,s,v)"
        let color = fields.color("color", expected: words)
        let background = fields.color("background", expected: words)
        guard let color, let background else { return false }
        self.color = color
        self.background = background
        return true
    }

    private mutating func readMotion(_ fields: inout SignFields) -> Bool {
        let speed = fields.optional(
            "speed",
            expected: "pixels per second such as 30 or 12.5, up to \(Speed.limit) and with up to six decimals"
        ) { text -> SignFields.Outcome<Speed> in
            if let speed = Speed(decimal: text) { .value(speed) } else { .wrongType }
        }
        let direction = fields.choice("direction", default: Direction.left)
        let scroll = fields.choice("scroll", default: ScrollPolicy.auto)
        let bounce = fields.flag("bounce", default: false)
        let spacing = fields.optionalInteger("spacing", in: Self.spacings)
        let hold = fields.optional("hold", expected: "a time such as 2s or 500ms", SignFields.time)
        let cycle = fields.optional("cycle", expected: "a time such as 8s, more than none") {
            text -> SignFields.Outcome<Nanoseconds> in
            guard case .value(let time) = SignFields.time(text), time > .zero else { return .wrongType }
            return .value(time)
        }
        let easing = fields.optional("easing", expected: "one of \(EasingName.forms.joined(separator: ", "))") {
            (text) -> SignFields.Outcome<Easing> in
            if case .easing(let easing) = EasingName.read(text) { .value(easing) } else { .wrongType }
        }
        let motion = fields.choice("motion", default: MotionRendering.pixel)
        let reducesMotion = fields.flag("reduced-motion", default: false)
        guard let speed, let direction, let scroll, let bounce, let spacing, let hold, let cycle, let easing,
            let motion, let reducesMotion
        else { return false }
        (self.speed, self.direction, self.scroll, bounces) = (speed, direction, scroll, bounce)
        (self.spacing, self.hold, self.cycle, self.easing) = (spacing, hold, cycle, easing)
        (rendering, self.reducesMotion) = (motion, reducesMotion)
        return isPaceable(&fields)
    }

    private mutating func readPlacing(_ fields: inout SignFields) -> Bool {
        let letterSpacing = fields.integer("letter-spacing", in: Self.letterSpacings, default: 0)
        let align = fields.choice("align", default: HorizontalAlignment.left)
        let valign = fields.choice("valign", default: VerticalAlignment.middle)
        let overflow = fields.choice("overflow", default: Overflow.scroll)
        guard let letterSpacing, let align, let valign, let overflow else { return false }
        (self.letterSpacing, self.align, verticalAlign, self.overflow) = (letterSpacing, align, valign, overflow)
        return true
    }

    private func isPaceable(_ fields: inout SignFields) -> Bool {
        switch paceFault {
        case nil: return true
        case .speedAndCycle:
            let keys = fields.isBefore("speed", "cycle") ? ("speed", "cycle") : ("cycle", "speed")
            fields.note(
                .speedAndCycle(otherLine: fields.keyPlace(of: keys.0)?.line ?? 1), at: fields.keyPlace(of: keys.1))
        case .cycleWithinPauses(let cycle, let hold, let bounces):
            fields.note(
                .cycleWithinPauses(cycle: cycle, hold: hold, bounces: bounces), at: fields.place(of: "cycle"))
        }
        return false
    }
}
