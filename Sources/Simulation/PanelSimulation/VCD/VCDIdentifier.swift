/// The short code that stands for a variable in the body of a VCD file: 1 to 16 printable ASCII characters.
struct VCDIdentifier: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Takes the characters of a token; nil when it is empty, too long or not printable (33 to 126).
    init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= 16 else { return nil }
        for byte in bytes {
            guard (33...126).contains(byte) else { return nil }
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
    }

    /// The characters of the variable with that number, counted through all identifiers from the shortest.
    static func characters(number: Int) -> [UInt8] {
        var characters: [UInt8] = []
        var rest = number
        repeat {
            characters.append(UInt8(33 + rest % 94))
            rest = rest / 94 - 1
        } while rest >= 0
        return characters
    }
}
