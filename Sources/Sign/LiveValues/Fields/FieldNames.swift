import Settings

/// The names that fields go by.
package enum FieldNames {
    /// Whether a source can have a name: letters, digits, `_` and `-`, a letter first, and no word that opens another
    /// kind of field.
    package static func isValid(_ name: String) -> Bool {
        var scanner = FieldScanner(name)
        guard scanner.name() == name, name.unicodeScalars.count <= mostCharacters else { return false }
        return !FieldReference.reservedWords.contains(name)
    }

    /// The characters that a name may have.
    package static let mostCharacters = 64

    static func nearest(_ given: String, among names: [String]) -> String? { NearestName.find(given, among: names) }
}
