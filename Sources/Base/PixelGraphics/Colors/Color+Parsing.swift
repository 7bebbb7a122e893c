extension Color {
    /// Reads a colour: a name, `#rgb`, `#rrggbb` or `hsv(h, s, v)`; case and blanks around do not matter.
    ///
    /// Names are the 148 of CSS Color Module Level 4, `amber` (#ffbf00) and `off` (black). In `hsv`, h is 0 to 360
    /// degrees, s and v are 0 to 100 percent; integers or decimals, blanks allowed.
    ///
    /// - Throws: `ColorError`, which says what was given and what is expected.
    public init(parsing text: String) throws(ColorError) {
        let word = text.trimmingBlanks().lowercased()
        if word.hasPrefix("#") {
            guard let color = Color(hexDigits: word.dropFirst()) else { throw .malformedHex(given: text) }
            self = color
        } else if word.hasPrefix("hsv") {
            guard let color = Color(hsv: word.dropFirst(3).trimmingBlanks()) else { throw .malformedHSV(given: text) }
            self = color
        } else {
            guard let value = ColorNames.value(of: word) else {
                throw .unknownName(given: text, nearest: NearestName.find(word, among: ColorNames.sorted))
            }
            self.init(rawValue: value)
        }
    }

    /// The names that `init(parsing:)` knows, in alphabetical order.
    public static var names: [String] { ColorNames.sorted }

    private init?(hexDigits digits: Substring) {
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count, digits.utf8.count == digits.count else { return nil }
        switch values.count {
        case 3: self.init(rawValue: values.reduce(0) { value, digit in value << 8 | UInt32(digit * 17) })
        case 6: self.init(rawValue: values.reduce(0) { value, digit in value << 4 | UInt32(digit) })
        default: return nil
        }
    }

    /// Reads what follows `hsv`.
    private init?(hsv text: Substring) {
        guard text.hasPrefix("("), text.hasSuffix(")") else { return nil }
        let parts = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in Self.decimal(part.trimmingBlanks()) }
        guard parts.count == 3, numbers.count == 3, numbers[0] <= 360, numbers[1] <= 100, numbers[2] <= 100 else {
            return nil
        }
        self = .hsv(hue: numbers[0], saturation: numbers[1], value: numbers[2])
    }

    /// Reads digits with or without a decimal point: up to 4 before and up to 6 after it.
    private static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...4).contains(whole.utf8.count) else { return nil }
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard (1...6).contains(fraction.utf8.count), (whole + fraction).utf8.allSatisfy({ (48...57).contains($0) }),
            let digits = Int(whole + fraction)
        else { return nil }
        let scale = [10.0, 100, 1000, 10_000, 100_000, 1_000_000][fraction.utf8.count - 1]
        return Double(digits) / scale
    }
}

extension Color: CustomStringConvertible {
    /// The colour as `#rrggbb`.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

extension StringProtocol {
    /// The text without blanks, tabs and line ends at both ends.
    func trimmingBlanks() -> SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}
