import Settings
import Timelines

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
