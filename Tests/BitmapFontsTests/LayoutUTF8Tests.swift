import BitmapFonts
import SignTestSupport
import Testing

/// A plain second implementation, by the definition: at each place the longest prefix of a well-formed sequence of
/// table 3-7 is one scalar when complete, else one U+FFFD (at least one byte long).
private func plainDecode(_ bytes: [UInt8]) -> [UInt32] {
    let table: [[ClosedRange<UInt8>]] = [
        [0x00...0x7F],
        [0xC2...0xDF, 0x80...0xBF],
        [0xE0...0xE0, 0xA0...0xBF, 0x80...0xBF],
        [0xE1...0xEC, 0x80...0xBF, 0x80...0xBF],
        [0xED...0xED, 0x80...0x9F, 0x80...0xBF],
        [0xEE...0xEF, 0x80...0xBF, 0x80...0xBF],
        [0xF0...0xF0, 0x90...0xBF, 0x80...0xBF, 0x80...0xBF],
        [0xF1...0xF3, 0x80...0xBF, 0x80...0xBF, 0x80...0xBF],
        [0xF4...0xF4, 0x80...0x8F, 0x80...0xBF, 0x80...0xBF],
    ]
    var result: [UInt32] = []
    var at = 0
    while at < bytes.count {
        var longest = 0
        var value: UInt32?
        for row in table {
            var length = 0
            while length < row.count, at + length < bytes.count, row[length].contains(bytes[at + length]) {
                length += 1
            }
            longest = max(longest, length)
            guard length == row.count else { continue }
            let first = UInt32(bytes[at])
            var number =
                row.count == 1 ? first : row.count == 2 ? first - 0xC0 : row.count == 3 ? first - 0xE0 : first - 0xF0
            for next in bytes[(at + 1)..<(at + length)] { number = number * 64 + UInt32(next) - 0x80 }
            value = number
        }
        result.append(value ?? 0xFFFD)
        at += max(1, longest)
    }
    return result
}

private func decoded(_ bytes: [UInt8]) -> [UInt32] { DecodedText(utf8: bytes).scalars.map(\.value) }

private func agrees(_ bytes: [UInt8]) -> Bool {
    let ours = decoded(bytes)
    return ours == plainDecode(bytes) && ours == String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
}

@Suite("Decoding UTF-8")
struct LayoutUTF8Tests {
    @Test("typed examples decode as the standard's tables 3-8 to 3-11 and the web do")
    func typedExamples() {
        expectEqual(decoded([]), [])
        expectEqual(
            decoded([0x41, 0xC3, 0xA9, 0xE2, 0x86, 0x92, 0xF0, 0x9F, 0x98, 0x80]), [0x41, 0xE9, 0x2192, 0x1F600])
        // Over-long slash: each byte is ill-formed on its own.
        expectEqual(decoded([0xC0, 0xAF]), [0xFFFD, 0xFFFD])
        expectEqual(decoded([0xE0, 0x80, 0xAF]), [0xFFFD, 0xFFFD, 0xFFFD])
        // A surrogate.
        expectEqual(decoded([0xED, 0xA0, 0x80]), [0xFFFD, 0xFFFD, 0xFFFD])
        // Table 3-11: truncated sequences become one U+FFFD each.
        expectEqual(
            decoded([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41]), [0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0x41])
        // Above U+10FFFF.
        expectEqual(decoded([0xF4, 0x90, 0x80, 0x80]), [0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD])
        expectEqual(decoded([0xFF, 0xFE]), [0xFFFD, 0xFFFD])
        // A byte order mark stays.
        expectEqual(decoded([0xEF, 0xBB, 0xBF, 0x41]), [0xFEFF, 0x41])
    }

    @Test("a sequence cut off at the end is one replacement and reads nothing beyond")
    func cutOff() {
        for length in 1...3 {
            let bytes: [UInt8] = Array([0xF0, 0x9F, 0x98, 0x80].prefix(length))
            expectEqual(decoded(bytes), [0xFFFD])
            // The rest of the sequence lies right behind the slice and must not be seen.
            let all: [UInt8] = [0x41, 0xF0, 0x9F, 0x98, 0x80]
            expectEqual(DecodedText(utf8: all[0..<(1 + length)]).scalars.map(\.value), [0x41, 0xFFFD])
        }
    }

    @Test("replacements are counted and the first bad byte is named")
    func counts() {
        let text = DecodedText(utf8: [0x41, 0xE2, 0x86, 0x42, 0xFF])
        expectEqual(text.replacements, 2)
        expectEqual(text.firstInvalidByte, 1)
        expectEqual(text.string, "A\u{FFFD}B\u{FFFD}")
        expectEqual(DecodedText(utf8: [0xEF, 0xBF, 0xBD]).replacements, 0)
        #expect(DecodedText(utf8: [0xEF, 0xBF, 0xBD]).firstInvalidByte == nil)
        expectEqual(DecodedText(utf8: [0x41, 0x80]).firstInvalidByte, 1)
        expectEqual(DecodedText(utf8: [0x41, 0xF0, 0x9F, 0x98]).firstInvalidByte, 1)
    }

    @Test("all sequences of one and two bytes decode as the plain decoder and Swift do")
    func allShort() {
        var wrong = 0
        for first in UInt8.min...UInt8.max {
            if !agrees([first]) { wrong += 1 }
            for second in UInt8.min...UInt8.max where !agrees([first, second]) { wrong += 1 }
        }
        expectEqual(wrong, 0)
    }

    @Test("three bytes: every lead of three and four bytes with every class of what follows")
    func threeByteLeads() {
        let followers: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF,
        ]
        var wrong = 0
        for lead in UInt8(0xC0)...0xFF {
            for second in followers {
                for third in followers where !agrees([lead, second, third]) { wrong += 1 }
            }
        }
        expectEqual(wrong, 0)
    }

    @Test("four and more bytes, seeded, decode as the plain decoder and Swift do")
    func seeded() {
        var random = SeededRandom(seed: 8)
        let likely: [UInt8] = [
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4, 0xF5,
        ]
        var wrong: [[UInt8]] = []
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 4...9, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? likely.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
            }
            if !agrees(bytes) { wrong.append(bytes) }
        }
        expectEqual(wrong, [])
    }

    @Test("every scalar survives encoding and decoding")
    func everyScalar() {
        var wrong = 0
        for code in stride(from: UInt32(0), through: 0x10FFFF, by: 1) {
            guard let scalar = Unicode.Scalar(code) else { continue }
            if decoded(Array(String(scalar).utf8)) != [code] { wrong += 1 }
        }
        expectEqual(wrong, 0)
    }
}
