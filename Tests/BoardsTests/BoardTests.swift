import Boards
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct BoardTests {
    private let chain = """
        # four modules
        summary: A chain
        kind: max7219
        modules: 4
        module_type: fc16
        device: /dev/spidev0.1
        clock: 500 kHz
        led_color: green
        """

    /// The problems of a file as `line:column message`.
    private func problems(_ text: String) -> [String] {
        do {
            _ = try Board(parsing: text, name: "b", path: "b.yaml")
            return []
        } catch {
            return error.problems.map { "\($0.line):\($0.column) \($0.reason)" }
        }
    }

    @Test("a chain of MAX7219 modules is read with all its values")
    func readsChain() throws {
        let board = try Board(parsing: chain, name: "green", path: "green.yaml")
        expectEqual(board.name, "green")
        expectEqual(board.summary, "A chain")
        expectEqual(board.size, Size(width: 32, height: 8))
        expectEqual(board.format, .mono)
        expectEqual(board.ledColor, .green)
        #expect(!board.isSimulated)
        guard case .max7219(let panel) = board.panel else {
            Issue.record("not a chain: \(board.panel)")
            return
        }
        expectEqual(panel.chain, MAX7219Chain(count: 4, type: .fc16))
        expectEqual(panel.device, .spidev(path: "/dev/spidev0.1"))
        expectEqual(panel.clockRate, 500_000)
    }

    @Test("a picture without wires has the size and format of its file")
    func readsPicture() throws {
        let board = try Board(
            parsing: "summary: P\nkind: simulated\nsize: 64x32\nformat: rgb\n", name: "p", path: "p.yaml")
        expectEqual(board.size, Size(width: 64, height: 32))
        expectEqual(board.format, .rgb)
        #expect(board.isSimulated)
        expectEqual(board.ledColor, .red)
    }

    @Test("every problem of a file is listed at once, in the order of its lines")
    func listsAllProblems() {
        let text = """
            summary: A chain
            kind: max7219
            modules: 300
            module_typ: fc16
            device: spidev0.0
            clock: 20 MHz
            led_color: rde
            rotation: 45
            """
        expectEqual(
            problems(text),
            [
                "1:1 \"module_type\" is missing; it is one of fc16, generic, parola, icstation, dr0cr0rr0, dr0cr0rr1, "
                    + "dr0cr1rr0, dr0cr1rr1, dr1cr0rr0, dr1cr0rr1, dr1cr1rr0, dr1cr1rr1",
                "3:10 \"modules\" is a whole number from 1 to 255, not 300",
                "4:1 unknown key \"module_typ\" for this kind of board; did you mean \"module_type\"?",
                "5:9 \"device\" is simulated, gpio, or a device file such as /dev/spidev0.0, not \"spidev0.0\"",
                "6:8 \"clock\" is a whole number of Hz, kHz or MHz from 1 kHz to 10 MHz, such as 8 MHz, not \"20 MHz\"",
                "7:12 \"led_color\" is one of red, amber, yellow, green, blue, white, not \"rde\""
                    + "; did you mean \"red\"?",
                "8:11 \"rotation\" is one of 0, 90, 180, 270, not \"45\"",
            ])
    }

    @Test(
        "each broken file is refused at the right place",
        arguments: [
            ("", "1:1", "a board file is a list"), ("- a\n- b\n", "1:1", "a board file is a list"),
            ("just words\n", "1:1", "a board file is a list"), ("a: [1\n", "2:1", "not YAML"),
            ("summary: x\n\tkind: y\n", "2:1", "a tab is not allowed"), ("a: 1\na: 2\n", "2:1", "\"a\" is given twice"),
            ("summary: x\n", "1:1", "\"kind\" is missing"), ("kind: max7218\nsummary: x\n", "1:7", "\"max7219\"?"),
            ("summary: [a]\nkind: simulated\nsize: 1x1\nformat: rgb\n", "1:10", "not a list"),
            ("summary: a\nkind: {b: c}\n", "2:7", "not a list of keys"),
            ("summary: a\nkind: simulated\nsize: 64\nformat: rgb\n", "3:7", "not \"64\""),
            ("summary: a\nkind: simulated\nsize: 2000x8\nformat: rgb\n", "3:7", "not \"2000x8\""),
            ("summary: a\nkind: simulated\nsize: 8x8\nformat: rbg\n", "4:9", "\"rgb\"?"),
            ("summary: a\nkind: simulated\nsize: 8x8\nformat: rgb\n? [x, y]\n: 1\n", "5:1", "question mark"),
            ("summary: &a b\nkind: *a\n", "1:10", "no anchors"),
            ("summary: a\nkind: simulated\nsize: 9999999999999999999999x8\nformat: rgb\n", "3:7", "not"),
        ])
    func refuses(text: String, place: String, words: String) {
        let found = problems(text)
        #expect(found.contains { $0.hasPrefix(place) && $0.contains(words) }, "\(found)")
    }

    @Test("a file of more than 64 KiB is refused without reading it")
    func refusesLargeFiles() {
        expectEqual(
            problems(String(repeating: "# comment\n", count: 7_000)), ["1:1 a board file has at most 65536 bytes"])
    }

    @Test("deep nesting is rejected without a crash")
    func refusesDeepNesting() {
        expectEqual(problems(String(repeating: "[", count: 60_000)).count, 1)
        expectEqual(problems(String(repeating: "- ", count: 30_000)).count, 1)
        expectEqual(problems(String(repeating: "? ", count: 30_000)).count, 1)
        expectEqual(problems(String(repeating: "{a: ", count: 16_000)).count, 1)
    }

    @Test("an ampersand in a sentence or a comment is not an anchor")
    func allowsAmpersands() {
        let text = "# R &B\nsummary: \"bread, &butter *and &salt\"\nkind: simulated\nsize: 8x8\nformat: mono\n"
        #expect(problems(text).isEmpty)
    }
}

extension Board {
    /// Reads a board file that is given as a text.
    init(parsing text: String, name: String, path: String, files: BoardFiles = .none) throws(BoardError) {
        try self.init(parsing: text.utf8, name: name, path: path, files: files)
    }
}
