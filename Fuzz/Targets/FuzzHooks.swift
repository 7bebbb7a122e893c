import LiveValues
import Settings
import SignFiles

/// The hook of a sign file; nil if it is wrong.
private func hook(_ text: String, condition: String) -> Hook? {
    let keys = "{text: \(JSONValue.text(text).line), while: \(JSONValue.text(condition).line)}"
    let file = try? SignFile(parsing: "message: A\nhttp: {hooks: {a: \(keys)}}", path: "fuzz.yaml")
    return file?.installation.http?.hooks.first
}

private func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 }
}

/// A template and a condition in two lines, then what another program sends: the message has neither tags nor fields of its text, and
/// a name.
let fuzzHooks: FuzzTarget = { data, count in
    let parts = input(data, count).split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return -1 }
    let (template, condition) = (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    // A text from outside is shown as it is.
    if let plain = hook("{t}", condition: "t") {
        let (look, _, _) = plain.message(filledBy: .record(["t": .text(template)]))
        let (markup, problems) = SignMarkup.parse(look["text"]?.text ?? "")
        precondition(problems.isEmpty && !markup.hasFields && markup.needs.isEmpty, "texts from outside are no markup")
    }
    guard let hook = hook(template, condition: condition), let value = try? LiveValue.reading(json: Array(parts[2]))
    else {
        return 0
    }
    for given in [value, nil] {
        let (look, name, _) = hook.message(filledBy: given)
        precondition(!name.isEmpty && look["name"]?.text == name, "a message of a hook has a name")
        let text = look["text"]?.text ?? ""
        // Those of the template are its author's.
        let isClean = !hasControls(text) || hasControls(template)
        precondition(isClean, "no control characters")
        if let file = try? SignFile(parsing: "messages: []\n", path: "fuzz.yaml") {
            _ = try? SignMessage(look, for: file)
        }
    }
    return 0
}
