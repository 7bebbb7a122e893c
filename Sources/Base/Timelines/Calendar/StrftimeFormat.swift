/// A format with percent signs, as strftime(3) and many programs have it: `%H:%M`.
struct StrftimeFormat {
    /// The same format in letters, such as `HH:mm`; nil if it has a conversion that letters do not have.
    var pattern: String? { isKnown ? letters : nil }

    private static let conversions: [Unicode.Scalar: String] = [
        "Y": "yyyy", "y": "yy", "G": "YYYY", "m": "MM", "B": "MMMM", "b": "MMM", "h": "MMM", "d": "dd", "e": "d",
        "j": "DDD", "A": "EEEE", "a": "EEE", "V": "ww", "H": "HH", "k": "H", "I": "hh", "l": "h", "M": "mm", "S": "ss",
        "p": "a", "P": "a", "Z": "zzz", "z": "Z", "F": "yyyy-MM-dd", "D": "MM/dd/yy", "T": "HH:mm:ss", "R": "HH:mm",
        "r": "hh:mm:ss a", "n": " ", "t": " ", "%": "%",
    ]
    /// Conversions that letters do not have.
    private static let others: Set<Unicode.Scalar> = ["c", "C", "g", "s", "u", "U", "w", "W", "x", "X", "L", "f"]

    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The text since the last conversion.
    private var words = ""
    private var letters = ""
    private var hasConversions = false
    private var isKnown = true

    /// Reads a format; nil if it has no percent sign right before a letter.
    init?(_ format: String) {
        scalars = Array(format.unicodeScalars)
        while index < scalars.count {
            if scalars[index] == "'" {
                readQuote()
            } else if scalars[index] == "%", readConversion() {
                hasConversions = true
            } else {
                words.unicodeScalars.append(scalars[index])
                index += 1
            }
        }
        finishWords()
        guard hasConversions else { return nil }
    }

    /// Passes over a text in single quotes, which stays as it is.
    private mutating func readQuote() {
        finishWords()
        let end = scalars[(index + 1)...].firstIndex(of: "'") ?? scalars.count - 1
        letters.unicodeScalars.append(contentsOf: scalars[index...end])
        index = end + 1
    }

    /// Reads a percent sign with its flag and its letter; returns whether there is a letter.
    private mutating func readConversion() -> Bool {
        var next = index + 1
        let flag = next < scalars.count && "-_0^#EO".unicodeScalars.contains(scalars[next]) ? scalars[next] : nil
        if flag != nil { next += 1 }
        guard next < scalars.count else { return false }
        let found = Self.conversions[scalars[next]]
        guard found != nil || Self.others.contains(scalars[next]) else { return false }
        finishWords()
        let isShort = (flag == "-" || flag == "_") && found.map { Set($0).count == 1 && $0.count == 2 } ?? false
        letters += isShort ? String((found ?? "").prefix(1)) : found ?? ""
        isKnown = isKnown && found != nil
        index = next + 1
        return true
    }

    /// Writes the text since the last conversion, in single quotes where it has letters.
    private mutating func finishWords() {
        // Blanks stay outside of the quotes.
        let head = words.prefix { !$0.isLetter }
        let tail = words.dropFirst(head.count).reversed().prefix { !$0.isLetter }.reversed()
        let middle = words.dropFirst(head.count).dropLast(tail.count)
        letters += head + (middle.isEmpty ? "" : "'\(middle)'") + String(tail)
        words = ""
    }
}
