import Boards
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct PixelMapperChainTests {
    /// What the body throws.
    static func error(_ body: () throws(PixelMapperError) -> Void) -> PixelMapperError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a chain reads in any case, with blanks and empty parts, and says itself plainly",
        arguments: [
            ("", ""), (" ; ;", ""), ("rotate:90", "Rotate:90"), ("ROTATE:-90", "Rotate:270"),
            ("Rotate:720", "Rotate:0"),
            ("mirror", "Mirror:H"), ("Mirror:v", "Mirror:V"), (" u-Mapper ; rotate : 90 ;", "U-mapper;Rotate:90"),
            ("v-mapper:z", "V-mapper:Z"), ("V-mapper", "V-mapper"), ("stacktorow:fz", "StackToRow:ZF"),
            ("StackToRow", "StackToRow"), ("Serpentine:3", "Serpentine:3"),
            ("REMAP:64,64|0,0N|0,32S", "Remap:64,64|0,0n|0,32s"),
        ])
    func reads(text: String, description: String) throws {
        try expectEqual(PixelMapperChain(parsing: text).description, description)
    }

    @Test(
        "a wrong parameter is an error about that mapper",
        arguments: [
            "Rotate", "Rotate:45", "Rotate:x", "Rotate:99999999999999999999", "Mirror:X", "Mirror:HV", "U-mapper:Z",
            "V-mapper:F", "StackToRow:X", "Serpentine", "Serpentine:0", "Serpentine:-2", "Remap", "Remap:64",
            "Remap:0,5|0,0n", "Remap:64,64|0,0", "Remap:64,64|0,0q", "Remap:64,64|n", "Remap:64,64|", "Remap:64,64|0n",
            "Remap:64,64|1,2,3n", "Remap:99999999999,1|0,0n", "Remap:64,64|0,0n|",
        ])
    func malformed(text: String) {
        let error = Self.error { () throws(PixelMapperError) in _ = try PixelMapperChain(parsing: "Rotate:90;" + text) }
        guard case .malformedParameter(let given, let expected) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(given, text)
        expectEqual(error?.description, "pixel mapper \"\(text)\" cannot be read; expected \(expected)")
    }

    @Test("an unknown name is an error with the nearest known one")
    func unknown() {
        #expect(throws: PixelMapperError.unknownMapper(given: "Rotat:90", nearest: "Rotate")) {
            try PixelMapperChain(parsing: "Rotat:90")
        }
        #expect(throws: PixelMapperError.unknownMapper(given: "Row-mapper", nearest: "U-mapper")) {
            try PixelMapperChain(parsing: "Row-mapper")
        }
        #expect(throws: PixelMapperError.unknownMapper(given: "swirl", nearest: nil)) {
            try PixelMapperChain(parsing: "swirl")
        }
        let text = PixelMapperError.unknownMapper(given: "Rotat:90", nearest: "Rotate").description
        expectEqual(
            text,
            "unknown pixel mapper \"Rotat:90\"; did you mean \"Rotate\"? Expected Rotate, Mirror, "
                + "U-mapper, Serpentine, V-mapper, StackToRow, Remap")
    }

    @Test("a mapper that does not fit the panels says what it needs")
    func unsuitable() throws {
        let odd = PanelLayout(size: Size(width: 96, height: 32), chain: 3)
        let error = Self.error { () throws(PixelMapperError) in
            _ = try PixelMapperChain(parsing: "U-mapper").map(for: odd)
        }
        expectEqual(
            error?.description,
            "pixel mapper \"U-mapper\" needs an even number of panels in a chain; the matrix is 96x32 with "
                + "1 chain of 3 panels")
        let uneven = PanelLayout(size: Size(width: 10, height: 10), chain: 3, parallel: 3)
        for text in ["V-mapper", "StackToRow", "Serpentine:3", "Remap:2,2|0,0n"] {
            #expect(throws: PixelMapperError.self) { try PixelMapperChain(parsing: text).map(for: uneven) }
        }
        #expect(throws: PixelMapperError.self) { try PixelMapperChain(parsing: "Remap:96,32|0,0n").map(for: odd) }
        #expect(throws: PixelMapperError.overlappingTiles(mapper: "Remap:96,32|0,0n|64,0n|31,5n", first: 1, second: 3))
        {
            try PixelMapperChain(parsing: "Remap:96,32|0,0n|64,0n|31,5n").map(for: odd)
        }
    }

    @Test("pictures of more than 2^24 pixels are refused before any memory is taken")
    func tooLarge() {
        let sizes = [
            Size(width: 1 << 13, height: 1 << 12), Size(width: .max, height: .max), Size(width: .max, height: 0),
            Size(width: 1 << 25, height: 1),
        ]
        for size in sizes {
            for text in ["", "Rotate:90", "U-mapper", "V-mapper", "StackToRow", "Remap:4,4|0,0n"] {
                #expect(throws: PixelMapperError.self) {
                    try PixelMapperChain(parsing: text).map(for: PanelLayout(size: size, chain: 2))
                }
            }
        }
        #expect(throws: PixelMapperError.tooLarge(mapper: "Remap:16000000,16000000|0,0n")) {
            try PixelMapperChain(parsing: "Remap:16000000,16000000|0,0n")
                .map(for: PanelLayout(size: Size(width: 4, height: 4)))
        }
    }

    @Test("an empty matrix maps to an empty picture")
    func empty() throws {
        for size in [Size.zero, Size(width: 6, height: 0), Size(width: 0, height: 6)] {
            for text in ["", "Rotate:90", "Mirror", "U-mapper", "V-mapper:Z", "StackToRow:ZF", "Serpentine:2"] {
                let map = try PixelMapperChain(parsing: text).map(for: PanelLayout(size: size, chain: 2, parallel: 3))
                #expect(map.indices.isEmpty)
            }
        }
    }
}
