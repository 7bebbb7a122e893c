/// How a number is written: `+,.2 kg` is a sign, groups of thousands, two decimals and a unit.
package struct NumberFormat: Hashable, Sendable {
    /// The decimals; nil for those that the number has.
    package var decimals: Int?
    /// Whether a plus stands before numbers above zero.
    package var hasSign = false
    /// Whether thousands are set apart.
    package var hasGroups = false
    /// What stands behind the number, its blank included.
    package var unit = ""

    /// Describes a form; without arguments, the number as it is.
    package init(decimals: Int? = nil, hasSign: Bool = false, hasGroups: Bool = false, unit: String = "") {
        self.decimals = decimals
        self.hasSign = hasSign
        self.hasGroups = hasGroups
        self.unit = unit
    }

    /// Writes a number; what is rounded to zero has no sign.
    package func text(of number: LiveNumber, marks: NumberMarks = .point) -> String {
        let shown = decimals.map { number.rounded(to: $0) } ?? number
        let digits = String(shown.coefficient.magnitude)
        let padded = String(repeating: "0", count: max(0, shown.scale + 1 - digits.utf8.count)) + digits
        let whole = padded.dropLast(shown.scale)
        var fraction = String(padded.suffix(shown.scale))
        if let decimals, decimals > fraction.utf8.count {
            fraction += String(
                repeating: "0", count: Swift.min(decimals, LiveNumber.maximumDigits) - fraction.utf8.count)
        }
        let sign = shown.coefficient < 0 ? "-" : hasSign && shown.coefficient > 0 ? "+" : ""
        let groups = hasGroups ? Self.grouped(String(whole), by: marks.group) : String(whole)
        return sign + groups + (fraction.isEmpty ? "" : marks.decimal + fraction) + unit
    }

    private static func grouped(_ digits: String, by mark: String) -> String {
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { result += mark }
            result.append(digit)
        }
        return result
    }
}

/// The marks within numbers, which differ between languages.
package struct NumberMarks: Hashable, Sendable {
    /// Between whole digits and decimals.
    package var decimal: String
    /// Between groups of three digits.
    package var group: String

    /// Names the two marks.
    package init(decimal: String, group: String) {
        self.decimal = decimal
        self.group = group
    }

    /// 1,234.5: English, and what files and programs write.
    package static let point = NumberMarks(decimal: ".", group: ",")

    /// The marks that are usual for a locale such as `de_DE`, `fr` or `de-CH` (Unicode CLDR, "Number Symbols"); those of
    /// English for all others.
    package init(locale: String) {
        let words = locale.lowercased().split { $0 == "_" || $0 == "-" || $0 == "." || $0 == "@" }
        let (language, region) = (words.first ?? "", words.dropFirst().first ?? "")
        switch (language, region) {
        case ("de", "ch"), ("de", "li"): self.init(decimal: ".", group: "’")
        case ("de", "at"): self.init(decimal: ",", group: "\u{A0}")
        case ("es", "mx"), ("es", "us"): self = .point
        case ("fr", _): self.init(decimal: ",", group: "\u{202F}")
        case ("bg", _), ("cs", _), ("fi", _), ("hu", _), ("lt", _), ("lv", _), ("nb", _), ("nn", _), ("no", _),
            ("pl", _), ("pt", "pt"), ("ru", _), ("sk", _), ("sv", _), ("uk", _):
            self.init(decimal: ",", group: "\u{A0}")
        case ("ca", _), ("da", _), ("de", _), ("el", _), ("es", _), ("hr", _), ("id", _), ("is", _), ("it", _),
            ("nl", _), ("pt", _), ("ro", _), ("sl", _), ("sr", _), ("tr", _), ("vi", _):
            self.init(decimal: ",", group: ".")
        default: self = .point
        }
    }
}
