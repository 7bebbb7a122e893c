/// What the properties table of a PCF file says about names and lines.
struct PCFProperties {
    var naming = FontNaming()
    var ascent: Int?
    var descent: Int?

    /// Reads the table: a count, 9 bytes for each property, padding to 4, and the texts.
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontError) -> PCFProperties {
        var cursor = table.cursor
        let place = cursor.offset
        let count = try cursor.count(of: "properties", size: 9)
        try ByteCursor.check(count, 0...FontLimits.properties, "the number of properties", at: place)
        var texts = cursor
        try texts.skip(9 * count)
        try texts.skip((4 - count & 3) & 3)
        let size = try texts.count(of: "bytes of the properties' texts", size: 1)
        let strings = texts.offset..<texts.offset + size

        var properties = PCFProperties()
        for _ in 0..<count {
            let name = try text(at: cursor.u32(), in: strings, &cursor)
            let isText = try cursor.u8() != 0
            let value = try cursor.s32()
            if isText {
                try properties.set(name, text: text(at: value, in: strings, &cursor))
            } else {
                properties.set(name, value: value)
            }
        }
        return properties
    }

    private mutating func set(_ name: String, text: String) {
        switch name {
        case "FONT": naming.fullName = text
        case "FAMILY_NAME": naming.family = text
        case "CHARSET_REGISTRY": naming.registry = text
        case "CHARSET_ENCODING": naming.encoding = text
        default: break
        }
    }

    private mutating func set(_ name: String, value: Int) {
        switch name {
        case "FONT_ASCENT": ascent = value
        case "FONT_DESCENT": descent = value
        default: break
        }
    }

    /// The text from an offset to its NUL, at most 1,000 bytes.
    private static func text(
        at offset: Int, in strings: Range<Int>, _ cursor: inout ByteCursor
    ) throws(FontError) -> String {
        guard offset >= 0, offset <= strings.count else {
            throw FontError(
                place: .byte(cursor.offset), reason: .outsideFile(what: "the text of a property", offset: offset))
        }
        let text = cursor.bytes[strings].dropFirst(offset).prefix(1000).prefix { $0 != 0 }
        return String(decoding: text, as: UTF8.self)
    }
}
