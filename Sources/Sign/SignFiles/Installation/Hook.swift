import LiveValues
import Settings

/// A message that other programs fill in with their own JSON: `POST /hooks/NAME`.
///
///     hooks:
///       grafana: {text: "{title}", color: red, priority: urgent, while: status = firing, token: grafana-token}
///
/// Names in the braces are those of the JSON. A message of the same name replaces the last one; a request for which
/// `while` does not hold removes it.
package struct Hook: Equatable, Sendable {
    /// The name in its address.
    package let name: String
    /// The file with its own token; nil where only that of the server counts.
    package var token: String?
    /// The zone of its messages; nil for the whole sign.
    package var zone: String?
    /// What has to be true of the JSON for the message to be shown.
    package var conditions: [ValueCondition] = []
    /// The keys of the message, with fields for values of the JSON.
    package var template: JSONValue = .object([])

    /// How many hooks there may be.
    static let maximum = 32
    /// The keys that are not of its message.
    static let ownKeys = ["token", "zone", "while"]

    init(name: String) { self.name = name }

    /// Whether a text may be the name of a hook: it is part of an address.
    static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" }
    }

    /// Reads the hooks by their names.
    static func list<Reason>(_ fields: inout SettingsFields<Reason>) -> [Hook] {
        let names = fields.givenKeys
        for name in names { fields.accept(name) }
        if names.count > maximum {
            fields.recordProblem(
                .outOfRange(key: "hooks", expected: "at most \(maximum) hooks", found: "\(names.count)"),
                at: fields.keyPlace(of: names[maximum]))
        }
        return names.prefix(maximum).compactMap { Hook($0, &fields) }
    }

    /// Reads a hook: a text, or the keys of a message with `token`, `zone` and `while`.
    private init?<Reason>(_ name: String, _ fields: inout SettingsFields<Reason>) {
        self.init(name: name)
        guard Self.isName(name) else {
            let expected = "a name of up to 32 letters of ASCII, digits, \"-\" and \"_\""
            fields.recordProblem(
                .wrongType(key: "hooks", expected: expected, found: ShownText.quoted(name)),
                at: fields.keyPlace(of: name))
            return nil
        }
        var own = [JSONMember]()
        let message = fields.keys(name, expected: "a message: a text, or keys such as text and token", textKey: "text")
        {
            fields -> JSONValue? in
            fields.read("token", as: fields.paths("the path of a file with a token"), into: &token)
            fields.read("zone", as: .nonEmpty("the name of a zone"), into: &zone)
            let words = "a condition such as \"status = firing\", or a list of conditions"
            fields.readList(
                "while", as: .text(words) { try? ValueCondition(parsing: $0, fields: nil) },
                maximum: ValueCondition.maximum, of: "conditions", into: &conditions)
            for key in fields.givenKeys {
                fields.accept(key)
                guard !Self.ownKeys.contains(key), let node = fields.valueNode(of: key) else { continue }
                own.append(JSONMember(key, node.json))
            }
            return .object(own)
        }
        guard let message else { return nil }
        template = message
    }
}

/// What a request makes of a hook.
extension Hook {
    /// The keys of a message whose texts have markup.
    private static let textKeys = ["text"]
    /// The keys of a message whose texts may have values, and no markup.
    private static let valueKeys = ["name", "color", "background", "box", "capsule", "bar", "range"]

    /// The characters that the name of a message may have.
    private static let maximumNameLength = 64

    /// The name of its message unless the template gives another one.
    private var defaultName: String { "hook-" + name }

    /// The message of a request, and whether it is to be shown; otherwise it is to be removed.
    ///
    /// O(template and value). Texts of the value are shown as they are, whatever signs they have.
    package func message(filledBy value: LiveValue?) -> (look: JSONValue, name: String, isShown: Bool) {
        let scope = Self.scope(of: value)
        var look = Self.fill(template, in: scope)
        let given = look["name"]?.text ?? ""
        let name = given.isEmpty ? defaultName : String(given.prefix(Self.maximumNameLength))
        look = look.setting("name", to: .text(name))
        return (look, name, conditions.allSatisfy { $0.holds(in: scope) })
    }

    /// The message without a request, to look for what is wrong with it: colours and numbers that come with a request are left
    /// out.
    var sample: JSONValue {
        Self.fill(Self.withoutValues(template), in: FieldScope())
    }

    /// What the names of a value mean; `item` is all of it.
    private static func scope(of value: LiveValue?) -> FieldScope {
        var readings = ["item": LiveReading(value)]
        if case .record(let record)? = value {
            for (name, value) in record { readings[name] = LiveReading(value) }
        }
        return FieldScope(readings)
    }

    private static func withoutValues(_ template: JSONValue) -> JSONValue {
        switch template {
        case .object(let members):
            .object(
                members.compactMap { member in
                    if valueKeys.contains(member.name), member.value.hasField { return nil }
                    return JSONMember(member.name, withoutValues(member.value))
                })
        case .list(let elements): .list(elements.map(withoutValues))
        case .null, .bool, .number, .text: template
        }
    }

    /// Fills the texts of keys that may have values.
    private static func fill(_ template: JSONValue, in scope: FieldScope, key: String = "") -> JSONValue {
        switch template {
        case .object(let members):
            let isLiteral = template["markup"].map { $0 == .bool(false) || $0 == .text("no") } ?? false
            return .object(
                members.map { member in
                    guard !isLiteral || !textKeys.contains(member.name) else { return member }
                    return JSONMember(member.name, fill(member.value, in: scope, key: member.name))
                })
        case .list(let elements): return .list(elements.map { fill($0, in: scope, key: key) })
        case .text(let text) where textKeys.contains(key): return .text(FilledText.markup(text, in: scope))
        case .text(let text) where valueKeys.contains(key): return .text(FilledText.plain(text, in: scope))
        case .null, .bool, .number, .text: return template
        }
    }
}

extension JSONValue {
    /// Whether a text in it has a field.
    fileprivate var hasField: Bool {
        switch self {
        case .text(let text): text.contains("{")
        case .list(let elements): elements.contains(where: \.hasField)
        case .object(let members): members.contains(where: \.value.hasField)
        case .null, .bool, .number: false
        }
    }
}

/// Puts values in place of the fields of a text; the text that comes of it has none, but for clocks.
private enum FilledText {
    /// The characters that a text has room for; the value that begins within them is whole.
    private static let maximumLength = 4_096

    /// A text with markup: tags of conditions become tags, and values are shown as they are.
    static func markup(_ template: String, in scope: FieldScope, level: Int = 0) -> String {
        filled(template, isTemplate: level > 0) { inside in
            switch try? FieldReference(parsing: inside, fields: nil) {
            case .time?: return "{\(inside)}"
            case .value(let field)?:
                let (text, tags) = field.run(in: scope)
                let shown = field.showsIcon ? SignIcon(named: text).map { "<icon=\($0.name)>" } : nil
                let tagged = tags.map { "<\($0.words)>" }.joined()
                return tagged + (shown ?? SignMarkup.escaped(text)) + tags.map { _ in "</>" }.joined()
            case .each(let each)? where level < EachField.maximumLevels:
                return list(each, in: scope, level: level)
            case .each?, nil: return ""
            }
        }
    }

    /// The elements of a list, as long as there is room.
    private static func list(_ each: EachField, in scope: FieldScope, level: Int) -> String {
        let elements = scope.elements(of: each)
        guard !elements.isEmpty else { return SignMarkup.escaped(each.empty) }
        var result = ""
        for (index, element) in elements.enumerated() where result.utf8.count < maximumLength {
            if index > 0 { result += SignMarkup.escaped(each.separator) }
            result += markup(each.template, in: element, level: level + 1)
        }
        return result
    }

    /// A text without markup, such as a colour.
    static func plain(_ template: String, in scope: FieldScope) -> String {
        filled(template, isTemplate: false) { inside in
            guard case .value(let field)? = try? FieldReference(parsing: inside, fields: nil) else { return "" }
            return field.run(in: scope).text.filter { !"{}<>".contains($0) }
        }
    }

    private static func filled(_ template: String, isTemplate: Bool, _ value: (String) -> String) -> String {
        let scalars = Array(template.unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count, result.count < maximumLength {
            let isDoubled = index + 1 < scalars.count && scalars[index + 1] == scalars[index]
            switch scalars[index] {
            case "{" where isDoubled, "<" where isDoubled:
                result += scalars[index...index + 1]
                index += 2
            case "{":
                guard let end = FieldReference.end(in: scalars, from: index + 1) else { return String(result) }
                var inside = String.UnicodeScalarView()
                inside += scalars[index + 1..<end]
                result += Array(value(String(inside)).unicodeScalars)
                index = end + 1
            case "\\" where isTemplate && index + 1 < scalars.count && scalars[index + 1] == "n":
                result.append("\n")
                index += 2
            default:
                result.append(scalars[index])
                index += 1
            }
        }
        return String(result)
    }
}
