import PixelGraphics
import Settings
import Timelines

extension SettingsFields<SignProblem> {
    /// Returns a decimal number in thousandths, or nil within an optional where the file does not have the key.
    mutating func optionalThousandths(_ key: String, in range: ClosedRange<Int>) -> Int?? {
        let words = "a number from \(range.lowerBound) to \(range.upperBound) such as 1.5"
        return optional(key, expected: words) { Self.thousandths($0, in: range) }
    }

    /// Reads a decimal number in thousandths; further decimals are cut off.
    static func thousandths(_ text: String, in range: ClosedRange<Int>) -> Outcome<Int> {
        guard let number = Speed(decimal: text) else { return .wrongType }
        let value = Int(number.numerator * 1000 / number.denominator)
        return (range.lowerBound * 1000...range.upperBound * 1000).contains(value) ? .value(value) : .outOfRange
    }

    /// Returns a place such as `[3, 4]` in thousandths of a pixel; nil within an optional where there is none.
    mutating func optionalPlace(_ key: String) -> Point?? {
        accept(key)
        guard has(key) else { return .some(nil) }
        let words = "two numbers of pixels, from the left and from the top, such as [3, 4]"
        guard let numbers = parsedList(key, expected: words, { Self.thousandths($0, in: -4096...4096) }) else {
            return nil
        }
        guard numbers.count == 2 else {
            noteProblem(.wrongType(key: key, expected: words, found: "\(numbers.count) numbers"), at: place(of: key))
            return nil
        }
        return .some(Point(x: numbers[0].value, y: numbers[1].value))
    }

    /// Returns a place in whole pixels, or nil within an optional where there is none.
    mutating func optionalPixel(_ key: String) -> Point?? {
        guard let place = optionalPlace(key) else { return nil }
        return .some(place.map { Point(x: $0.x / 1000, y: $0.y / 1000) })
    }

    /// Returns the area of a part, or nil within an optional where it has none.
    mutating func partArea() -> Rectangle?? {
        accept("area")
        guard has("area") else { return .some(nil) }
        let area = keys("area", expected: "x, y, width and height in pixels") { fields -> Rectangle? in
            let x = fields.integer("x", in: -4096...4096, default: 0)
            let y = fields.integer("y", in: -4096...4096, default: 0)
            let width = fields.integer("width", in: 1...4096)
            let height = fields.integer("height", in: 1...4096)
            guard let x, let y, let width, let height else { return nil }
            return Rectangle(x: x, y: y, width: width, height: height)
        }
        return area.map { .some($0) }
    }

    /// Returns a colour, or the given one where the file does not have the key.
    mutating func color(_ key: String, default value: Color) -> Color? {
        guard let found = color(key, expected: Self.colorWords) else { return nil }
        return found ?? value
    }

    /// Returns a colour, or nil within an optional where the file does not have the key.
    mutating func optionalColor(_ key: String) -> Color?? { color(key, expected: Self.colorWords) }

    private static var colorWords: String { "a colour name, \"#rgb\", \"#rrggbb\" or hsv(h,s,v)" }
}
