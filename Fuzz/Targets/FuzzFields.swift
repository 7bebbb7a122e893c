import LiveValues
import Settings
import Timelines

/// What the names in the fields mean; made again for every input, because the sanitizer does not see values that are kept
/// in enumerations, and takes them for leaks.
private func sample() -> FieldScope {
    let value = LiveValue.record([
        "a": .list([.record(["b": 1, "due": "12.5"]), .record(["b": "x"])]), "n": "-3.25", "t": "text",
    ])
    var scope = FieldScope([
        "a": LiveReading(value, history: .list([1, "", 2])), "price": LiveReading("12.50", isStale: true),
        "gone": LiveReading(nil),
    ]) { value, form in "\(value.text()) \(form)" }
    scope.timeWriter = scope.dateWriter
    scope.maps = ["m": ValueMap([(.numbers(-4, 13), "low"), (.word("x"), "sun"), (.otherwise, "")])]
    return scope
}

/// What a field shows, and what those in its template do.
private func show(_ reference: FieldReference, in scope: FieldScope, level: Int) {
    switch reference {
    case .time: return
    case .value(let field):
        let run = field.run(in: scope)
        _ = field.value(in: scope)
        precondition(!run.text.unicodeScalars.contains { $0.value < 0x20 }, "what is shown has no control characters")
    case .each(let field):
        precondition(
            scope.elements(of: field).count <= field.maximum ?? EachField.maximumElements, "no more than asked for")
        guard level < EachField.maximumLevels, let inner = try? FieldReference(parsing: field.template, fields: nil)
        else {
            return
        }
        for element in scope.elements(of: field) { show(inner, in: element, level: level + 1) }
    }
}

/// How a condition fares while the values of the sample come and go.
private func hold(_ condition: ValueCondition) {
    var state = ValueCondition.State()
    for (second, scope) in [sample(), FieldScope(), sample()].enumerated() {
        let instant = Instant.zero + .seconds(Int64(second))
        condition.advance(&state, in: scope, at: instant)
        if let next = condition.nextChange(of: state) { precondition(next > instant, "changes lie ahead") }
    }
}

/// What stands between braces, in any form: fields, or a problem within the text; the same text as a condition.
let fuzzFields: FuzzTarget = { data, count in
    let text = String(decoding: input(data, count), as: UTF8.self)
    let scalars = Array(text.unicodeScalars)
    if let end = FieldReference.end(in: scalars, from: 0) {
        precondition(end < scalars.count && scalars[end] == "}", "a field ends at a brace")
    }
    for fields in [nil, ["a", "price", "gone"]] {
        do throws(TextError) {
            show(try FieldReference(parsing: text, fields: fields), in: sample(), level: 0)
        } catch {
            precondition((0...scalars.count).contains(error.offset), "a problem lies within the text")
            precondition(error.description.utf8.count <= 2_000, "a problem is a readable line")
        }
        do throws(TextError) {
            hold(try ValueCondition(parsing: text, fields: fields))
        } catch {
            precondition((0...scalars.count).contains(error.offset), "a problem lies within the text")
            precondition(error.description.utf8.count <= 2_000, "a problem is a readable line")
        }
    }
    return 0
}
