import LiveValues
import Settings
import SignTestSupport
import Testing

@Suite struct FieldReferenceTests {
    /// Reads a field that shows a value.
    private func value(_ inside: String, fields: [String]? = nil) throws -> ValueField {
        guard case .value(let field) = try FieldReference(parsing: inside, fields: fields) else {
            throw TextError("not such a field")
        }
        return field
    }

    private func each(_ inside: String) throws -> EachField {
        guard case .each(let field) = try FieldReference(parsing: inside, fields: nil) else {
            throw TextError("not such a field")
        }
        return field
    }

    @Test("A name alone is the whole value")
    func name() throws {
        let field = try value(" price ", fields: ["price"])
        expectEqual(field.name, "price")
        expectEqual(field.nameOffset, 1)
        #expect(field.path.steps.isEmpty)
        #expect(field.formats.isEmpty && field.conditions.isEmpty)
    }

    @Test("A path leads through records and lists")
    func path() throws {
        let field = try value("shop.rates.\"EUR/USD\"[0][-1][*][\"a b\"]")
        expectEqual(field.name, "shop")
        let steps: [ValuePath.Step] = [
            .name("rates"), .name("EUR/USD"), .index(0), .index(-1), .all, .name("a b"),
        ]
        expectEqual(field.path.steps, steps)
    }

    @Test("Formats follow a bar")
    func formats() throws {
        let field = try value("price | times 0.01|+,.2 EUR |upper|cut 12 | join \" | \"|or \"?\" | date \"d. MMM\"")
        let cent = try #require(LiveNumber(parsing: "0.01"))
        let expected: [FieldFormat] = [
            .times(cent), .number(NumberFormat(decimals: 2, hasSign: true, hasGroups: true, unit: " EUR")), .upper,
            .cut(12), .join(" | "), .alternative("?"), .date("d. MMM", offset: 70),
        ]
        expectEqual(field.formats, expected)
    }

    @Test("The form of a date is found at its offset, with and without quotation marks")
    func dateOffset() throws {
        try expectEqual(value("due|date HH:mm ? missing: red").formats, [.date("HH:mm", offset: 9)])
        try expectEqual(value("due|date \"HH:mm\"").formats, [.date("HH:mm", offset: 10)])
    }

    @Test("A map and a form of time are found at their offsets, and an icon comes last")
    func mapsAndTimes() throws {
        try expectEqual(value("code|map sky | icon ? missing: red").formats, [.map("sky", offset: 9), .icon])
        try expectEqual(value("at|time m:ss").formats, [.time("m:ss", offset: 8)])
        try expectEqual(value("at|time \"m:ss\"").formats, [.time("m:ss", offset: 9)])
        for (text, words, offset) in [
            ("a|icon|upper", "\"icon\" has to be the last format", 6),
            ("a|map", "expected the name of a map, not the end", 5),
            ("a|map 1", "expected the name of a map, not \"1\"", 6),
            ("a|time", "expected a form such as m:ss behind \"time\", not the end", 6),
        ] {
            #expect(throws: TextError(words, at: offset)) { try value(text) }
        }
    }

    @Test("Conditions give tags and texts")
    func conditions() throws {
        let field = try value(
            "price ? > 0: green, < -1.5: \"down\" red icon=down, = \"a: b, c\": hsv(1, 2, 3), else: #f00")
        let found = field.conditions
        try #require(found.count == 4)
        expectEqual(found[0].test, .comparison(.more, 0))
        expectEqual(found[0].tags.map(\.words), ["green"])
        expectEqual(found[0].tags.map(\.offset), [13])
        let limit = try #require(LiveNumber(parsing: "-1.5"))
        expectEqual(found[1].test, .comparison(.less, .number(limit)))
        expectEqual(found[1].text, "down")
        expectEqual(found[1].tags.map(\.words), ["red", "icon=down"])
        expectEqual(found[2].test, .comparison(.equal, "a: b, c"))
        expectEqual(found[2].tags.map(\.words), ["hsv(1, 2, 3)"])
        expectEqual(found[3].test, .otherwise)
        expectEqual(found[3].tags.map(\.words), ["#f00"])
        try expectEqual(
            value("x ? missing: red, stale: gray, contains foo: blue").conditions.map(\.test),
            [
                .missing, .stale, .contains("foo"),
            ])
    }

    @Test("Clock fields take the rest of the text as their format")
    func times() throws {
        for kind in TimeField.Kind.allCases {
            guard case .time(let field) = try FieldReference(parsing: " \(kind.rawValue)  08:00 | ? ", fields: [])
            else {
                Issue.record("\(kind) is no time")
                continue
            }
            expectEqual(field.kind, kind)
            expectEqual(field.argument, "08:00 | ?")
            expectEqual(field.argumentOffset, 3 + kind.rawValue.count)
        }
        guard case .time(let bare) = try FieldReference(parsing: "clock", fields: []) else { return }
        #expect(bare.argument.isEmpty)
        #expect(bare.source == nil)
        try expectEqual(value("clock-radio").name, "clock-radio")
    }

    @Test("A count goes to a time or, where its first word is a name that the clock does not know, to a value")
    func counts() throws {
        func count(_ text: String) throws -> TimeField? {
            guard case .time(let field) = try FieldReference(parsing: text, fields: ["due", "sunset-x"]) else {
                return nil
            }
            return field
        }
        let field = try #require(try count("countdown due[0].\"at\"  HH:mm"))
        expectEqual(field.source, "due")
        expectEqual(field.path.steps, [.index(0), .name("at")])
        expectEqual(field.form?.text, "HH:mm")
        for moment in ["2026-12-24", "12-24", "18:00", "sunset", "Sunset-30m", "dusk+1h", "midnight", ""] {
            #expect(try count("countdown \(moment)")?.source == nil, "\(moment)")
        }
        #expect(throws: TextError.self) { try count("countup dew") }
    }

    @Test("A repetition has options and a template")
    func repetition() throws {
        let field = try each(
            "each trains.next max 3 sort due.min descending separator \" / \" empty \"none\": {line|upper} {due}")
        expectEqual(field.name, "trains")
        expectEqual(field.path.steps, [.name("next")])
        expectEqual(field.maximum, 3)
        expectEqual(field.order?.steps, [.name("due"), .name("min")])
        #expect(field.isDescending)
        expectEqual(field.separator, " / ")
        expectEqual(field.empty, "none")
        expectEqual(field.template, "{line|upper} {due}")
        expectEqual(field.templateOffset, 77)
        let filtered = try each("each trains where to = \"At: sea\" where due.min >= 5 min max 3: {line}")
        expectEqual(filtered.filters.map(\.name), ["to", "due"])
        expectEqual(filtered.filters.last?.path.steps, [.name("min")])
        expectEqual(filtered.maximum, 3)
        expectEqual(filtered.template, "{line}")
        let plain = try each("each a:{b}")
        expectEqual(plain.template, "{b}")
        #expect(plain.maximum == nil)
        expectEqual(plain.separator, " ")
    }

    /// A broken field, the offset of its error, and a word of the message.
    static let broken: [(String, Int, String)] = [
        ("", 0, "empty"), ("  ", 0, "empty"), ("prise", 0, "did you mean \"price\""),
        (" prise|.2", 1, "did you mean \"price\""), ("zzz", 0, "unknown field \"zzz\""), ("clok", 0, "\"clock\""),
        ("7up", 0, "begins with a letter"), ("price.", 6, "a name"), ("price[", 6, "negative"),
        ("price[x]", 6, "negative"), ("price[0", 7, "\"]\""), ("price[9999999]", 6, "number"),
        ("price price", 6, "format behind"), ("price|", 6, "a format"), ("price|uper", 6, "\"upper\""),
        ("price|.", 7, "decimals"), ("price|.13", 7, "decimals"), ("price|times x", 12, "number"),
        ("price|cut 0", 10, "characters"), ("price|join \"x", 11, "quotation mark"), ("price|date", 10, "HH:mm"),
        ("price?", 6, "condition"), ("price ? 7: red", 8, "condition"), ("price ? > 0", 11, "colon"),
        ("price ? >", 9, "compare"), ("price ? > : red", 10, "compare"), ("price ? => 1: red", 8, "\"=>\""),
        ("price ? contians x: red", 8, "\"contains\""), ("price ? > 0:", 12, "colour"),
        ("price ? > 0: , else: red", 13, "colour"), ("price ? > 0: red,", 17, "condition"),
        ("price ? = \"x: red", 10, "quotation mark"), ("each", 4, "name of a field"), ("each prise: x", 5, "\"price\""),
        ("each price", 10, "colon"), ("each price mx 3: x", 11, "\"max\""), ("each price max 0: x", 15, "1000"),
        ("each price where x: y", 18, "a condition"), ("each price where x > : y", 21, "compare"),
        ("each price where x is 3: y", 19, "\"is\""), ("each price where x else: y", 19, "condition"),
        ("each price whre x = 3: y", 11, "\"where\""), ("each price:", 11, "repeated"),
        ("each price separator x: y", 21, "quotation marks"),
    ]

    @Test("Every problem is reported at its offset", arguments: broken)
    func problems(inside: String, offset: Int, word: String) {
        do throws(TextError) {
            _ = try FieldReference(parsing: inside, fields: ["price", "weather"])
            Issue.record("\(inside) was taken")
        } catch {
            expectEqual(error.offset, offset)
            #expect(error.description.contains(word), "\(error.description)")
        }
    }

    @Test("A field cannot have thousands of parts")
    func limits() {
        let formats = "a" + String(repeating: "|upper", count: 33)
        let conditions = "a ?" + String(repeating: "> 0: red,", count: 33) + "else: red"
        let tags = "a ? else:" + String(repeating: " red", count: 33)
        let steps = "a" + String(repeating: "[0]", count: 33)
        for inside in [formats, conditions, tags, steps] {
            #expect(throws: TextError.self) { try FieldReference(parsing: inside, fields: nil) }
        }
    }

    /// A text behind an opening brace, and what of it the field is.
    static let ends: [(String, String?)] = [
        ("price} rest}", "price"), ("}", ""), ("price", nil), ("a|join \"}\"} b", "a|join \"}\""),
        ("a ? = \"{\": red} \"", "a ? = \"{\": red"), ("a|or \"\\\"}\"}", "a|or \"\\\"}\""),
        ("each a: {b} {c}} d}", "each a: {b} {c}"), ("each a: 5\" {b}} and \"{c}\"", "each a: 5\" {b}"),
        ("each a separator \"}\": {b|or \"}\"}} x", "each a separator \"}\": {b|or \"}\"}"),
        ("each a: {{ {b}} x", "each a: {{ {b}"), ("each a: {each b: {c}}} x", "each a: {each b: {c}}"),
        ("clock HH\"mm} and \"} x", "clock HH\"mm"), ("a|or \"x} y", "a|or \"x"), ("each a: {b} c", nil),
    ]

    @Test("The closing brace is found", arguments: ends)
    func closing(text: String, inside: String?) {
        let scalars = Array(text.unicodeScalars)
        let end = FieldReference.end(in: scalars, from: 0)
        expectEqual(end.map { String(String.UnicodeScalarView(scalars[..<$0])) }, inside)
        let further = FieldReference.end(in: Array("ab".unicodeScalars) + scalars, from: 2)
        expectEqual(further, end.map { $0 + 2 })
    }

    @Test("Names are words that open no other field")
    func names() {
        for name in ["a", "price", "größe", "_x", "bus-42", "Temperatur_2"] { #expect(FieldReference.isName(name)) }
        let long = String(repeating: "a", count: 65)
        for name in ["", "4a", "-a", "a b", "a.b", "clock", "each", "date", "a{", long] {
            #expect(!FieldReference.isName(name))
        }
    }
}
