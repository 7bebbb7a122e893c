import BitmapFonts
import LiveValues
import Marquee
import Schedules
import SignFiles
import Timelines

extension SignMarkup {
    /// What fields show that the wall clock fills in.
    package typealias TimeWriter = (_ field: TimeField, _ scope: FieldScope) -> String

    /// The most runs of a text with its values; the rest is left out.
    package static let maximumRuns = 4_000

    /// Puts values into the text.
    ///
    /// Values are plain text whatever characters they have: they never contain tags or fields. A condition that holds puts its
    /// tags around its value. O(length of the result).
    ///
    /// - Parameter resources: the fonts and pictures that the text names; letters of fonts that are not there are those of the
    ///   message, and pictures that are not there are left out.
    package func styled(
        scope: FieldScope = FieldScope(), resources: MarkupResources = MarkupResources(),
        time: @escaping TimeWriter = { _, _ in "--:--" }
    ) -> StyledText {
        var writer = StyledWriter(resources: resources, time: time)
        writer.write(self, look: MarkupLook(), scope: scope)
        return StyledText(writer.runs)
    }

    /// Whether nothing of the text can be seen with its values as they are: it has no picture, and no letters but blanks
    /// without anything behind them.
    package func isBlank(scope: FieldScope = FieldScope(), time: @escaping TimeWriter = { _, _ in "--:--" }) -> Bool {
        guard !isSeen else { return false }
        var writer = StyledWriter(resources: MarkupResources(), time: time)
        writer.write(self, look: MarkupLook(), scope: scope)
        return !writer.hasPicture && writer.runs.allSatisfy { $0.text.isBlank && $0.look.background == nil }
    }

    /// Whether it has something to see whatever its values are, as most texts have.
    var isSeen: Bool {
        pieces.contains { piece in
            switch piece.content {
            case .text(let text): !text.isBlank || piece.look.background != nil
            case .icon, .image: true
            case .field, .each: false
            }
        }
    }

    /// The text without looks, without its fonts and pictures.
    package func plainText(
        scope: FieldScope = FieldScope(), time: @escaping TimeWriter = { _, _ in "--:--" }
    ) -> String {
        styled(scope: scope, time: time).plainText
    }
}

/// Makes the runs of a text.
private struct StyledWriter {
    let resources: MarkupResources
    let time: SignMarkup.TimeWriter
    private(set) var runs: [StyledText.Run] = []
    /// Whether it has pictures, also those that are not among the resources.
    private(set) var hasPicture = false
    fileprivate var lastLook: MarkupLook?

    mutating func write(_ markup: SignMarkup, look outer: MarkupLook, scope: FieldScope) {
        for piece in markup.pieces where runs.count < SignMarkup.maximumRuns {
            let look = piece.look.within(outer)
            switch piece.content {
            case .text(let text): add(text, look)
            case .icon(let icon): add(icon, look)
            case .image(let path): addPicture(path, look)
            case .field(.time(let field)): add(time(field, scope), look)
            case .field(.value(let field)): write(field.run(in: scope), of: field, look)
            case .field(.each): continue
            case .each(let each, let template): write(each, template, look, scope)
            }
        }
    }

    /// Writes a value, in the tags of the condition that holds; its icons and pictures go before it.
    private mutating func write(_ run: (text: String, tags: [FieldTag]), of field: ValueField, _ look: MarkupLook) {
        var look = look
        for tag in run.tags {
            switch try? MarkupTag.read(tag.words) {
            case .look(let change, _, _): look = change.within(look)
            case .icon(let icon): add(icon, look)
            case .image(let path): addPicture(path, look)
            case nil: continue
            }
        }
        let icon = field.showsIcon ? SignIcon(named: run.text) ?? field.alternative(SignIcon.init(named:)) : nil
        if let icon { add(icon, look) } else { add(run.text, look) }
    }

    private mutating func write(_ each: EachField, _ template: SignMarkup, _ look: MarkupLook, _ scope: FieldScope) {
        if let text = scope.staleText(of: each) { return add(text, look) }
        let elements = scope.elements(of: each)
        guard !elements.isEmpty else { return add(each.empty, look) }
        for (number, element) in elements.enumerated() where runs.count < SignMarkup.maximumRuns {
            if number > 0 { add(each.separator, look) }
            write(template, look: look, scope: element)
        }
    }

    /// A look with its fonts.
    private func textLook(_ look: MarkupLook) -> TextLook {
        look.withFonts { $0.first.flatMap { resources.fonts[$0] } }
    }

    private mutating func add(_ text: String, _ look: MarkupLook) {
        guard !text.isEmpty else { return }
        if lastLook == look, !runs.isEmpty {
            runs[runs.count - 1].text += text
        } else {
            runs.append(StyledText.Run(text, look: textLook(look)))
            lastLook = look
        }
    }

    private mutating func add(_ icon: SignIcon, _ look: MarkupLook) {
        var text = textLook(look)
        text.fonts = resources.icons ?? text.fonts
        runs.append(StyledText.Run(String(Character(icon.character)), look: text))
        lastLook = nil
    }

    private mutating func addPicture(_ path: String, _ look: MarkupLook) {
        hasPicture = true
        guard let picture = resources.pictures[path] else { return }
        runs.append(StyledText.Run("\u{FFFC}", look: textLook(look), picture: picture))
        lastLook = nil
    }
}

extension String {
    /// Whether it has no letters: only white space, and characters that are never drawn.
    fileprivate var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            // Most are, and their properties take hundreds of instructions to look up.
            if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
            let properties = scalar.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                || properties.generalCategory == .control
        }
    }
}

extension SignMarkup {
    /// Whether it is more than letters that look as the message says.
    var isStyled: Bool {
        pieces.contains { piece in
            if case .text = piece.content { return piece.look != MarkupLook() }
            return true
        }
    }
}

/// Dates that sources give, in the forms of clock fields: `{start|date HH:mm}`.
extension FieldScope {
    /// Writes dates in a language and a zone; nil for what is not a date.
    static func writingDates(locale: String?, zone: ZoneRules) -> DateWriter {
        { date, form in
            guard let time = time(of: date), let format = try? ClockFormat(form, locale: locale, zone: zone) else {
                return nil
            }
            return format.text(at: WallReading(monotonic: .zero, wall: time))
        }
    }

    /// Seconds since 1970 in UTC from 1678 to 2261, or a day and time: in UTC with a Z behind it, or so many hours and minutes ahead of it.
    static func time(of date: LiveValue) -> WallTime? {
        if let number = date.number {
            let time = WallTime(seconds: Int64(number.whole))
            return time.isInCalendar ? time : nil
        }
        guard case .text(let text) = date else { return nil }
        let (moment, ahead) = split(text)
        guard let civil = try? LocalTime(parsing: moment) else { return nil }
        return WallTime(seconds: ZoneRules.utc.wall(of: civil).seconds - ahead)
    }

    /// The time on the clock, without fractions of a second, and the seconds that this clock is ahead of UTC.
    private static func split(_ text: String) -> (moment: String, ahead: Int64) {
        var (rest, ahead) = (text[...], Int64(0))
        if rest.hasSuffix("Z") || rest.hasSuffix("z") {
            rest = rest.dropLast()
        } else if let mark = rest.lastIndex(where: { $0 == "+" || $0 == "-" }), rest[..<mark].contains(":") {
            let numbers = rest[mark...].dropFirst().filter { $0 != ":" }
            if numbers.utf8.count == 4, let both = Int64(numbers) {
                ahead = (both / 100 * 3_600 + both % 100 * 60) * (rest[mark] == "-" ? -1 : 1)
                rest = rest[..<mark]
            }
        }
        if let point = rest.lastIndex(of: "."), rest[..<point].contains(":") { rest = rest[..<point] }
        return (String(rest), ahead)
    }
}
