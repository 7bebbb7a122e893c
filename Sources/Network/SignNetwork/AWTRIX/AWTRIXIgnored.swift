/// The keys of an object that mean nothing to a sign, for the header and the log.
package struct AWTRIXIgnored: Equatable, Sendable {
    /// The header that names them.
    package static let header = "Ledsign-Ignored"

    /// The keys in the order in which they were met, each once.
    package private(set) var keys: [String] = []

    /// The most keys that an answer names.
    static let maximumKeys = 32
    private static let maximumKeyLength = 32

    /// Nothing is ignored.
    package init() {}

    /// Records a key, or what of it has no meaning, such as "icon".
    ///
    /// Letters that would end a header or an entry of it become question marks: the sender chose them.
    mutating func record(_ key: String) {
        let letters = key.unicodeScalars.prefix(Self.maximumKeyLength).map { scalar -> Character in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isPlain || scalar == "_" || scalar == "-" || scalar == "." ? Character(scalar) : "?"
        }
        let name = letters.isEmpty ? "?" : String(letters)
        guard keys.count < Self.maximumKeys, !keys.contains(name) else { return }
        keys.append(name)
    }

    /// Adds those of another object.
    mutating func add(_ other: AWTRIXIgnored) { for key in other.keys { record(key) } }

    /// The value of the header; nil if nothing was ignored.
    package var headerValue: String? { keys.isEmpty ? nil : keys.joined(separator: ", ") }
}
