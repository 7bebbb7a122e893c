import LiveValues
import Schedules
import Settings

/// A map of a sign file, and where its targets stand.
package struct SignMap: Equatable, Sendable {
    package var map: ValueMap
    /// Where each target stands, in the order of the map.
    package var places: [FilePlace]
}

extension SignMap {
    /// Reads `maps`, without what is wrong in it.
    static func read(_ fields: inout SignFields) -> [String: SignMap] {
        let words = "maps by name, each with values and what stands for them"
        var maps: [String: SignMap] = [:]
        fields.readKeys("maps", expected: words, into: &maps) { inner in
            var maps: [String: SignMap] = [:]
            for name in inner.givenKeys {
                let expected = "values and what stands for each, such as {0: sun, 1..2: cloud, else: question}"
                let map = inner.keys(name, expected: expected) { SignMap(&$0) }
                if !FieldReference.isName(name) { inner.record(.fieldName(name), at: inner.keyPlace(of: name)) }
                // Where a map is wrong, its name is known all the same.
                maps[name] = map ?? SignMap(map: ValueMap([]), places: [])
            }
            return maps
        }
        return maps
    }

    private init?(_ fields: inout SignFields) {
        var entries: [(key: ValueMap.Key, target: String)] = []
        (map, places) = (ValueMap([]), [])
        for given in fields.givenKeys {
            let target = fields.value(given, as: .text("a text") { LiveText.cleanPart($0) })
            guard let key = ValueMap.Key(given) else {
                fields.recordProblem(
                    .wrongType(
                        key: "maps", expected: "a range with the smaller number first, such as 3..5",
                        found: ShownText.quoted(given)),
                    at: fields.keyPlace(of: given))
                continue
            }
            guard let target else { continue }
            entries.append((key, target))
            places.append(FilePlace(place: fields.place(of: given)))
        }
        guard entries.count <= ValueMap.maximumEntries else {
            fields.recordProblem(
                .outOfRange(
                    key: "maps", expected: "at most \(ValueMap.maximumEntries) values in a map",
                    found: "\(entries.count)"), at: nil)
            return nil
        }
        map = ValueMap(entries)
    }
}

extension SignMap {
    /// The same without places in the file, for messages that are not in it.
    var withoutPlaces: SignMap { SignMap(map: map, places: places.map { _ in FilePlace() }) }
}

extension SignMarkup {
    /// What is wrong with the formats of its values.
    func formatProblems(maps: [String: SignMap]) -> [TextError] {
        placedValues.flatMap { field, start in
            field.formatProblems(maps: maps).map { TextError($0.description, at: start + $0.offset) }
        }
    }
}

extension ValueField {
    /// What is wrong with its formats: maps that the file does not have, and forms of times; from behind its brace.
    func formatProblems(maps: [String: SignMap]) -> [TextError] {
        formats.compactMap { format in
            switch format {
            case .map(let name, let offset) where maps[name] == nil:
                let nearest = NearestName.find(name, among: maps.keys.sorted())
                let words = "unknown map \(ShownText.quoted(name))\(ShownText.suggestion(nearest))"
                return TextError("\(words); describe it under \"maps\"", at: offset)
            case .time(let form, let offset):
                do throws(TextError) {
                    _ = try CountFormat.text(ofSeconds: 0, format: form)
                    return nil
                } catch {
                    return TextError(error.description, at: offset + error.offset)
                }
            default: return nil
            }
        }
    }

    /// The map whose targets it shows as they are, or as icons; nil for none.
    var lastMap: String? {
        let formats = showsIcon ? formats.dropLast() : formats[...]
        return if case .map(let name, _)? = formats.last { name } else { nil }
    }
}

extension SignMap {
    /// The values that it is for, in its order; nil if there are more than it names.
    var choices: [String]? {
        var choices: [String] = []
        for (key, _) in map.entries {
            switch key {
            case .word(let word): choices.append(word)
            case .numbers(let first, let last) where first == last: choices.append("\(first)")
            case .numbers, .otherwise: return nil
            }
        }
        return choices.isEmpty ? nil : choices
    }
}
