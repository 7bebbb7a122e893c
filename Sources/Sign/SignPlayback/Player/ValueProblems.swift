import LinuxSystem
import LiveValues
import Settings
import SignFiles

/// Values that parts cannot show, of each source the first.
struct ValueProblems {
    /// What the names of the file mean.
    let scope: FieldScope
    /// What is wrong, by the names of sources.
    private(set) var found: [String: WordedError] = [:]

    init(in scope: FieldScope) { self.scope = scope }

    private mutating func record(_ source: String, _ words: String?, _ place: TextPlace?) {
        guard found[source] == nil, scope.readings[source]?.value != nil, let words else { return }
        let line = place.map { ", which the part in line \($0.line) needs" } ?? ""
        found[source] = WordedError(words + line)
    }

    /// The source that a name means, within an element of the list of a source.
    private func source(of name: String, in scope: FieldScope, _ list: String?) -> String {
        if let list, scope.isOfElement(name) { list } else { name }
    }

    /// Finds what a field cannot move from.
    mutating func take(_ moving: MovingField) {
        // One without a value has nothing to move from, such as a player that is off.
        let value = moving.of.value(in: scope)
        guard value != nil, let words = value.notNumber(at: moving.of.path) else { return }
        found[moving.of.name] = WordedError("\(words), which the field \(ShownText.quoted(moving.name)) needs")
    }

    /// Finds what a message and its parts cannot show; O(parts), those of each element counted.
    mutating func take(_ message: SignMessage) {
        for part in message.parts ?? [] { take(part, in: scope, of: nil) }
        for field in message.look.colorFields.all {
            record(field.name, field.notColor(in: scope), message.places.text)
        }
        if let image = message.image { take(image, in: scope, of: nil) }
        take(values: message, in: scope, of: nil)
    }

    /// Finds values in a text that are missing, as where a server has changed its answers, and those that name no icon.
    ///
    /// Elements of lists need not have all values, nor sources that say what stands for missing ones.
    private mutating func take(values text: SignMessage, in scope: FieldScope, of list: String?) {
        for (field, _) in text.markup.placedValues where field.conditions.isEmpty && (list == nil || field.showsIcon) {
            let value = field.value(in: scope)
            let isExpected = list == nil && scope.reading(of: field.name).staleText == LiveReading.defaultStaleText
            if value == nil, isExpected { record(field.name, value.missing(at: field.path), text.places.text) }
            guard value != nil, field.showsIcon else { continue }
            let name = field.run(in: scope).text
            guard SignIcon(named: name) == nil else { continue }
            record(
                source(of: field.name, in: scope, list), "\(ShownText.quoted(name, maximum: 40)) is not an icon",
                text.places.text)
        }
    }

    /// Finds why values name no image.
    private mutating func take(_ image: SignImage, in scope: FieldScope, of list: String?) {
        guard let template = image.template, case .failure(let error) = template.source(in: scope),
            let field = template.fields.first
        else { return }
        record(source(of: field.name, in: scope, list), "\(error)", image.place.place)
    }

    /// Finds what a part cannot show, perhaps of an element of the list of a source.
    private mutating func take(_ part: SignPart, in scope: FieldScope, of list: String?) {
        guard let each = part.box.each else { return takeOwn(part, in: scope, of: list) }
        let elements = scope.elements(of: each.field)
        let path = list == nil ? each.field.path : ValuePath([.name(each.field.name)] + each.field.path.steps)
        let list = source(of: each.field.name, in: scope, list)
        let given = scope.reading(of: each.field.name).value(at: each.field.path)
        record(list, given.notList(at: path) ?? each.key?.notUnique(in: elements), part.place.place)
        guard part.needsElements else { return }
        for element in elements where found[list] == nil { takeOwn(part, in: element, of: list) }
    }

    private mutating func takeOwn(_ part: SignPart, in scope: FieldScope, of list: String?) {
        for field in part.numbers {
            record(
                source(of: field.name, in: scope, list), field.value(in: scope).notNumber(at: field.way(of: list)),
                part.place.place)
        }
        if case .plot(let plot) = part.content, let field = plot.values.field {
            record(source(of: field.name, in: scope, list), field.value(in: scope).notNumbers, part.place.place)
        }
        if let image = part.image { take(image, in: scope, of: list) }
        for text in part.texts { take(values: text, in: scope, of: list) }
        for field in part.colorValues {
            record(source(of: field.name, in: scope, list), field.notColor(in: scope), part.place.place)
        }
        for inner in part.inner { take(inner, in: scope, of: list) }
    }
}

extension SignPlayer {
    /// Why messages cannot show the values of sources that do answer, by the names of the sources; O(parts).
    package var valueProblems: [String: WordedError] {
        var problems = ValueProblems(in: values.scope)
        for moving in file.movingFields { problems.take(moving) }
        for message in allMessages.map(\.message) { problems.take(message) }
        return problems.found
    }
}

extension SignPart {
    /// Whether values of the elements for which it is repeated may be ones that it cannot show; most lists have texts alone.
    fileprivate var needsElements: Bool {
        if case .plot = content { return true }
        let hasIcons = texts.contains { $0.markup.placedValues.contains { $0.field.showsIcon } }
        return hasIcons || !numbers.isEmpty || !colorValues.isEmpty || image?.template != nil
            || inner.contains { $0.box.each != nil || $0.needsElements }
    }
}

extension ValueField {
    /// The way to its value; within a list from the element.
    fileprivate func way(of list: String?) -> ValuePath {
        list == nil ? path : ValuePath([.name(name)] + path.steps)
    }

    /// Why it gives no colour, in words; nil for one and for conditions, of which none may hold.
    fileprivate func notColor(in scope: FieldScope) -> String? {
        guard conditions.isEmpty, namedColor(in: scope) == nil else { return nil }
        return "\(ShownText.quoted(run(in: scope).text, maximum: 40)) is not a colour"
    }
}

extension ValuePath {
    /// Why the value that it leads to identifies no element, in words; nil if it identifies each.
    fileprivate func notUnique(in elements: [FieldScope]) -> String? {
        var known: [String: Int] = [:]
        for (number, element) in elements.enumerated() {
            guard let text = element.text(self) else { return "element \(number + 1) of the list has no \"\(self)\"" }
            if let other = known.updateValue(number, forKey: text) {
                return "elements \(other + 1) and \(number + 1) of the list have the same \"\(self)\", "
                    + ShownText.quoted(text, maximum: 40)
            }
        }
        return nil
    }
}

extension LiveValue? {
    /// That it is missing, in words; nil for a value.
    fileprivate func missing(at path: ValuePath) -> String? { self == nil ? "no value at \"\(path)\"" : nil }

    /// Why it is no list of numbers, in words; nil for one, in which empty texts are gaps.
    fileprivate var notNumbers: String? {
        guard case .list(let values)? = self else {
            return if let self { "\(ShownText.quoted(self.text(), maximum: 40)) is not a list of numbers" } else {
                "no list"
            }
        }
        let wrong = values.first { $0.number == nil && $0 != .text("") }
        return wrong.map { "\(ShownText.quoted($0.text(), maximum: 40)) in the list is not a number" }
    }

    /// Why it has no elements, in words; nil for a list, and for a record, which is a list of one.
    fileprivate func notList(at path: ValuePath) -> String? {
        switch self {
        case nil: "no list at \"\(path)\""
        case .text(let text)?: "\(ShownText.quoted(text, maximum: 40)) is not a list"
        case .number(let number)?: "\(number) is not a list"
        case .list?, .record?: nil
        }
    }

    /// Why it is no number, in words; nil for a number.
    fileprivate func notNumber(at path: ValuePath) -> String? {
        let given = path.steps.isEmpty ? "" : "\"\(path)\" is "
        switch self {
        case nil: return missing(at: path)
        case .list: return "\(given)a list, not a number"
        case .record: return "\(given)a record, not a number"
        case .some(let value) where value.number != nil: return nil
        case .some(let value):
            let text = ShownText.quoted(value.text(), maximum: 40)
            return path.steps.isEmpty ? "\(text) is not a number" : "\(given)\(text), not a number"
        }
    }
}
