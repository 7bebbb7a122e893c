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

extension SettingsFields.ValueForm where Reason == SignReason {
    /// A text that `parse` makes a value of; `isPlaced` is whether an error is at its place in the text, and not at that of the text.
    static func parsed(
        _ expected: String, _ reason: @escaping (TextError) -> SignReason, isPlaced: Bool = false,
        _ parse: @escaping (String) throws(TextError) -> Value
    ) -> Self {
        Self(expected) { text in
            do throws(TextError) {
                return .value(try parse(text))
            } catch {
                return .refused(reason(error), offset: isPlaced ? error.offset : nil)
            }
        }
    }
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == Color {
    static func color(_ expected: String = "a colour name, \"#rgb\", \"#rrggbb\" or hsv(h,s,v)") -> Self {
        let colors = parsed(expected, SignReason.color, Color.init(parsing:))
        return Self(expected) { $0.hasFieldBraces ? .refused(.fieldOutsideText($0)) : colors.read($0) }
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
            if text.hasFieldBraces { return .refused(.fieldOutsideText(text)) }
            return text.isEmpty ? .wrongType : .value(text)
        }
    }
}

extension SettingsFields {
    /// The path of a file, which counts from the folder of the file that gives it.
    func paths(_ expected: String) -> ValueForm<String> { .path(expected).map { [path] in $0.path(givenBy: path) } }
}

extension Easing {
    /// How sign files and options write easings.
    package static let forms = ["linear", "ease-in", "ease-out", "ease-in-out", "bezier(x1,y1,x2,y2)"]
    /// The same in words for errors.
    fileprivate static let expected = "one of \(forms.joined(separator: ", ")) with x1 and x2 from 0 to 1"

    /// Reads a name in either case of letters, or `bezier(x1,y1,x2,y2)` with decimals.
    fileprivate static func read(_ text: String) -> Easing? {
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
    static var easing: Self { text(Easing.expected) { Easing.read($0) } }

    /// The easing of a key frame: that of a message, a step at the end, or a spring.
    static var keyFrameEasing: Self {
        Self("\(Easing.expected), or step, spring, spring(response,damping)") { text in
            switch text {
            case "step": .value(.step)
            case "spring": .value(.spring(Spring(response: .milliseconds(500), dampingThousandths: 500)))
            case _ where text.hasPrefix("spring(") && text.hasSuffix(")"): spring(text.dropFirst(7).dropLast())
            default: Easing.read(text).map { .value($0) } ?? .wrongType
            }
        }
    }

    private static func spring(_ text: Substring) -> SettingsFields.Outcome<Easing> {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) }
        guard parts.count == 2, let response = Nanoseconds(setting: parts[0]),
            case .value(let damping) = SettingsFields.ValueForm<Int>.thousandths(in: 0...1).read(parts[1])
        else { return .wrongType }
        guard (Nanoseconds.milliseconds(1) ... .seconds(3600)).contains(response), damping >= 50 else {
            return .outOfRange
        }
        return .value(.spring(Spring(response: response, dampingThousandths: damping)))
    }
}

extension Double {
    /// Reads a number as people write it: digits, perhaps a minus in front, perhaps a point within, and at most 30 characters.
    init?(setting text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isWritten = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard isWritten, (1...2).contains(parts.count), text.utf8.count <= 30 else { return nil }
        self.init(text)
    }
}

extension String {
    /// Whether it has a name in braces, such as `{price}`, where a file has none.
    var hasFieldBraces: Bool {
        guard let start = firstIndex(of: "{"), self[start...].contains("}") else { return false }
        return self[index(after: start)...].first { $0 != " " }?.isLetter ?? false
    }
}
