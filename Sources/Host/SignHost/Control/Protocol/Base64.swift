/// Base 64 as in RFC 4648, with padding.
package enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var word = UInt32(0)
            for index in 0..<3 { word = word << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            for index in 0..<4 {
                let sextet = word >> UInt32(18 - 6 * index) & 63
                text.append(index <= count ? letters[Int(sextet)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns nil if the text is not base 64.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            var word = UInt32(0)
            for index in start..<start + 4 {
                let isPadding = index >= digits.count - padding
                guard let value = isPadding ? 0 : letters.firstIndex(of: digits[index]) else { return nil }
                word = word << 6 | UInt32(value)
            }
            for shift in [UInt32(16), 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return Array(bytes.dropLast(padding))
    }
}
