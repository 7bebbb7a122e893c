import Timelines

/// Easings by name, as sign files and options write them.
public enum EasingName {
    /// What may be written.
    public static let forms = ["linear", "ease-in", "ease-out", "ease-in-out", "bezier(x1,y1,x2,y2)"]

    /// What became of a text.
    public enum Outcome: Equatable, Sendable {
        /// An easing.
        case easing(Easing)
        /// None of the forms.
        case unknown
        /// A curve whose times are not 0 to 1.
        case timesOutOfRange
    }

    /// Reads a name in either case of letters, or `bezier(x1,y1,x2,y2)` with decimals.
    public static func read(_ text: String) -> Outcome {
        let named: [String: Easing] = [
            "linear": .linear, "ease-in": .easeIn, "ease-out": .easeOut, "ease-in-out": .easeInOut,
        ]
        if let easing = named[text.lowercased()] { return .easing(easing) }
        guard text.hasPrefix("bezier("), text.hasSuffix(")"), let numbers = thousandths(text.dropFirst(7).dropLast())
        else { return .unknown }
        guard (0...1000).contains(numbers[0]), (0...1000).contains(numbers[2]) else { return .timesOutOfRange }
        return .easing(.cubicBezier(CubicBezier(thousandths: numbers[0], numbers[1], numbers[2], numbers[3])))
    }

    /// Four decimals between commas.
    private static func thousandths(_ text: Substring) -> [Int]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .compactMap { part in Speed(decimal: part.filter { $0 != " " }) }
            .map { Int($0.numerator * 1000 / $0.denominator) }
        return numbers.count == 4 && text.filter { $0 == "," }.count == 3 ? numbers : nil
    }
}
