import Settings
import Timelines

extension DayMoment {
    private static let form =
        "a time such as 08:30, or dawn, sunrise, sunset or dusk, perhaps with a time: sunset+30min"

    /// Reads `07:30`, `sunset`, `sunset+30min` or `sunrise - 1h`.
    ///
    /// - Parameter others: further words that may be meant.
    /// - Throws: `TextError` with the place in the text and the nearest known word.
    package init(parsing text: String, orWords others: [String] = []) throws(TextError) {
        try self.init(TextPart(text).trimmed, orWords: others)
    }

    /// Reads the same for a sign that has to know where the sun is.
    package init(parsing text: String, location: Location?) throws(TextError) {
        try self.init(parsing: text)
        if case .sun = self, location == nil { throw Self.withoutPlace(TextPart(text).trimmed) }
    }

    init(_ part: TextPart, orWords others: [String] = []) throws(TextError) {
        let letters = part.text.prefix { $0.isLetter }
        guard !letters.isEmpty, !["noon", "midnight"].contains(part.text.lowercased()) else {
            self = .clock(try CivilTime(part))
            return
        }
        guard let event = SunEvent(rawValue: letters.lowercased()) else {
            throw TextPart(String(letters), offset: part.offset).unknownWord(Self.form, among: others + Self.words)
        }
        let rest = TextPart(
            String(part.text.dropFirst(letters.count)), offset: part.offset + letters.unicodeScalars.count
        ).trimmed
        guard let sign = rest.text.first else {
            self = .sun(event, offset: .zero)
            return
        }
        let length = TextPart(String(rest.text.dropFirst()), offset: rest.offset + 1).trimmed
        guard sign == "+" || sign == "-" else { throw rest.unexpected("+ or - and a time such as 30min") }
        guard let time = Nanoseconds(parsing: length.text) else { throw length.unexpected("a time such as 30min") }
        guard time <= .seconds(43_200) else { throw length.outOfRange("12h at most") }
        self = .sun(event, offset: sign == "+" ? time : .zero - time)
    }

    /// The words that open moments.
    static let words = SunEvent.allCases.map(\.rawValue) + ["midnight"]

    /// Whether a part of the day has a word for one of its ends that is an event of the sun, or probably meant as one.
    static func isOfSun(_ part: TextPart) -> Bool {
        part.text.lowercased().split { !$0.isLetter }.contains { word in
            guard word.count > 3, word != "noon", word != "midnight" else { return false }
            return NearestName.find(String(word), among: SunEvent.allCases.map(\.rawValue)) != nil
        }
    }

    /// Reads the moment that a part begins with; returns also what follows it.
    ///
    /// Behind an event of the sun a time with a unit is its offset: `sunset-30m-23:00`.
    static func first(of part: TextPart) throws(TextError) -> (moment: DayMoment, rest: TextPart) {
        func after(_ text: some StringProtocol) -> TextPart {
            part.part(from: part.offset + text.unicodeScalars.count, to: part.end)
        }
        let word = part.text.prefix { $0.isLetter }
        var given = String(word.isEmpty ? part.text.prefix { $0.isNumber || $0 == ":" } : word)
        let rest = after(given).text
        let length = rest.dropFirst().prefix { $0.isNumber || $0.isLetter || $0 == ":" }
        let isOffset = (rest.hasPrefix("+") || rest.hasPrefix("-")) && length.first?.isNumber ?? false
        if !word.isEmpty, isOffset, length.contains(where: \.isLetter), !length.contains(":") {
            given += rest.prefix(1) + length
        }
        let moment = given.isEmpty ? part : TextPart(given, offset: part.offset)
        return (try DayMoment(moment), after(given).trimmed)
    }

    /// The error of a moment of the sun in a file that does not say where the sign is.
    static func withoutPlace(_ part: TextPart) -> TextError {
        part.error(
            "\"\(part.shown)\" needs to know where the sign is; give the sign file a \"place\" with latitude and longitude"
        )
    }
}
