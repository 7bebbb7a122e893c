import Settings
import SignHost

/// What a message that comes over the network may name: no files outside the folder of the sign file, no fonts by path,
/// and no servers unless the sign file allows them.
///
/// It looks at every text of the message, whatever key it has, so that no key is forgotten.
package enum ForeignMessage {
    /// Checks a command that would show a message.
    package static func check(_ command: ControlCommand, urls: Bool) throws(ControlError) {
        if case .push(let look, _, _) = command { try check(look, urls: urls) }
    }

    /// Checks the keys of a message.
    package static func check(_ look: JSONValue, urls: Bool) throws(ControlError) {
        guard let problem = problem(look, key: nil, urls: urls) else { return }
        throw ControlError(.refused(SignControlError(problem)))
    }

    private static func problem(_ value: JSONValue, key: String?, urls: Bool) -> String? {
        switch value {
        case .text(let text):
            if key == "image", let problem = imageProblem(text, urls: urls) { return problem }
            if key == "font", let problem = fontProblem(text) { return problem }
            return tagProblem(text, urls: urls)
        case .list(let values):
            return values.lazy.compactMap { problem($0, key: key, urls: urls) }.first
        case .object(let members):
            return members.lazy.compactMap { problem($0.value, key: $0.name, urls: urls) }.first
        case .null, .bool, .number: return nil
        }
    }

    private static func imageProblem(_ name: String, urls: Bool) -> String? {
        if name.contains("://") {
            return urls ? nil : "over the network a message may not name a server; `urls: yes` of http: allows it"
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains(".."), !name.contains("\0") else {
            return "over the network a message may name files in the folder of the sign file alone"
        }
        return nil
    }

    private static func fontProblem(_ name: String) -> String? {
        name.contains("/") ? "over the network a message may name fonts by their names alone, not by paths" : nil
    }

    /// What is wrong with the tags `<image=...>` and `<font=...>` of a text, also those within fields.
    private static func tagProblem(_ text: String, urls: Bool) -> String? {
        let scalars = Array(text.lowercased().unicodeScalars)
        for index in scalars.indices {
            if let name = value(of: "image", in: scalars[index...]), let problem = imageProblem(name, urls: urls) {
                return problem
            }
            if let name = value(of: "font", in: scalars[index...]), let problem = fontProblem(name) { return problem }
        }
        return nil
    }

    /// What stands behind a word and an equals sign, up to the end of a tag; nil if the text begins in another way.
    private static func value(of word: String, in text: ArraySlice<Unicode.Scalar>) -> String? {
        guard text.starts(with: word.unicodeScalars) else { return nil }
        let rest = text.dropFirst(word.unicodeScalars.count).drop { $0.properties.isWhitespace }
        guard rest.first == "=" else { return nil }
        var value = String.UnicodeScalarView()
        for scalar in rest.dropFirst().drop(while: { $0.properties.isWhitespace }) {
            if scalar == ">" || scalar == "|" || scalar == "}" { break }
            value.append(scalar)
        }
        return String(value)
    }
}
