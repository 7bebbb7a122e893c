import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

@Suite("Samples of PNG files")
struct PNGSampleTests {
    struct Case: CustomStringConvertible, Sendable {
        let type: PlainPNG.ColorType
        let depth: Int
        let samples: [Int]
        /// Red, green, blue; nil where the pixel is transparent.
        let expected: UInt32?
        var gamma: Int?
        var isNamedSRGB = false
        var transparent: [UInt8]?

        var description: String { "\(type) \(depth) \(samples) gamma \(gamma ?? 0)" }
    }

    /// PNG specification, 13.12 (scaling to 8 bits) and 13.13 (gamma); 186 is linear one half in sRGB's gamma of 1/2.2.
    static let cases = [
        Case(type: .grey, depth: 1, samples: [1], expected: 0xFFFFFF),
        Case(type: .grey, depth: 2, samples: [1], expected: 0x555555),
        Case(type: .grey, depth: 4, samples: [7], expected: 0x777777),
        Case(type: .grey, depth: 8, samples: [0x80], expected: 0x808080),
        Case(type: .grey, depth: 16, samples: [0x8080], expected: 0x808080),
        Case(type: .grey, depth: 16, samples: [0x80FF], expected: 0x808080),
        Case(type: .grey, depth: 16, samples: [0x8100], expected: 0x808080),
        Case(type: .grey, depth: 16, samples: [0x8101], expected: 0x818181),
        Case(type: .rgb, depth: 16, samples: [0x0101, 0x4040, 0xFEFE], expected: 0x0140FE),
        Case(type: .rgbAlpha, depth: 16, samples: [0x0101, 0x4040, 0xFEFE, 0xFFFF], expected: 0x0140FE),
        Case(type: .rgbAlpha, depth: 16, samples: [0x0101, 0x4040, 0xFEFE, 0x7F7F], expected: nil),
        Case(type: .greyAlpha, depth: 16, samples: [0xC0C0, 0x8080], expected: 0xC0C0C0),
        Case(type: .grey, depth: 8, samples: [0x80], expected: 0x808080, gamma: 45455),
        Case(type: .grey, depth: 16, samples: [0x8080], expected: 0x808080, gamma: 45455),
        Case(type: .grey, depth: 8, samples: [0x80], expected: 0xBABABA, gamma: 100_000),
        Case(type: .grey, depth: 16, samples: [0x8080], expected: 0xBABABA, gamma: 100_000),
        Case(type: .grey, depth: 16, samples: [0x8080], expected: 0x808080, gamma: 100_000, isNamedSRGB: true),
        Case(type: .grey, depth: 16, samples: [0x8080], expected: nil, transparent: [0x80, 0x80]),
        Case(type: .grey, depth: 16, samples: [0x8081], expected: 0x808080, transparent: [0x80, 0x80]),
        Case(type: .grey, depth: 2, samples: [1], expected: nil, transparent: [0, 1]),
    ]

    @Test("a pixel has the colour that the specification gives its samples", arguments: cases)
    func pixel(_ given: Case) throws {
        var file = PlainPNG(type: given.type, depth: given.depth, rows: [[given.samples]])
        if given.isNamedSRGB { file.chunks.append(("sRGB", [0])) }
        if let gamma = given.gamma { file.chunks.append(("gAMA", PlainPNG.number(gamma))) }
        if let transparent = given.transparent { file.chunks.append(("tRNS", transparent)) }
        let read = try PNG.decode(file.bytes)
        expectEqual(read.mask[0, 0], (given.expected != nil))
        expectEqual(read.bitmap[0, 0], Color(rawValue: given.expected ?? 0))
    }

    @Test("seeded: every colour type and depth, interlaced or not, gives the pixels that went in")
    func everyKind() throws {
        var random = SeededRandom(seed: 315)
        for type in PlainPNG.ColorType.allCases {
            for depth in type.depths {
                for isInterlaced in [false, true] {
                    let (width, height) = (
                        Int.random(in: 1...19, using: &random), Int.random(in: 1...19, using: &random)
                    )
                    let rows = (0..<height).map { _ in
                        (0..<width).map { _ in
                            (0..<type.channels).map { _ in Int.random(in: 0..<1 << depth, using: &random) }
                        }
                    }
                    var file = PlainPNG(type: type, depth: depth, isInterlaced: isInterlaced, rows: rows)
                    let palette = (0..<256).map { _ in Int.random(in: 0...0xFFFFFF, using: &random) }
                    if type == .palette {
                        let colors = palette.prefix(1 << depth)
                        file.chunks = [("PLTE", colors.flatMap { PlainPNG.number($0).dropFirst() })]
                    }
                    let read = try PNG.decode(file.bytes)
                    for (y, row) in rows.enumerated() {
                        for (x, samples) in row.enumerated() {
                            let (color, isThere) = Self.plain(samples, type, depth, palette)
                            let place: Comment = "\(type) \(depth) \(isInterlaced) at \(x),\(y)"
                            expectEqual(read.mask[x, y], isThere, place)
                            if isThere { expectEqual(read.bitmap[x, y], color, place) }
                        }
                    }
                }
            }
        }
    }

    /// The colour of samples, and whether it is there, by the specification's formulas.
    private static func plain(
        _ samples: [Int], _ type: PlainPNG.ColorType, _ depth: Int, _ palette: [Int]
    ) -> (Color, Bool) {
        if type == .palette { return (Color(rawValue: UInt32(palette[samples[0]])), true) }
        let highest = Double(1 << depth - 1)
        let levels = samples.map { UInt8((Double($0) * 255 / highest).rounded()) }
        switch type {
        case .grey, .palette: return (Color(red: levels[0], green: levels[0], blue: levels[0]), true)
        case .greyAlpha: return (Color(red: levels[0], green: levels[0], blue: levels[0]), levels[1] >= 128)
        case .rgb: return (Color(red: levels[0], green: levels[1], blue: levels[2]), true)
        case .rgbAlpha: return (Color(red: levels[0], green: levels[1], blue: levels[2]), levels[3] >= 128)
        }
    }

    @Test("texts and profiles in a file cost no memory and change nothing")
    func ancillary() throws {
        var file = PlainPNG(type: .grey, depth: 16, rows: [[[0x4040]]])
        // A compressed text that cannot be unpacked, and a profile that is none.
        file.chunks = [("zTXt", Array("a".utf8) + [0, 0, 1, 2, 3]), ("iCCP", Array("b".utf8) + [0, 0, 9, 9])]
        try expectEqual(PNG.decode(file.bytes).bitmap[0, 0], Color(rawValue: 0x404040))
    }
}
