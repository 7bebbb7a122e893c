import Settings

extension LiveValue {
    /// How deep lists and records of documents may be nested.
    package static let greatestDepth = 64

    /// Reads a JSON document (RFC 8259) as servers send it: what is not UTF-8 is repaired, of equal names the last counts.
    ///
    /// Numbers keep their decimals; those of 10^18 or more become texts. `true` and `false` become texts, a `null` in a list
    /// an empty text, and one in a record is left out. Texts are cleaned. Time and memory are linear in the bytes.
    ///
    /// - Parameter textLength: how many characters each text keeps.
    /// - Returns: nil for `null`.
    package static func reading(
        json bytes: [UInt8], textLength: Int = LiveText.usualLength
    ) throws(JSONError) -> LiveValue? {
        LiveValue(try JSONValue(parsing: bytes, depth: greatestDepth, .repairing), textLength: textLength)
    }

    private init?(_ json: JSONValue, textLength: Int) {
        switch json {
        case .null: return nil
        case .bool(let value): self = .text(value ? "true" : "false")
        case .number(let written):
            let number = LiveNumber(parsing: written)
            self = number.map { .number($0) } ?? .text(LiveText.clean(written, length: textLength))
        case .text(let text): self = .text(LiveText.clean(text, length: textLength))
        case .list(let values): self = .list(values.map { LiveValue($0, textLength: textLength) ?? .text("") })
        case .object(let members):
            var record: [String: LiveValue] = [:]
            for member in members {
                record[LiveText.clean(member.name, length: textLength)] = LiveValue(
                    member.value, textLength: textLength)
            }
            self = .record(record)
        }
    }
}
