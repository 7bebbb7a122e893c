import Settings

/// A message to push: the keys that a message of a sign file has, and the name among them.
typealias RequestedMessage = (look: JSONValue, name: String?)

extension ControlField where Value == RequestedMessage {
    static var message: ControlField {
        let expected = "an object with the keys of a message of a sign file, such as {\"text\": \"Fresh bread\"}"
        return .required("message", expected) { value, form throws(ControlError) in
            guard case .object = value else { throw form.wrongValue(value) }
            guard let name = value["name"] else { return (value, nil) }
            let nameForm = ControlFieldForm(name: "name", expected: "the name of the message", isRequired: false)
            return (value, try readName(name, nameForm))
        }
    }
}

extension ControlField where Value == String {
    static func name(of thing: String) -> ControlField { .required("name", "the name of \(thing)", read: readName) }
}

extension ControlField where Value == String? {
    static var zone: ControlField { .optional("zone", "the name of a zone", read: readOptionalName) }

    static func optionalName(of thing: String) -> ControlField {
        .optional("name", "the name of \(thing)", read: readOptionalName)
    }

    /// The value of a variable; numbers, true and false count as their text.
    static var value: ControlField {
        .required("value", "a text, a number, true, false, or null to unset") { value, form throws(ControlError) in
            switch value {
            case .null: return nil
            case .text(let text): return text
            case .number(let number): return number
            case .bool(let value): return value ? "true" : "false"
            case .list, .object: throw form.wrongValue(value)
            }
        }
    }
}

extension ControlField where Value == Int {
    static var pixels: ControlField {
        .required("pixels", "\(dragNumber) (pixels right or down)") { value, form throws(ControlError) in
            try readInteger(value, form, in: dragRange)
        }
    }
}

extension ControlField where Value == Int? {
    static var velocity: ControlField {
        .optional("velocity", "\(dragNumber) (pixels per second)") { value, form throws(ControlError) in
            try readInteger(value, form, in: dragRange)
        }
    }

    static var percent: ControlField {
        let expected = "a whole number from 0 to 100, or null for the brightness of the sign file"
        return .required("percent", expected) { value, form throws(ControlError) in
            if value == .null { return nil }
            return try readInteger(value, form, in: 0...100)
        }
    }
}

extension ControlField where Value == ControlCommand.PixelsAction? {
    static var pixelsAction: ControlField {
        let words = ControlCommand.PixelsAction.allCases.map(\.rawValue).joined(separator: " or ")
        return .optional("action", words) { value, form throws(ControlError) in
            if value == .null { return nil }
            guard let action = value.text.flatMap(ControlCommand.PixelsAction.init(rawValue:)) else {
                throw form.wrongValue(value)
            }
            return action
        }
    }
}

private let dragRange = -DragStep.maximum...DragStep.maximum
private let dragNumber = "a whole number from \(dragRange.lowerBound) to \(dragRange.upperBound)"

@Sendable private func readName(_ value: JSONValue, _ form: ControlFieldForm) throws(ControlError) -> String {
    let maximum = ControlCommand.maximumNameLength
    guard case .text(let name) = value, (1...maximum).contains(name.count), name.utf8.count <= 4 * maximum,
        name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw form.wrongValue(value, detail: ", 1 to \(maximum) characters long, without control characters") }
    return name
}

@Sendable private func readOptionalName(_ value: JSONValue, _ form: ControlFieldForm) throws(ControlError) -> String? {
    if value == .null { return nil }
    return try readName(value, form)
}

private func readInteger(
    _ value: JSONValue, _ form: ControlFieldForm, in range: ClosedRange<Int>
) throws(ControlError) -> Int {
    guard let number = value.integer, let integer = Int(exactly: number), range.contains(integer) else {
        throw form.wrongValue(value)
    }
    return integer
}
