import Settings

/// Asks a sign file for keys and notes every problem instead of stopping at the first.
package typealias SignFields = SettingsFields<SignReason>

extension SettingsFields<SignReason> {
    /// Notes the keys that exclude a given one; returns whether there are none.
    @discardableResult
    mutating func excludes(_ key: String, _ others: [String]) -> Bool {
        let given = has(key) ? others.filter(has) : []
        for other in given {
            let (first, second) = isBefore(key, other) ? (key, other) : (other, key)
            note(
                .exclusiveKeys(second, other: first, otherLine: keyPlace(of: first)?.line ?? 1),
                at: keyPlace(of: second))
        }
        return given.isEmpty
    }

    /// Notes names that were given before.
    mutating func noteRepeatedNames<Part>(
        of parts: [Part], called kind: String, _ name: (Part) -> (name: String?, place: TextPlace?)
    ) {
        var lines: [String: Int] = [:]
        for part in parts {
            guard let (name, place) = name(part) as? (String, TextPlace?) else { continue }
            if let line = lines[name] {
                note(.duplicateName(name, of: kind, firstLine: line), at: place)
            } else {
                lines[name] = place?.line ?? 1
            }
        }
    }
}
