import Settings

/// Asks a sign file for keys and notes every problem instead of stopping at the first.
package typealias SignFields = SettingsFields<SignProblem>

extension SettingsFields<SignProblem> {
    /// Returns the name of this part of the file, or nil within an optional where it has none.
    mutating func name() -> String?? {
        parsed("name", expected: "a name of 1 to 64 characters without spaces at its ends", default: String?.none) {
            let isClean = $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            let isTrimmed = $0.first != " " && $0.last != " "
            return isClean && isTrimmed && (1...64).contains($0.unicodeScalars.count) ? .value($0) : .wrongType
        }
    }

    /// Notes the keys that exclude a given one; returns whether there are none.
    mutating func excludes(_ key: String, _ others: [String]) -> Bool {
        let given = others.filter(has)
        for other in given {
            let (first, second) = isBefore(key, other) ? (key, other) : (other, key)
            note(
                .exclusiveKeys(second, other: first, otherLine: keyPlace(of: first)?.line ?? 1),
                at: keyPlace(of: second))
        }
        return given.isEmpty
    }

    /// Notes names that were given before; returns whether there are none.
    mutating func hasUniqueNames<Part>(
        _ parts: [Part], of kind: String, _ name: (Part) -> (name: String?, place: TextPlace?)
    ) -> Bool {
        var lines: [String: Int] = [:]
        var isUnique = true
        for part in parts {
            guard let (name, place) = name(part) as? (String, TextPlace?) else { continue }
            if let line = lines[name] {
                note(.duplicateName(name, of: kind, firstLine: line), at: place)
                isUnique = false
            } else {
                lines[name] = place?.line ?? 1
            }
        }
        return isUnique
    }
}
