import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import Timelines

/// A message as people describe it: by the keys of a sign file, of a pushed message, or of the options of a command.
///
/// What is nil or left alone has the value that suits the sign.
package struct SignMessage: Equatable, Sendable {
    /// The text; a newline starts a line.
    ///
    /// Setting it shows it as it is, without tags and fields.
    package var text: String { didSet { markup = SignMarkup(literal: text) } }
    /// The parts over each other that are shown instead of a text; nil where there is a text.
    package var parts: [SignPart]?
    /// The image that is shown instead of a text; nil where there is none.
    package var image: SignImage?
    /// How it looks and moves.
    package var look = SignLook()
    /// What the message is called; nil for one that is known by what it says.
    package var name: String?
    /// How urgent it is: messages wait for more urgent ones.
    package var priority = 0
    /// Whether the sign is as bright as its file ever has it while the message is shown, also where it is dimmed or dark.
    package var wakesSign = false
    /// How the images of its folder take each other's places; nil for at once.
    package private(set) var change: SignChange?
    /// Whether the sign leaves it out.
    var isDisabled = false
    /// How long its turn lasts; nil for as long as its cycles do.
    package var duration: Nanoseconds?
    /// The cycles of its turn; nil for one where there are others, and without end where there are no others.
    package var repeats: Int?
    /// How often it comes, compared with others, where the order goes by weights.
    package var weight = 1
    /// How long it is shown in all, from its first turn on; nil for no limit.
    package var lifetime: Nanoseconds?
    /// When it is shown; nil for always.
    package var when: Schedule?
    /// What has to be true of values while it is shown; none for always.
    package var conditions: [ValueCondition] = []
    /// The calendar of which events have to be under way while it is shown; nil for none.
    package var calendar: String?
    /// The text, read: with its tags and fields, or as it is where the file says so.
    package var markup = SignMarkup(literal: "")
    /// Where its parts stand in a file.
    package var places = FilePlaces()

    /// How urgent a message can be; the last one is called urgent.
    package static let priorities = 0...9
    /// The weights that a message may have.
    package static let weights = 1...1_000

    /// Describes a white text that moves only where it does not fit.
    package init(_ text: String) {
        self.text = text
        markup = SignMarkup(literal: text)
    }

    /// Where the parts of a message stand in a file, which makes no difference between two messages.
    package struct FilePlaces: Equatable, Sendable {
        package var text: TextPlace?
        package var name: TextPlace?
        package var when: TextPlace?
        /// The tags of the text that name files, the forms of times that are probably wrong, and the fields that lead into calendars
        /// and times, by the characters before them.
        package var tags: [Int: TextPlace] = [:]
        /// The comment behind the text that looks like a part of it.
        package var comment: (words: String, place: TextPlace)?

        package static func == (first: FilePlaces, second: FilePlaces) -> Bool { true }
    }
}

extension SignMessage {
    /// The path or URL of its image, or else its text: what lists of messages call it.
    package var title: String { image?.name ?? text }

    /// Itself, or the texts of its parts: all that have a text.
    package var texts: [SignMessage] { parts?.all.flatMap(\.texts) ?? (image == nil ? [self] : []) }

    /// Whether values, or times in its text, change it.
    package var hasFields: Bool { markup.hasFields || !look.colorFields.all.isEmpty }

    /// The values that decide its colours, and those of its parts.
    package var colorValues: [ValueField] {
        look.colorFields.all + (parts?.all.flatMap(\.colorValues) ?? [])
    }

    /// All images that it shows, those of its parts among them.
    package var images: [SignImage] { (image.map { [$0] } ?? []) + (parts?.all.compactMap(\.image) ?? []) }
}

extension LiveSource {
    /// The sources that ask servers for the images of messages, each once, and as often as the most impatient of them wants.
    package static func images(of messages: [SignMessage]) -> [LiveSource] {
        var places: [String: Int] = [:]
        var sources: [LiveSource] = []
        for source in messages.flatMap(\.images).compactMap(\.liveSource) {
            if let place = places[source.name] {
                sources[place].interval = min(sources[place].interval, source.interval)
            } else {
                places[source.name] = sources.count
                sources.append(source)
            }
        }
        return sources
    }
}

extension SignMessage {
    /// Reads the keys of a message; wrong values have their defaults.
    init(_ fields: inout SignFields, context: SignContext) {
        self.init("")
        look = SignLook(&fields, context)
        readCalendar(&fields, context: context)
        readContent(&fields, context: context)
        readTurn(&fields, context: context)
        ValueCondition.read(&fields, context, into: &conditions)
        readMarkup(&fields, context: context)
    }

    /// Reads the tags and fields of the text, unless the file wants it as it is.
    mutating func readMarkup(_ fields: inout SignFields, context: SignContext, key: String = "text") {
        var hasMarkup = true
        guard fields.read("markup", into: &hasMarkup), parts == nil, image == nil else { return }
        guard hasMarkup else {
            markup = SignMarkup(literal: text)
            return
        }
        // Where the calendar is wrong, what its events have is unknown.
        let isUnknown = calendar == nil && fields.has("calendar")
        let names = isUnknown ? nil : context.fieldNames
        let (markup, problems) = SignMarkup.parse(
            text, calendar: calendar, fields: names, calendars: context.calendarNames ?? [])
        self.markup = markup
        // The text of a calendar is read within another one.
        for need in markup.needs where calendar == nil {
            places.tags[need.offset] = fields.place(of: key, offset: need.offset)
        }
        let known = (context.calendarNames ?? []) + context.schedules.schedules.keys
        for way in markup.ways where calendar == nil && known.contains(way.source) {
            places.tags[way.offset] = fields.place(of: key, offset: way.offset)
        }
        for mistake in markup.timeMistakes where calendar == nil {
            places.tags[mistake.offset] = fields.place(of: key, offset: mistake.offset)
        }
        let clock = MarkupClock.make(
            for: markup, locale: context.locale, zone: context.zone, location: context.schedules.location)
        let found =
            problems + clock.problems + markup.speedProblems(of: look) + markup.formatProblems(maps: context.maps)
        for problem in found {
            fields.record(.markup(problem), at: fields.place(of: key, offset: problem.offset))
        }
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
            return fields.recordProblem(.missingKey("calendars", expected: words), at: fields.keyPlace(of: "calendar"))
        }
        calendar = fields.value("calendar", as: .word(of: names.map { ($0, $0) }))
    }

    /// Reads what the message shows: a text, an image, those of a server, or parts over each other in the look of the message.
    private mutating func readContent(_ fields: inout SignFields, context outer: SignContext) {
        let lists = SignPart.lists.map(\.key)
        for key in ["text", "parts", "image", "tronbyt"] + lists { fields.accept(key) }
        if let key = lists.first(where: fields.has) { return readList(key, &fields, outer) }
        if fields.has("tronbyt") {
            fields.excludes("tronbyt", ["text", "parts", "image"])
            image = SignImage(tronbyt: &fields, isPushed: outer.isPushed)
            places.text = fields.place(of: "tronbyt")
            return
        }
        if fields.has("image") {
            fields.excludes("image", ["text", "parts"])
            image = SignImage(&fields, outer.names)
            readChange(&fields, outer)
            places.text = fields.place(of: "image")
            return
        }
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
        (context.style, context.calendar) = (look, calendar)
        parts = SignPart.list("parts", &fields, context)
        places.text = fields.keyPlace(of: "parts")
    }

    /// Reads `change`: how each image of a folder takes the place of the one before.
    private mutating func readChange(_ fields: inout SignFields, _ context: SignContext) {
        SignChange.read(&fields, context, into: &change)
        guard let image, let given = change else { return }
        func record(_ key: String, for words: String) {
            fields.record(.part(.noEffect(key, on: "image", for: words)), at: fields.keyPlace(of: "change"))
        }
        let parts = "parts of rows and columns"
        guard case .fixed(let source) = image.origin, source.isFolder else {
            return record("change", for: "folders, whose paths end with a slash, and \(parts)")
        }
        if given.cue != nil { record("cue", for: parts) }
        if given.kind == .flash || given.kind == .slide {
            record("change: \(SignChange.Kind.words.first { $0.value == given.kind }?.name ?? "")", for: parts)
        }
    }

    /// Reads rows or columns in the look of the message.
    private mutating func readList(_ key: String, _ fields: inout SignFields, _ outer: SignContext) {
        fields.excludes(key, ["text", "parts", "image", "tronbyt"] + SignPart.lists.map(\.key).filter { $0 != key })
        var context = outer
        context.calendar = calendar
        var box = SignBox()
        box.readSurroundings(&fields, context.names)
        let content = SignPart.list(key, &fields, context, look: look, &box)
        var whole = SignPart(content ?? .parts([]))
        whole.box = box
        whole.place.place = fields.keyPlace(of: key)
        parts = [whole]
        places.text = whole.place.place
    }

    /// Reads the key `text`; nil if there are problems.
    static func text(_ fields: inout SignFields, expected: String) -> String? {
        let hint = fields.isComment(behind: "text") ? "\(expected), in quotes because # begins a comment" : expected
        return fields.value("text", as: .text(hint, withoutLastNewlines))
    }

    /// Blocks of lines end with a newline, which is no line of the message.
    private static func withoutLastNewlines(_ text: String) -> String {
        var text = text
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        return text
    }

    /// Reads when and for how long a message is shown; what the file does not say stays.
    private mutating func readTurn(_ fields: inout SignFields, context: SignContext) {
        fields.read("name", as: .name, into: &name)
        let urgency = SignFields.ValueForm<Int>("a whole number from 0 to 9, or urgent") { text in
            text == "urgent" ? .value(Self.priorities.upperBound) : DecimalNumber.parse(text, in: Self.priorities)
        }
        fields.read("priority", as: urgency, into: &priority)
        fields.read("wake", into: &wakesSign)
        if !context.isPushed { fields.read("disabled", into: &isDisabled) }
        let positive = SignFields.ValueForm<Nanoseconds>.positiveTime("a time such as 10s or 2m, longer than 0")
        fields.read("duration", as: positive, into: &duration)
        fields.read("repeat", in: SignPlaylist.counts, into: &repeats)
        fields.read("weight", in: Self.weights, into: &weight)
        fields.read("lifetime", as: positive, into: &lifetime)
        Schedule.read("when", &fields, context.schedules, into: &when)
        (places.name, places.when) = (fields.place(of: "name"), fields.place(of: "when"))
    }
}

extension SignMarkup {
    /// What is wrong with the speeds of parts of a message: then only a speed may set how it moves (behaviour B3).
    func speedProblems(of look: SignLook) -> [TextError] {
        let isEased = look.motion.easing != .linear
        let key = isEased ? "easing" : look.cycle != nil ? "cycle" : look.motion.bounces ? "bounce" : nil
        guard let key, let place = speedPlace else { return [] }
        let words =
            "<speed> needs a text that moves at a constant speed, but \"\(key)\" already sets how it moves; remove one of them"
        return [TextError(words, at: place)]
    }

    /// Where the first part begins that changes the speed.
    private var speedPlace: Int? {
        for piece in pieces {
            if piece.look.speed != nil { return piece.offset }
            if case .each(_, let template) = piece.content, template.changesSpeed { return piece.offset }
        }
        return nil
    }
}
