import PixelGraphics
import Settings
import Timelines

extension Nanoseconds {
    /// Reads a length of time as the options of commands write it: `1.5s`, `300ms`, `2m`, or seconds without a unit, also with
    /// a blank before the unit; nil for anything else.
    init?(setting text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 1 || (parts.count == 2 && parts[1].first?.isLetter ?? false) else { return nil }
        self.init(parsing: parts.joined())
    }
}

extension SettingsFields.ValueForm where Value == Nanoseconds {
    /// A length of time.
    static func time(_ expected: String) -> Self { text(expected) { Nanoseconds(setting: $0) } }

    /// A length of time within a range.
    static func time(_ expected: String, in range: ClosedRange<Nanoseconds>) -> Self {
        Self(expected) { text in
            guard let time = Nanoseconds(setting: text) else { return .wrongType }
            return range.contains(time) ? .value(time) : .outOfRange
        }
    }

    /// A length of time within a range, which problems say.
    static func time(in range: ClosedRange<Nanoseconds>) -> Self {
        time("a time from \(range.lowerBound.text) to \(range.upperBound.text)", in: range)
    }

    /// A length of time that is more than none.
    static func positiveTime(_ expected: String) -> Self {
        text(expected) { text in Nanoseconds(setting: text).flatMap { $0 > .zero ? $0 : nil } }
    }
}

extension SettingsFields.ValueForm where Value == Int {
    /// A decimal number in thousandths; further decimals are cut off.
    static func thousandths(in range: ClosedRange<Int>, _ expected: String? = nil) -> Self {
        Self(expected ?? "a number from \(range.lowerBound) to \(range.upperBound) such as 1.5") { text in
            guard let number = Speed(decimal: text) else { return .wrongType }
            let value = Int(number.numerator * 1000 / number.denominator)
            return (range.lowerBound * 1000...range.upperBound * 1000).contains(value) ? .value(value) : .outOfRange
        }
    }
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == Color {
    static func color(_ expected: String = "a colour name, \"#rgb\", \"#rrggbb\" or hsv(h,s,v)") -> Self {
        Self(expected) { text in
            if FieldBraces.are(in: text) { return .refused(.fieldOutsideText(text)) }
            do throws(TextError) {
                return .value(try Color(parsing: text))
            } catch {
                return .refused(.color(error))
            }
        }
    }
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == String {
    /// A name of a part of the file.
    static var name: Self {
        text("a name of 1 to 64 characters without spaces at its ends") { text in
            let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            let isTrimmed = text.first != " " && text.last != " "
            return isClean && isTrimmed && (1...64).contains(text.unicodeScalars.count) ? text : nil
        }
    }

    /// The path of a file, without values in braces.
    static func plain(_ expected: String) -> Self {
        Self(expected) { text in
            if FieldBraces.are(in: text) { return .refused(.fieldOutsideText(text)) }
            return text.isEmpty ? .wrongType : .value(text)
        }
    }
}

/// Easings by name, as sign files and options write them.
package enum EasingName {
    /// What may be written.
    package static let forms = ["linear", "ease-in", "ease-out", "ease-in-out", "bezier(x1,y1,x2,y2)"]
    /// The same in words for errors.
    static let expected = "one of \(forms.joined(separator: ", ")) with x1 and x2 from 0 to 1"

    /// Reads a name in either case of letters, or `bezier(x1,y1,x2,y2)` with decimals.
    static func read(_ text: String) -> Easing? {
        let named: [String: Easing] = [
            "linear": .linear, "ease-in": .easeIn, "ease-out": .easeOut, "ease-in-out": .easeInOut,
        ]
        if let easing = named[text.lowercased()] { return easing }
        guard text.hasPrefix("bezier("), text.hasSuffix(")"), let numbers = thousandths(text.dropFirst(7).dropLast()),
            (0...1000).contains(numbers[0]), (0...1000).contains(numbers[2])
        else { return nil }
        return .cubicBezier(CubicBezier(thousandths: numbers[0], numbers[1], numbers[2], numbers[3]))
    }

    /// Four decimals between commas.
    private static func thousandths(_ text: Substring) -> [Int]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .compactMap { part in Speed(decimal: part.filter { $0 != " " }) }
            .map { Int($0.numerator * 1000 / $0.denominator) }
        return numbers.count == 4 && text.filter { $0 == "," }.count == 3 ? numbers : nil
    }
}

extension SettingsFields.ValueForm where Value == Easing {
    /// The easing of a message.
    static var easing: Self { text(EasingName.expected) { EasingName.read($0) } }
}

/// Decimal numbers as people write them: digits, perhaps a minus in front, perhaps a point within.
enum PlainDecimal {
    /// Reads a number of at most 30 characters; nil if it is something else.
    static func read(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isWritten = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return isWritten && (1...2).contains(parts.count) && text.utf8.count <= 30 ? Double(text) : nil
    }
}

/// Values in braces, such as `{price}`, where a file has none.
enum FieldBraces {
    /// Whether a text has a name in braces.
    static func are(in text: String) -> Bool {
        guard let start = text.firstIndex(of: "{"), text[start...].contains("}") else { return false }
        return text[text.index(after: start)...].first { $0 != " " }?.isLetter ?? false
    }
}
