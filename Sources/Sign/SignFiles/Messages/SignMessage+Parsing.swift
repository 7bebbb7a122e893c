import Marquee
import PixelGraphics
import Settings
import Timelines

extension SignMessage {
    /// Reads the keys of a message; wrong values have their defaults.
    init(_ fields: inout SignFields, context: SignContext) {
        self = context.style
        readLook(&fields)
        readCalendar(&fields, context: context)
        readContent(&fields, context: context)
        readTurn(&fields)
        readMarkup(&fields, context: context)
    }

    /// Reads the tags and fields of the text, unless the file wants it as it is.
    mutating func readMarkup(_ fields: inout SignFields, context: SignContext) {
        guard let hasMarkup = fields.flag("markup", default: true), parts == nil, image == nil else { return }
        guard hasMarkup else {
            markup = SignMarkup(literal: text)
            return
        }
        // Where the calendar is wrong, what its events have is unknown.
        let isUnknown = calendar == nil && fields.has("calendar")
        let (markup, problems) = isUnknown ? SignMarkup.parse(text) : read(text, context: context)
        self.markup = markup
        // The text of a calendar is read within another one.
        for need in markup.needs where calendar == nil {
            places.tags[need.offset] = fields.place(of: "text", offset: need.offset)
        }
        for mistake in markup.timeMistakes where calendar == nil {
            places.tags[mistake.offset] = fields.place(of: "text", offset: mistake.offset)
        }
        let clock = MarkupClock.make(for: markup, locale: context.locale, zone: context.zone)
        let found = problems + clock.problems + markup.speedProblems(of: self)
        for problem in found {
            fields.note(.markup(problem.reason), at: fields.place(of: "text", offset: problem.offset))
        }
    }

    /// Reads a text with its tags and fields; that of a calendar may be one for each of its events.
    private func read(_ text: String, context: SignContext) -> (markup: SignMarkup, problems: [MarkupProblem]) {
        guard let calendar else { return SignMarkup.parse(text, fields: context.fieldNames) }
        return SignMarkup.parse(text, calendar: calendar, fields: context.fieldNames)
    }

    /// Reads the name of the calendar by which a message is shown.
    private mutating func readCalendar(_ fields: inout SignFields, context: SignContext) {
        fields.accept("calendar")
        guard fields.has("calendar") else { return }
        guard let names = context.calendarNames else {
            calendar = fields.givenText("calendar")
            return
        }
        guard !names.isEmpty else {
            let words = "calendars by name, each with a path or a url; \"calendar\" is one of the names"
            return fields.noteProblem(
                .missingKey("calendars", expected: words), at: fields.keyPlace(of: "calendar"))
        }
        calendar = fields.choice("calendar", of: names.map { ($0, $0) })
    }

    /// Reads what the message shows: a text, an image, or parts over each other in the look of the message.
    private mutating func readContent(_ fields: inout SignFields, context outer: SignContext) {
        for key in ["text", "parts", "image"] { fields.accept(key) }
        if fields.has("image") { return readImage(&fields) }
        if fields.has("calendar"), !fields.has("text"), !fields.has("parts") {
            // What an event is about.
            text = "{summary}"
            places.text = fields.place(of: "calendar")
            return
        }
        guard fields.has("parts") else {
            text = Self.text(&fields, expected: "the text to show") ?? ""
            places.text = fields.place(of: "text")
            places.comment = fields.comment(behind: "text")
            return
        }
        _ = fields.excludes("parts", ["text"])
        var context = outer
        context.style = self
        parts = SignParts.reading(&fields, context: context)
        text = ""
        places.text = fields.keyPlace(of: "parts")
    }

    /// Reads the key `text`; nil if there are problems.
    static func text(_ fields: inout SignFields, expected: String) -> String? {
        let hint = fields.isComment(behind: "text") ? "\(expected), in quotes because # begins a comment" : expected
        return fields.parsed("text", expected: hint) { .value(Self.withoutLastNewlines($0)) }
    }

    private mutating func readImage(_ fields: inout SignFields) {
        _ = fields.excludes("image", ["text", "parts"])
        image = SignImage(&fields)
        text = ""
        places.text = fields.place(of: "image")
    }

    /// Reads a look without a message; wrong values are those of the style around it.
    static func style(_ fields: inout SignFields, context: SignContext) -> SignMessage {
        var style = context.style
        style.readLook(&fields)
        return style
    }

    /// Reads how a message looks and moves; what the file does not say, or says wrong, stays.
    private mutating func readLook(_ fields: inout SignFields) {
        readFonts(&fields)
        readColors(&fields)
        readMotion(&fields)
        readPlacing(&fields)
        readTransitions(&fields)
    }

    private mutating func readTransitions(_ fields: inout SignFields) {
        let entrance = SignEffect.reading("in", &fields)
        let exit = SignEffect.reading("out", &fields)
        let swap = fields.choice("swap", default: self.swap)
        (self.entrance, self.exit) = ((entrance ?? nil) ?? self.entrance, (exit ?? nil) ?? self.exit)
        self.swap = swap ?? self.swap
    }

    private mutating func readFonts(_ fields: inout SignFields) {
        let fonts = fields.parsedList("font", expected: "a font by name or path, or a list of fonts") {
            text -> SignFields.Outcome<String> in
            if FieldBraces.are(in: text) { return .refused(.fieldOutsideText(text)) }
            return text.isEmpty ? .wrongType : .value(text)
        }
        guard let fonts, fields.has("font") else { return }
        self.fonts = fonts.map(\.value)
        places.fonts = fonts.map(\.place)
    }

    /// Blocks of lines end with a newline, which is no line of the message.
    private static func withoutLastNewlines(_ text: String) -> String {
        var text = text
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        return text
    }

    private mutating func readColors(_ fields: inout SignFields) {
        let words = "a colour name, \"#rgb\", \"#rrggbb\" or hsv(h,s,v)"
        let color = fields.color("color", expected: words)
        let background = fields.color("background", expected: words)
        self.color = (color ?? nil) ?? self.color
        self.background = (background ?? nil) ?? self.background
    }

    private mutating func readMotion(_ fields: inout SignFields) {
        let speed = fields.optional(
            "speed",
            expected: "pixels per second such as 30 or 12.5, up to \(Speed.limit) and with up to six decimals"
        ) { text -> SignFields.Outcome<Speed> in
            if let speed = Speed(decimal: text) { .value(speed) } else { .wrongType }
        }
        let direction = fields.choice("direction", default: self.direction)
        let scroll = fields.choice("scroll", default: self.scroll)
        let bounce = fields.flag("bounce", default: bounces)
        let spacing = fields.optionalInteger("spacing", in: Self.spacings)
        let hold = fields.optional("hold", expected: "a time such as 2s or 500ms", SignFields.time)
        let cycle = fields.optional("cycle", expected: "a time such as 8s, longer than 0") {
            text -> SignFields.Outcome<Nanoseconds> in
            guard case .value(let time) = SignFields.time(text), time > .zero else { return .wrongType }
            return .value(time)
        }
        let easing = fields.optional("easing", expected: EasingName.expected, EasingName.read)
        let motion = fields.choice("motion", default: rendering)
        let reducesMotion = fields.flag("reduced-motion", default: self.reducesMotion)
        guard let speed, let direction, let scroll, let bounce, let spacing, let hold, let cycle, let easing,
            let motion, let reducesMotion
        else { return }
        // A pace of its own takes the place of that of the style, whichever of the two ways it is given in.
        if speed != nil || cycle != nil { (self.speed, self.cycle) = (speed, cycle) }
        (self.direction, self.scroll, bounces) = (direction, scroll, bounce)
        (self.spacing, self.hold) = (spacing ?? self.spacing, hold ?? self.hold)
        self.easing = easing ?? self.easing
        (rendering, self.reducesMotion) = (motion, reducesMotion)
        notePaceConflict(&fields)
    }

    private mutating func readPlacing(_ fields: inout SignFields) {
        let letterSpacing = fields.integer("letter-spacing", in: Self.letterSpacings, default: self.letterSpacing)
        let align = fields.choice("align", default: self.align)
        let valign = fields.choice("valign", default: verticalAlign)
        let overflow = fields.choice("overflow", default: self.overflow)
        guard let letterSpacing, let align, let valign, let overflow else { return }
        (self.letterSpacing, self.align, verticalAlign, self.overflow) = (letterSpacing, align, valign, overflow)
    }

    private func notePaceConflict(_ fields: inout SignFields) {
        let (first, second) = fields.isBefore("speed", "cycle") ? ("speed", "cycle") : ("cycle", "speed")
        guard let reason = paceConflict(otherLine: fields.keyPlace(of: first)?.line ?? 1) else { return }
        let place =
            if case .speedAndCycle = reason {
                fields.keyPlace(of: second)
            } else {
                fields.place(of: "cycle") ?? fields.place(of: "hold") ?? fields.place(of: "bounce")
            }
        fields.note(reason, at: place)
    }
}
