import Marquee
import PixelGraphics
import Schedules
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
        var hasMarkup = true
        guard fields.read("markup", into: &hasMarkup), parts == nil, image == nil else { return }
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
            fields.record(.markup(problem), at: fields.place(of: "text", offset: problem.offset))
        }
    }

    /// Reads a text with its tags and fields; that of a calendar may be one for each of its events.
    private func read(_ text: String, context: SignContext) -> (markup: SignMarkup, problems: [TextError]) {
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
            return fields.recordProblem(
                .missingKey("calendars", expected: words), at: fields.keyPlace(of: "calendar"))
        }
        calendar = fields.value("calendar", as: .word(of: names.map { ($0, $0) }))
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
        fields.excludes("parts", ["text"])
        var context = outer
        context.style = self
        parts = SignParts.reading(&fields, context: context)
        text = ""
        places.text = fields.keyPlace(of: "parts")
    }

    /// Reads the key `text`; nil if there are problems.
    static func text(_ fields: inout SignFields, expected: String) -> String? {
        let hint = fields.isComment(behind: "text") ? "\(expected), in quotes because # begins a comment" : expected
        return fields.value("text", as: .text(hint, withoutLastNewlines))
    }

    private mutating func readImage(_ fields: inout SignFields) {
        fields.excludes("image", ["text", "parts"])
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
        let pace = (speed, cycle)
        (speed, cycle) = (nil, nil)
        var wrong: [String] = []
        for key in LookKey.all where !key.read(key.name, &fields, &self) { wrong.append(key.name) }
        // A pace of its own takes the place of that of the style, whichever of the two ways it is given in.
        if speed == nil, cycle == nil { (speed, cycle) = pace }
        let others = ["speed", "cycle", "hold", "bounce"]
        if !wrong.contains(where: others.contains) { recordPaceConflict(&fields) }
    }

    /// Reads fonts; returns whether nothing is wrong with them.
    mutating func readFonts(_ key: String, _ fields: inout SignFields) -> Bool {
        let form = SignFields.ValueForm<String>.plain("a font by name or path, or a list of fonts")
        guard let fonts = fields.values(key, as: form) else { return false }
        guard fields.has(key) else { return true }
        self.fonts = fonts.map(\.value)
        places.fonts = fonts.map(\.place)
        return true
    }

    /// Blocks of lines end with a newline, which is no line of the message.
    private static func withoutLastNewlines(_ text: String) -> String {
        var text = text
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        return text
    }

    /// Reads when and for how long a message is shown; what the file does not say stays.
    private mutating func readTurn(_ fields: inout SignFields) {
        fields.read("name", as: .name, into: &name)
        let urgency = SignFields.ValueForm<Int>("a whole number from 0 to 9, or urgent") { text in
            text == "urgent" ? .value(Self.priorities.upperBound) : DecimalNumber.parse(text, in: Self.priorities)
        }
        fields.read("priority", as: urgency, into: &priority)
        fields.read("wake", into: &wakesSign)
        let positive = SignFields.ValueForm<Nanoseconds>.positiveTime("a time such as 10s or 2m, longer than 0")
        fields.read("duration", as: positive, into: &duration)
        fields.read("repeat", in: SignPlaylist.counts, into: &repeats)
        fields.read("weight", in: Self.weights, into: &weight)
        fields.read("lifetime", as: positive, into: &lifetime)
        Schedule.read(&fields, into: &when)
        (places.name, places.when) = (fields.place(of: "name"), fields.place(of: "when"))
    }

    private func recordPaceConflict(_ fields: inout SignFields) {
        let (first, second) = fields.isBefore("speed", "cycle") ? ("speed", "cycle") : ("cycle", "speed")
        guard let reason = paceConflict(otherLine: fields.keyPlace(of: first)?.line ?? 1) else { return }
        let place =
            if case .speedAndCycle = reason {
                fields.keyPlace(of: second)
            } else {
                fields.place(of: "cycle") ?? fields.place(of: "hold") ?? fields.place(of: "bounce")
            }
        fields.record(reason, at: place)
    }
}
