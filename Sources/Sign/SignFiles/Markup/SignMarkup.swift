import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import Timelines

/// A text with tags and fields, read: pieces with looks of their own, and places for values.
///
///     Bread <red>fresh</> until {clock HH:mm} <icon=bread>
///
/// `<` begins a tag and `{` a field; `<<` and `{{` stand for the characters themselves. Reading never fails: what is
/// wrong is reported, and left out of the text.
package struct SignMarkup: Equatable, Sendable {
    /// A part of the text.
    package struct Piece: Equatable, Sendable {
        package let content: Content
        package let look: MarkupLook
        /// The number of characters (Unicode scalars) of the text before it.
        package let offset: Int
    }

    package indirect enum Content: Equatable, Sendable {
        /// Letters as they are.
        case text(String)
        /// The place of a value or of a time.
        case field(FieldReference)
        /// The place of a list, and what is repeated for each of its elements.
        case each(EachField, SignMarkup)
        /// A picture of the icon font.
        case icon(SignIcon)
        /// A picture of a file, by its path.
        case image(String)
    }

    /// The parts in their order; no two neighbouring texts look the same.
    package internal(set) var pieces: [Piece] = []

    /// The most tags and fields of a text.
    package static let maximumParts = 1_000
    /// How deep tags may be within each other.
    package static let maximumDepth = 32

    /// Takes a text as it is: without tags and fields.
    package init(literal text: String) {
        pieces = text.isEmpty ? [] : [Piece(content: .text(text), look: MarkupLook(), offset: 0)]
    }

    init(pieces: [Piece]) { self.pieces = pieces }

    /// Reads a text with the names that fields may have, nil for any; returns it without what is wrong, and that in order.
    package static func parse(
        _ text: String, fields: [String]? = nil, calendars: [String] = []
    ) -> (markup: SignMarkup, problems: [TextError]) {
        var parser = MarkupParser(text, fields: fields, calendars: calendars)
        parser.parseAll()
        return (SignMarkup(pieces: parser.pieces), parser.problems)
    }

    /// The pieces, each behind it those that it repeats, and the characters of the text before each.
    var flattened: [(piece: Piece, offset: Int)] {
        pieces.flatMap { piece -> [(piece: Piece, offset: Int)] in
            guard case .each(let each, let template) = piece.content else { return [(piece, piece.offset)] }
            let start = piece.offset + 1 + each.templateOffset
            return [(piece, piece.offset)] + template.flattened.map { ($0.piece, start + $0.offset) }
        }
    }

    /// Whether values or the time change it.
    package var hasFields: Bool {
        pieces.contains { piece in
            switch piece.content {
            case .field, .each: true
            case .text, .icon, .image: false
            }
        }
    }

    /// The names of the sources that it shows values of.
    package var sources: Set<String> {
        let names = flattened.map { piece, _ -> String? in
            switch piece.content {
            case .field(let field): field.source
            case .each(let field, _): field.name
            case .text, .icon, .image: nil
            }
        }
        return Set(names.compactMap { $0 })
    }

    /// The names within values that fields lead to first, such as `next` of `{house.next[0].summary}`, and the characters before each
    /// field's name.
    package var ways: [(source: String, name: String, offset: Int)] {
        flattened.compactMap { piece, offset in
            let way: (source: String?, path: ValuePath, offset: Int)?
            switch piece.content {
            case .field(.value(let field)): way = (field.name, field.path, field.nameOffset)
            case .field(.time(let field)): way = (field.source, field.path, field.argumentOffset)
            case .each(let field, _): way = (field.name, field.path, field.nameOffset)
            case .field(.each), .text, .icon, .image: way = nil
            }
            guard let way, let source = way.source, case .name(let name)? = way.path.steps.first else { return nil }
            return (source, name, offset + 1 + way.offset)
        }
    }

    /// The fields that the wall clock fills in, those within repetitions among them.
    package var times: [TimeField] { placedTimes.map(\.field) }

    package var changesSpeed: Bool { flattened.contains { $0.piece.look.speed != nil } }
}

/// How a part of a text differs from its message, as tags say it: with the names or paths of its fonts.
package typealias MarkupLook = PartLook<[String]>

extension MarkupLook {
    /// The pixels between letters that a message or a tag may ask for.
    static var letterSpacings: ClosedRange<Int> { -64...64 }
}

extension SignMarkup {
    /// The names that texts use for what they say of an event.
    package static let eventNames = ["summary", "location", "description", "start", "end"]
    /// The names that every element has.
    private static let elementWords = ["item", "index"]

    /// The names that may stand in what is repeated for the elements of a list: known of the events of calendars, nil for any.
    static func elementNames(of list: EachField, calendars: [String], fields: [String]?) -> [String]? {
        guard let names = eventNames(of: list.name, list.path, calendars: calendars) else { return nil }
        return fields.map { $0 + names + elementWords }
    }

    /// The names that the elements of a list have themselves: known of the events of calendars, nil for any.
    static func eventNames(of list: String, _ path: ValuePath, calendars: [String]) -> [String]? {
        calendars.contains(list) && (path.steps.isEmpty || path.steps == [.name("next")]) ? eventNames : nil
    }

    /// Between the events of a calendar that are under way at the same time.
    private static let separator = "   "

    /// Reads the text of a message that shows a calendar: one that names what events have, such as `{summary}`, is shown
    /// once for each event that is under way.
    static func parse(
        _ text: String, calendar: String?, fields: [String]?, calendars: [String] = []
    ) -> (markup: SignMarkup, problems: [TextError]) {
        guard let calendar else { return parse(text, fields: fields, calendars: calendars) }
        let known = fields.map { $0 + eventNames + elementWords }
        let (whole, found) = parse(text, fields: known, calendars: calendars)
        let isOfEvents = whole.pieces.contains { piece in
            guard case .field(.value(let field)) = piece.content else { return false }
            return eventNames.contains(field.name) && !(fields ?? []).contains(field.name)
        }
        guard isOfEvents, found.isEmpty else { return (whole, found) }
        let head = "{each \(calendar) separator \"\(separator)\": "
        let (markup, problems) = parse(head + text + "}", fields: fields, calendars: calendars)
        let (before, length) = (head.unicodeScalars.count, text.unicodeScalars.count)
        return (markup, problems.map { TextError($0.description, at: min(max($0.offset - before, 0), length)) })
    }

    /// Something that a text needs from a file.
    package enum Resource: Equatable {
        case font(String)
        case picture(String)
        case icons
    }

    /// Everything that the text needs from files, in its order, and where it names it.
    package var needs: [(resource: Resource, offset: Int)] {
        var needs: [(resource: Resource, offset: Int)] = []
        for (piece, offset) in flattened {
            for font in piece.look.fonts ?? [] { needs.append((.font(font), offset)) }
            switch piece.content {
            case .icon: needs.append((.icons, offset))
            case .image(let path): needs.append((.picture(path), offset))
            case .field(.value(let field)):
                if field.showsIcon { needs.append((.icons, offset)) }
                for tag in field.conditions.flatMap(\.tags) {
                    guard let resource = Self.resource(of: tag) else { continue }
                    needs.append((resource, offset + 1 + tag.offset))
                }
            case .text, .field, .each: continue
            }
        }
        return needs
    }

    /// The values that the text shows, and the characters before each, from the one behind its brace.
    package var placedValues: [(field: ValueField, offset: Int)] {
        flattened.compactMap { piece, offset in
            guard case .field(.value(let field)) = piece.content else { return nil }
            return (field, offset + 1)
        }
    }

    private static func resource(of tag: FieldTag) -> Resource? {
        switch try? MarkupTag.read(tag.words) {
        case .icon: .icons
        case .image(let path): .picture(path)
        case .look(let look, _, _): look.fonts?.first.map { .font($0) }
        case nil: nil
        }
    }

    /// The forms in which the text shows times and dates, as they are written, in its order, and the characters before each.
    private var timeForms: [(form: String, use: ClockMistake.Use, offset: Int)] {
        flattened.flatMap { piece, offset -> [(form: String, use: ClockMistake.Use, offset: Int)] in
            let start = offset + 1
            switch piece.content {
            case .field(.time(let field)):
                guard let form = field.form else { return [] }
                return [(form.text, field.use, start + field.argumentOffset + form.offset)]
            case .field(.value(let field)):
                return field.formats.compactMap { format in
                    switch format {
                    case .date(let form, let offset): (form, .any, start + offset)
                    case .time(let form, let offset): (form, .count, start + offset)
                    default: nil
                    }
                }
            case .field(.each), .each, .text, .icon, .image: return []
            }
        }
    }

    /// The forms that probably show something else than they are meant to, or cannot be read; why, in words.
    package var timeMistakes: [(words: String, offset: Int)] {
        let forms = timeForms
        let isMarked = forms.contains { $0.use != .count && ClockMistake.marksHalfDay($0.form) }
        return forms.compactMap { form, use, offset in
            Self.mistake(in: form, use: use, isMarked: isMarked).map { ($0, offset) }
        }
    }

    /// What is probably wrong with a form, in words; what a time field cannot read is a problem of the text already.
    private static func mistake(in form: String, use: ClockMistake.Use, isMarked: Bool) -> String? {
        if use == .any {
            do throws(TextError) {
                _ = try ClockFormat(form, zone: .utc)
            } catch {
                return "the date stays as its source gives it: \(error)"
            }
        }
        return ClockMistake(in: form, use: use, isMarked: isMarked).map { "\($0)" }
    }
}

extension TimeField {
    fileprivate var use: ClockMistake.Use {
        switch kind {
        case .clock: .time
        case .date: .date
        case .countdown, .countup: .count
        }
    }
}

/// Texts without meaning for the reader of tags.
extension SignMarkup {
    /// A text that is shown as it is, without meaning for the reader of tags: `<` and `{` are doubled, control characters
    /// become blanks.
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<", "{": result += [scalar, scalar]
            case _ where scalar.properties.generalCategory == .control: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text that `escaped` has made shown as it is.
    package static func plain(_ escaped: String) -> String {
        escaped.replacing("<<", with: "<").replacing("{{", with: "{")
    }
}
