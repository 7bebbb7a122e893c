import LiveValues
import Settings

extension SignReason {
    /// What is wrong, what is expected, and what to do about it.
    package var description: String {
        switch self {
        case .settings(let reason): Self.description(of: reason)
        case .color(let error): "\(error)"
        case .speedAndCycle(let line): Self.exclusive("speed", "cycle", line)
        case .cycleWithinPauses(let cycle, let hold, let bounces):
            "\"cycle\" is \(cycle.text), but it must be longer than \(bounces ? "both of its pauses" : "its pause") "
                + "(\"hold\" is \(hold.text))"
        case .font(let words), .board(let words), .image(let words): words
        case .fieldOutsideText(let given):
            "values such as \(ShownText.quoted(given)) are possible only in texts, not here"
        case .needsRestart(let key, let was, let now):
            "\"\(key)\" was \(Self.named(was)) when the sign started and is now \(Self.named(now)); restart ledsign to apply "
                + "the change"
        case .exclusiveKeys(let key, let other, let line): Self.exclusive(key, other, line)
        case .duplicateName(let name, let kind, let line):
            "another \(kind) has the name \(ShownText.quoted(name)) in line \(line); choose a different name"
        case .unknownCue(let name, let nearest):
            "unknown cue \(ShownText.quoted(name))"
                + (nearest == nil ? "; add it to \"cues\" of the sign" : ShownText.suggestion(nearest))
        case .areaOutside(let area, let size):
            "the area reaches column \(area.maxX) and row \(area.maxY), but the sign has \(size) pixels; move it or make it "
                + "smaller"
        case .fieldName(let name):
            "\(ShownText.quoted(name)) is not a valid field name; use letters, digits, _ and -, with a letter first, and none "
                + "of \(FieldReference.reservedWords.joined(separator: ", "))"
        case .field(let problem): "\(problem)"
        case .schedule(let error): "\(error)"
        case .zone(let error): "\(error)"
        case .markup(let reason): "\(reason)"
        case .layout(let error): "\(error)"
        case .part(let reason): "\(reason)"
        }
    }

    /// What is wrong with a value, where the fix for sign files is known.
    private static func description(of reason: SettingsReason) -> String {
        switch reason {
        case .wrongType(_, _, let found) where FieldBraces.are(in: found),
            .outOfRange(_, _, let found) where FieldBraces.are(in: found),
            .unknownValue(_, let found, _, _) where FieldBraces.are(in: found):
            reason.description(in: .sign) + "; values in braces are possible only in texts"
        case .notYAML(let words) where words.hasPrefix("mapping values"):
            "not YAML: \(words); put a text that has a colon and a blank in it in quotes"
        case .wrongType(let key, expected: let expected, found: "nothing"):
            "\"\(key)\" is empty; expected \(expected)"
        case .wrongType(key: "text", expected: _, found: let found) where found.hasPrefix("a list"):
            "\"text\" is \(found); put a text that begins with { or [ in quotes"
        default: reason.description(in: .sign)
        }
    }

    private static func exclusive(_ key: String, _ other: String, _ line: Int) -> String {
        "\"\(key)\" and \"\(other)\" cannot be used together; the other one is in line \(line); keep one of them"
    }

    private static func named(_ value: String?) -> String { value.map { ShownText.shortened($0) } ?? "missing" }
}
