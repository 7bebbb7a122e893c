import Settings

/// Values of AWTRIX's objects, which take numbers and words for each other as the clock's JSON reader does.
enum AWTRIXValue {
    /// A whole number; nil for what is none, or has more than nine digits.
    static func integer(_ value: JSONValue) -> Int? {
        switch value {
        case .number(let text), .text(let text):
            // Templates send 5.0 for 5; what is behind the point counts for nothing.
            let whole = text.prefix { $0 != "." }
            let digits = whole.hasPrefix("-") ? whole.dropFirst() : whole
            let rest = text.dropFirst(whole.count)
            guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return Int(whole)
        case .bool(let value): return value ? 1 : 0
        case .null, .list, .object: return nil
        }
    }

    /// Yes or no: true, false, 1, 0, and the same in quotation marks.
    static func flag(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let value): value
        case .number("1"), .text("1"), .text("true"): true
        case .number("0"), .text("0"), .text("false"): false
        case .null, .number, .text, .list, .object: nil
        }
    }

    /// A colour as `#rrggbb`: from "#RRGGBB", "RRGGBB" or [r, g, b]; a number is none, as with the clock.
    static func color(_ value: JSONValue) -> String? {
        switch value {
        case .text(let text):
            let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
            let isColor = digits.utf8.count == 6 && digits.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit)
            return isColor ? "#" + digits.lowercased() : nil
        case .list(let parts):
            let levels = parts.prefix(4).compactMap(integer).filter { (0...255).contains($0) }
            guard parts.count == 3, levels.count == 3 else { return nil }
            return "#" + levels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .null, .bool, .number, .object: return nil
        }
    }

    /// Whether a value says the same as a missing one: senders fill in all keys of a form.
    static func isNeutral(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool(false), .number("0"), .number("-1"), .text(""), .list([]), .object([]): true
        case .bool, .number, .text, .list, .object: false
        }
    }
}
