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
        let part = TextPart(text).trimmed
        let letters = part.text.prefix { $0.isLetter }
        guard !letters.isEmpty, !["noon", "midnight"].contains(part.text.lowercased()) else {
            self = .clock(try CivilTime(part))
            return
        }
        guard let event = SunEvent(rawValue: letters.lowercased()) else {
            let names = SunEvent.allCases.map(\.rawValue) + ["midnight"]
            throw TextPart(String(letters), offset: part.offset).unknownWord(Self.form, among: others + names)
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
}
