import PixelGraphics
import SignTestSupport
import TerminalPreview
import Testing

@Suite struct TerminalRendererTests {
    static let red = Color(rawValue: 0xFF0000)

    /// Reads the picture back: one character a dot, for LEDs of one dot.
    private func picture(_ terminal: VirtualTerminal, _ layout: TerminalLayout, lit: String) -> String {
        (0..<layout.dots.height).map { y in
            String(
                (0..<layout.dots.width).map { x in
                    terminal.dot(column: layout.cells.x + x, row: 2 * layout.cells.y + y) == lit ? "#" : "."
                })
        }.joined(separator: "\n")
    }

    @Test("The bytes make a terminal show the picture, whatever its size and the window's, odd heights included")
    func showsPicture() {
        var random = SeededRandom(seed: 3)
        for width in [1, 2, 7, 8] {
            for height in [1, 2, 3, 8] {
                for (columns, rows) in [(8, 9), (13, 10), (15, 5)] {
                    var renderer = TerminalRenderer(
                        pictureStyle: .trueColor, ledColor: Self.red, columns: columns, rows: rows,
                        maximumMagnification: 1)
                    var terminal = VirtualTerminal(columns: columns, rows: rows)
                    var frame = Frame(size: Size(width: width, height: height), format: .mono)
                    for _ in 0..<5 {
                        for y in 0..<height {
                            for x in 0..<width {
                                frame.canvas.set(
                                    Point(x: x, y: y), to: Bool.random(using: &random) ? .white : .dark)
                            }
                        }
                        var bytes: [UInt8] = []
                        renderer.render(frame, status: "", into: &bytes)
                        terminal.receive(bytes)
                        expectEqual(picture(terminal, renderer.layout, lit: "#ff0000"), art(frame.canvas))
                    }
                    expectEqual(terminal.complaints, [])
                }
            }
        }
    }

    @Test("An RGB picture is shown in its colours, dark LEDs faintly")
    func colors() {
        var frame = Frame(size: Size(width: 2, height: 2), format: .rgb)
        frame.canvas.set(Point(x: 0, y: 0), to: Ink(Color(rawValue: 0x12AB80)))
        frame.canvas.set(Point(x: 1, y: 1), to: Ink(Color(rawValue: 0x0000FF)))
        let terminal = show(frame, style: .trueColor)
        expectEqual(terminal.dot(column: 0, row: 0), "#12ab80")
        expectEqual(terminal.dot(column: 1, row: 0), "#161618")
        expectEqual(terminal.dot(column: 0, row: 1), "#161618")
        expectEqual(terminal.dot(column: 1, row: 1), "#0000ff")
    }

    @Test("The fall-back to 256 colours uses the cube and the greys")
    func palette() {
        var frame = Frame(size: Size(width: 2, height: 2), format: .rgb)
        frame.canvas.set(Point(x: 0, y: 0), to: Ink(Color(rawValue: 0xFF0000)))
        frame.canvas.set(Point(x: 1, y: 0), to: Ink(Color(rawValue: 0x808080)))
        frame.canvas.set(Point(x: 0, y: 1), to: Ink(Color(rawValue: 0x5F87D7)))
        let terminal = show(frame, style: .palette256)
        expectEqual(terminal.dot(column: 0, row: 0), "@196")
        expectEqual(terminal.dot(column: 1, row: 0), "@244")
        expectEqual(terminal.dot(column: 0, row: 1), "@68")
        expectEqual(terminal.dot(column: 1, row: 1), "@233")
    }

    @Test("The fall-back to characters is rows of # and ., and its status is ASCII")
    func characters() {
        var frame = Frame(size: Size(width: 3, height: 2), format: .mono)
        frame.canvas.set(Point(x: 1, y: 1), to: .white)
        var renderer = TerminalRenderer(pictureStyle: .ascii, columns: 12, rows: 4)
        var terminal = VirtualTerminal(columns: 12, rows: 4)
        var bytes: [UInt8] = []
        renderer.render(frame, status: "é 21°", into: &bytes)
        terminal.receive(bytes)
        expectEqual((0..<4).map { terminal.text(row: $0) }, ["...", ".#.", "", "? 21?"])
        #expect(bytes.allSatisfy { $0 < 0x80 })
        expectEqual(terminal.complaints, [])
    }

    @Test("Only changed cells are sent, nothing for an equal frame, everything after invalidate")
    func difference() {
        var frame = Frame(size: Size(width: 20, height: 8), format: .mono)
        var renderer = TerminalRenderer(pictureStyle: .trueColor, columns: 20, rows: 5, maximumMagnification: 1)
        var terminal = VirtualTerminal(columns: 20, rows: 5)
        func send() -> Int {
            var bytes: [UInt8] = []
            renderer.render(frame, status: "x", into: &bytes)
            let before = terminal.written
            terminal.receive(bytes)
            return bytes.isEmpty ? -1 : terminal.written - before
        }
        expectEqual(send(), 20 * 4 + 1)
        expectEqual(send(), -1)
        frame.canvas.set(Point(x: 3, y: 5), to: .white)
        frame.canvas.set(Point(x: 19, y: 7), to: .white)
        expectEqual(send(), 2)
        renderer.invalidate()
        expectEqual(send(), 20 * 4 + 1)
        renderer.resize(columns: 20, rows: 5)
        expectEqual(send(), 20 * 4 + 1)
        expectEqual(terminal.complaints, [])
    }

    @Test("A large window enlarges the LEDs, with a dark gap from three dots on")
    func magnified() {
        var frame = Frame(size: Size(width: 2, height: 1), format: .mono)
        frame.canvas.set(Point(x: 1, y: 0), to: .white)
        var renderer = TerminalRenderer(pictureStyle: .trueColor, ledColor: Self.red, columns: 6, rows: 3)
        var terminal = VirtualTerminal(columns: 6, rows: 3)
        var bytes: [UInt8] = []
        renderer.render(frame, status: "", into: &bytes)
        terminal.receive(bytes)
        expectEqual(renderer.layout.magnification, 3)
        let rows = (0..<4).map { y in (0..<6).map { terminal.dot(column: $0, row: y) ?? "-" }.joined(separator: " ") }
        let led = "#250606 #250606 #000000 #ff0000 #ff0000 #000000"
        let gap = "#000000 #000000 #000000 #000000 #000000 #000000"
        expectEqual(rows, [led, led, gap, gap])
    }

    @Test("A small window reduces the picture; a stroke of one LED stays visible, and the status says the scale")
    func reduced() {
        var frame = Frame(size: Size(width: 24, height: 8), format: .mono)
        frame.canvas.fill(Rectangle(x: 13, y: 0, width: 1, height: 8), with: .white)
        var renderer = TerminalRenderer(pictureStyle: .trueColor, ledColor: Self.red, columns: 12, rows: 6)
        var terminal = VirtualTerminal(columns: 12, rows: 6)
        var bytes: [UInt8] = []
        renderer.render(frame, status: "hi", into: &bytes)
        terminal.receive(bytes)
        expectEqual(
            picture(terminal, renderer.layout, lit: "#ff0000"),
            [String](repeating: "......#.....", count: 4).joined(separator: "\n"))
        expectEqual(terminal.text(row: renderer.layout.statusRow), "(1:2) hi")
    }

    @Test("Brightness dims the picture but never hides it; at 0 all LEDs are dark")
    func brightness() {
        var frame = Frame(size: Size(width: 1, height: 1), format: .mono)
        frame.canvas.set(.zero, to: .white)
        let dots = [100, 50, 1, 0].map { percent in
            frame.brightness = Brightness(percent: percent)
            return show(frame, style: .trueColor).dot(column: 0, row: 0)
        }
        // 255 times 100, 65, 30 percent; an unlit red LED is 255/8 + 6 and 6.
        expectEqual(dots, ["#ff0000", "#a50000", "#4c0000", "#250606"])
    }

    @Test("A status with control characters, or wider than the window, does no harm")
    func status() {
        let frame = Frame(size: Size(width: 4, height: 2), format: .mono)
        var renderer = TerminalRenderer(pictureStyle: .trueColor, columns: 10, rows: 4)
        var terminal = VirtualTerminal(columns: 10, rows: 4)
        for text in ["\u{1B}[2J\u{9B}3Jx\r\n\u{202E}y", "日本語日本語", "0123456789ABCDEF", ""] {
            var bytes: [UInt8] = []
            renderer.render(frame, status: text, into: &bytes)
            terminal.receive(bytes)
        }
        expectEqual(terminal.complaints, [])
        var bytes: [UInt8] = []
        renderer.render(frame, status: "0123456789ABCDEF", into: &bytes)
        terminal.receive(bytes)
        expectEqual(terminal.text(row: 3), "0123456789")
    }

    @Test(
        "Messages stand whole at the bottom, broken at blanks; the oldest go where all take more than half of the rows")
    func messages() {
        var frame = Frame(size: Size(width: 4, height: 2), format: .mono)
        frame.canvas.set(.zero, to: .white)
        var renderer = TerminalRenderer(pictureStyle: .ascii, columns: 12, rows: 8)
        var terminal = VirtualTerminal(columns: 12, rows: 8)
        func rows(_ messages: [String]) -> [String] {
            var bytes: [UInt8] = []
            renderer.render(frame, status: "q ends", messages: messages, into: &bytes)
            terminal.receive(bytes)
            return (0..<8).map { terminal.text(row: $0) }
        }
        let picture = ["#...", "...."]
        expectEqual(rows([]).map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }, picture + ["qends"])
        let two = rows(["no glyph for it", "0123456789ABCDEF"])
        expectEqual(Array(two[4...]), ["no glyph for", "it", "0123456789AB", "CDEF"])
        expectEqual(two[..<4].map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }, picture + ["qends"])
        expectEqual(
            Array(rows(["old one", "a b c d e f g h", "two\nlines"])[4...]), ["a b c d e f", "g h", "two", "lines"])
        expectEqual(Array(rows(["\u{1B}[2Jx"])[7...]), ["[2Jx"])
        expectEqual(rows([]).map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }, picture + ["qends"])
        expectEqual(terminal.complaints, [])
    }

    @Test("Windows of no and of hardly any cells neither trap nor write outside")
    func tinyWindows() {
        for columns in 0...6 {
            for rows in 0...4 {
                for style in [TerminalPictureStyle.trueColor, .palette256, .ascii] {
                    var renderer = TerminalRenderer(pictureStyle: style, columns: columns, rows: rows)
                    var terminal = VirtualTerminal(columns: columns, rows: rows)
                    for size in [Size.zero, Size(width: 1, height: 1), Size(width: 64, height: 32)] {
                        var bytes: [UInt8] = []
                        renderer.render(
                            Frame(size: size, format: .rgb), status: "status", messages: ["a message"], into: &bytes)
                        terminal.receive(bytes)
                    }
                    expectEqual(terminal.complaints, [], "\(columns)x\(rows) \(style)")
                }
            }
        }
    }

    private func show(_ frame: Frame, style: TerminalPictureStyle) -> VirtualTerminal {
        let columns = frame.canvas.size.width
        let rows = (frame.canvas.size.height + 1) / 2 + 1
        var renderer = TerminalRenderer(
            pictureStyle: style, ledColor: Self.red, columns: columns, rows: rows, maximumMagnification: 1)
        var bytes: [UInt8] = []
        renderer.render(frame, status: "", into: &bytes)
        var terminal = VirtualTerminal(columns: columns, rows: rows)
        terminal.receive(bytes)
        expectEqual(terminal.complaints, [])
        return terminal
    }
}
