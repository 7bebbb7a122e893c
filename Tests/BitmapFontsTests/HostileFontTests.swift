import BitmapFonts
import SignTestSupport
import Testing

/// Files cut and changed at random: each gives a font or an error, and never ends the process.
@Suite struct HostileFontTests {
    /// A small sound file of each format, plain and compressed.
    static let files: [(name: String, bytes: [UInt8])] = {
        let text = Array(MalformedBDFTests.sound.utf8)
        let hex = Array("41:0000000018242442427E424242420000\n301:\(String(repeating: "F", count: 64))\n".utf8)
        let table = Array("A\u{3B1}".utf8) + [0xFE, 0x41, 0xCC, 0x81, 0xFF, 0xFF]
        let psf2 = PSFReaderTests.version2(
            headerSize: 36, flags: 1, count: 2, bytesPerGlyph: 5, height: 2, width: 9,
            body: [UInt8](0..<10) + table)
        let psf1 = PSFReaderTests.version1(
            mode: 2, height: 1, table: [UInt16](repeating: 0xFFFF, count: 255) + [65, 0xFFFF])
        let properties: [(name: String, text: String?, value: Int)] = [("FONT", "x", 0), ("FONT_ASCENT", nil, 3)]
        let pcf = PCFWriter(glyphs: Array(PCFReaderTests.glyphs[..<3]), properties: properties).bytes()
        let wide = PCFWriter(
            glyphs: Array(PCFReaderTests.glyphs[..<2]), bigEndian: true, padding: 2, unit: 1, compressed: false)
        let plain = [
            ("BDF", text), ("hex", hex), ("PSF1", psf1), ("PSF2", psf2), ("PCF", pcf), ("PCF, plain", wide.bytes()),
        ]
        return plain + [("BDF in gzip", FontFileTests.gzip(text)), ("PSF2 in gzip", FontFileTests.gzip(psf2))]
    }()

    @Test("The small files are sound")
    func sound() {
        for file in Self.files { #expect(fontError(file.bytes) == nil, "\(file.name)") }
    }

    @Test("Every beginning of a file is a font or an error that has a place", arguments: 0..<8)
    func prefixes(index: Int) {
        let file = Self.files[index]
        var errors = 0
        for count in 0..<file.bytes.count {
            guard let error = fontError(Array(file.bytes[..<count])) else { continue }
            errors += 1
            #expect(!error.problems.isEmpty && error.problemCount >= error.problems.count)
        }
        // Only line ends, padding and what follows the last table may be missing.
        #expect(errors > file.bytes.count / 2, "\(file.name)")
    }

    @Test("A single byte changed to the extremes and to random values is a font or an error", arguments: 0..<8)
    func mutations(index: Int) {
        let file = Self.files[index]
        var random = SeededRandom(seed: UInt64(index))
        var errors = 0
        // Most of the long file is pictures, whose bytes cannot be wrong.
        for place in sample(Array(stride(from: 0, to: file.bytes.count, by: file.name == "PSF1" ? 7 : 1)), 200) {
            let old = file.bytes[place]
            let values = [0, 0xFF, 0x7F, old ^ 1, UInt8.random(in: 0...255, using: &random)]
            for value in values {
                var bytes = file.bytes
                bytes[place] = value
                if fontError(bytes) != nil { errors += 1 }
            }
        }
        #expect(errors > 0, "\(file.name)")
    }

    @Test("Files of many changes at once are fonts or errors", arguments: 0..<8)
    func manyMutations(index: Int) {
        let file = Self.files[index]
        var random = SeededRandom(seed: 1000 + UInt64(index))
        var errors = 0
        for _ in sample(0..<300, 100) {
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 2...8, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
                if Bool.random(using: &random) { bytes.remove(at: place) }
            }
            if fontError(bytes) != nil { errors += 1 }
        }
        #expect(errors > 0, "\(file.name)")
    }

    @Test("Small files that ask for much memory are refused")
    func greed() {
        // 8,193 boxes of 1024x1 take one box more than the limit of columns; their lines are a single digit.
        let glyph = "DWIDTH 1 0\nBBX 1024 1 0 0\nBITMAP\n0\nENDCHAR\n"
        let glyphs = (0..<8193).map { "STARTCHAR x\nENCODING \($0)\n" + glyph }.joined()
        let error = fontError(bdf(glyphs))
        expectEqual(error?.problemCount, 1)
        expectEqual(
            error?.problems.first?.reason, .tooLarge(what: "the size of all glyphs in columns", limit: 8 << 20))
    }
}
