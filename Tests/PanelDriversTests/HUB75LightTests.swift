import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite("HUB75 light")
struct HUB75LightTests {
    @Test("Every LED emits the shown times of its value's planes, at every depth and dither setting")
    func depths() throws {
        var random = SeededRandom(seed: 1)
        for planes in 1...11 {
            for dither in 0...2 {
                var panel = HUB75TestPanel()
                panel.settings.planes = planes
                panel.settings.ditherBits = dither
                for brightness in [100, 37, 1] {
                    let frame = noise(panel.matrix.size, brightness: brightness, using: &random)
                    try expectEqual(panel.faults(showing: frame), [], "\(planes) planes, dither \(dither)")
                }
            }
        }
    }

    /// With 16 columns and few planes, shifts that are done under the light of a plane at full brightness come after it at others.
    @Test("A refresh takes the same time at every brightness, with the light that belongs to it")
    func everyBrightness() throws {
        var random = SeededRandom(seed: 13)
        for (columns, planes) in [(16, 11), (40, 8), (100, 4), (33, 9)] {
            var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: columns, rowPairs: 1))
            panel.settings.planes = planes
            var encoder = try panel.encoder()
            for brightness in sample(0...100, 25) {
                let frame = noise(panel.matrix.size, brightness: brightness, using: &random)
                encoder.encode(frame)
                try expectEqual(panel.faults(encoder, showing: frame), [], "\(columns) columns, \(brightness) %")
            }
        }
    }

    @Test("The same for pictures of one, two, three and many colours, and for gradients", arguments: 0...2)
    func colors(dither: Int) throws {
        var random = SeededRandom(seed: UInt64(10 + dither))
        let amber = Color(red: 230, green: 90, blue: 40)
        let many = (0..<40).map { (number: UInt8) in Color(red: 6 * number, green: number, blue: 255) }
        let ofFewLevels = (0..<64).map { (number: UInt8) in
            Color(red: number % 4 * 80, green: number / 4 % 4 * 80, blue: number / 16 * 80)
        }
        for planes in [1, 4, 8, 11] {
            var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 16, rowPairs: 3))
            panel.settings.planes = planes
            panel.settings.ditherBits = dither
            let size = panel.matrix.size
            for brightness in [100, 37, 5] {
                let palettes: [[Color]] = [
                    [.black], [.white], [.black, .white], [.black, amber], [.black, .black, .white, amber],
                    [Color(red: 3, green: 200, blue: 77), amber],
                    many, ofFewLevels,
                ]
                for palette in palettes {
                    let frame = patches(size, colors: palette, brightness: brightness, using: &random)
                    try expectEqual(panel.faults(showing: frame), [], "\(palette.count) colours, \(planes) planes")
                }
                try expectEqual(panel.faults(showing: photograph(size, brightness: brightness)), [])
            }
        }
    }

    @Test(
        "The same on all kinds of ports, with and without padding, for one to three chains",
        arguments: PortKind.allCases)
    func ports(kind: PortKind) throws {
        var random = SeededRandom(seed: 3)
        for (columns, chains) in [(16, 1), (8, 2), (5, 3), (80, 1), (1, 1)] {
            for (write, slowdown) in [(10, 0), (20, 1), (30, 0)] {
                var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: columns, rowPairs: 2, chains: chains))
                panel.timing = PortTiming(kind: kind, writeTime: Int64(write), slowdown: slowdown)
                panel.settings.clockWidth = 25
                for frame in try pictures(panel.matrix.size, using: &random) {
                    try expectEqual(
                        panel.faults(showing: frame), [], "\(columns) columns, \(chains) chains, \(write) ns")
                }
            }
        }
    }

    @Test("The same on six chains, of which three hang on high lines", arguments: PortKind.allCases)
    func highLines(kind: PortKind) throws {
        var random = SeededRandom(seed: 4)
        for chains in 1...6 {
            var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 6, rowPairs: 2, chains: chains))
            panel.lines = HUB75TestPanel.computeModule
            panel.timing = PortTiming(kind: kind, writeTime: 20)
            for frame in try pictures(panel.matrix.size, using: &random) {
                try expectEqual(panel.faults(showing: frame), [], "\(chains) chains")
            }
        }
    }

    @Test("The same with every row addressing, with gaps around the address, and for every number of rows it has")
    func addressing() throws {
        var random = SeededRandom(seed: 5)
        for addressing in RowAddressing.allCases {
            for rowPairs in [1, 2, 3, 4, 8, 16, 32] where addressing.rowPairRange.contains(rowPairs) {
                for kind in PortKind.allCases {
                    var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 4, rowPairs: rowPairs))
                    panel.timing.kind = kind
                    panel.settings.addressing = addressing
                    panel.settings.darkGap = rowPairs % 2 == 0 ? 500 : 0
                    panel.settings.settle = kind == .bcm ? 700 : 0
                    panel.settings.latchGap = [0, 10, 200, 1_500][rowPairs % 4]
                    panel.settings.planes = 4
                    var frame = noise(panel.matrix.size, using: &random)
                    // Some rows are dark.
                    frame.canvas.fill(
                        Rectangle(x: 0, y: 1, width: 4, height: rowPairs / 2), with: Ink(.black))
                    frame.canvas.fill(
                        Rectangle(x: 0, y: rowPairs + 1, width: 4, height: rowPairs / 2), with: Ink(.black))
                    try expectEqual(panel.faults(showing: frame), [], "\(addressing), \(rowPairs) rows, \(kind)")
                }
            }
        }
    }

    @Test(
        "The same where LAT is high during the last three clocks of a row, and those are in the dark",
        arguments: PortKind.allCases)
    func latchedClocks(kind: PortKind) throws {
        var random = SeededRandom(seed: 16)
        for (columns, chains) in [(13, 1), (16, 2), (64, 1), (100, 3)] {
            for (write, slowdown, dither) in [(10, 0, 0), (20, 2, 1), (30, 0, 2)] {
                var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: columns, rowPairs: 2, chains: chains))
                panel.timing = PortTiming(kind: kind, writeTime: Int64(write), slowdown: slowdown)
                panel.settings.chip = .dp3246
                panel.settings.ditherBits = dither
                panel.settings.planes = [11, 8, 4][dither]
                for var frame in try pictures(panel.matrix.size, using: &random) {
                    frame.brightness = Brightness(percent: [100, 60, 20].randomElement(using: &random) ?? 1)
                    try expectEqual(panel.faults(showing: frame), [], "\(columns) columns, \(write) ns")
                }
            }
        }
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 14, rowPairs: 2, chains: 6))
        panel.lines = HUB75TestPanel.computeModule
        panel.timing = PortTiming(kind: kind, writeTime: 20)
        panel.settings.chip = .dp3246
        try expectEqual(panel.faults(showing: noise(panel.matrix.size, using: &random)), [], "high lines")
    }

    @Test("The same interlaced, inverse, in every colour sequence, and for panels whose pulses lag")
    func quirks() throws {
        var random = SeededRandom(seed: 6)
        var cases = SampledCases(oneIn: 5)
        for sequence in ["RGB", "RBG", "GRB", "GBR", "BRG", "bgr"] {
            for isInverse in [false, true] {
                for lag in [0, 100, 1000] where cases.next() {
                    var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 16, rowPairs: 5))
                    panel.settings.sequence = try #require(ColorSequence(sequence))
                    panel.settings.isInverse = isInverse
                    panel.settings.isInterlaced = lag > 0
                    panel.settings.oeLag = Int64(lag)
                    panel.settings.ditherBits = lag == 100 ? 1 : 0
                    for frame in try pictures(panel.matrix.size, using: &random) {
                        try expectEqual(panel.faults(showing: frame), [], "\(sequence) \(isInverse) \(lag)")
                    }
                }
            }
        }
    }

    @Test("The same through pixel maps, for mono canvases, and for canvases of another size")
    func canvases() throws {
        var random = SeededRandom(seed: 7)
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 16, rowPairs: 4, chains: 2))
        let layout = PanelLayout(size: panel.matrix.size, chain: 2, parallel: 2)
        let mappers: [PixelMapper] = [
            try #require(.rotate(degrees: 90)), .mirror(isVertical: false), .uMapper, .stacked(isZigzag: true),
            .row(isZigzag: false, isFolded: true),
        ]
        for mapper in mappers {
            panel.map = try PixelMapperChain([mapper]).map(for: layout)
            let size = try panel.usedMap().visibleSize
            try expectEqual(panel.faults(showing: noise(size, using: &random)), [], "\(mapper)")
            let picture = patches(size, colors: [.black, .white], using: &random)
            try expectEqual(panel.faults(showing: picture), [], "\(mapper)")
        }
        panel.map = nil
        let bitmap = randomBitmap(size: panel.matrix.size, using: &random)
        try expectEqual(panel.faults(showing: frame(bitmap)), [])
        // What is missing is dark.
        let small = noise(Size(width: 9, height: 5), using: &random)
        let padded = rgbFrame(panel.matrix.size) { x, y in small.canvas.rgb[x, y] }
        var encoder = try panel.encoder()
        encoder.encode(small)
        try expectEqual(panel.faults(encoder, showing: padded), [])
    }

    @Test("One encoder shows frame after frame: nothing of the colours and brightness before is left")
    func sequence() throws {
        var random = SeededRandom(seed: 8)
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 32, rowPairs: 3))
        panel.settings.ditherBits = 2
        var encoder = try panel.encoder()
        for index in sample(0..<60, 20) {
            var frame = try #require(pictures(panel.matrix.size, using: &random).randomElement(using: &random))
            frame.brightness = Brightness(percent: index % 3 == 0 ? 100 : Int(random.next() % 101))
            encoder.encode(frame)
            try expectEqual(panel.faults(encoder, showing: frame), [], "frame \(index)")
        }
    }

    @Test(
        "Rows of up to three colours on black, above, below or in both, while the colours are other ones in every frame",
        arguments: PortKind.allCases)
    func shades(kind: PortKind) throws {
        var random = SeededRandom(seed: 12)
        for dither in 0...2 {
            var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 32, rowPairs: 4))
            panel.settings.ditherBits = dither
            panel.timing = PortTiming(kind: kind, writeTime: 20, slowdown: dither)
            var encoder = try panel.encoder()
            for index in sample(0..<18, 8) {
                var shades = [Color.black]
                for number in 1...3 {
                    let red = UInt8(5 + 80 * number - index)
                    let green = UInt8(12 * index + number)
                    shades.append(Color(red: red, green: green, blue: UInt8(number)))
                }
                let rows = [0..<4, 4..<8, 0..<8][index % 3]
                var shade = 0
                let frame = rgbFrame(panel.matrix.size) { _, y in
                    // Long runs in some frames, short ones in others; a row of other colours in the last ones.
                    if random.next() % (index % 2 == 0 ? 2 : 9) == 0 { shade = Int(random.next() % 4) }
                    if index > 14 && y == 2 { return Color(red: 10, green: UInt8(60 * shade), blue: 0) }
                    return rows.contains(y) ? shades[shade] : Color.black
                }
                encoder.encode(frame)
                try expectEqual(panel.faults(encoder, showing: frame), [], "frame \(index), dither \(dither)")
            }
        }
    }

    @Test("All pictures of two columns and two rows of four colours", arguments: PortKind.allCases)
    func exhaustive(kind: PortKind) throws {
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 2, rowPairs: 1))
        panel.timing.kind = kind
        let colors = [Color.black, .white, Color(red: 255, green: 0, blue: 20), Color(red: 9, green: 99, blue: 0)]
        var encoder = try panel.encoder()
        for number in 0..<256 {
            let frame = rgbFrame(panel.matrix.size) { x, y in colors[number >> (2 * (x + 2 * y)) & 3] }
            encoder.encode(frame)
            try expectEqual(panel.faults(encoder, showing: frame), [], "picture \(number)")
        }
    }

    @Test("A program whose words are changed is found out")
    func mutations() throws {
        var random = SeededRandom(seed: 9)
        let panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 16, rowPairs: 2))
        let frame = patches(panel.matrix.size, colors: [.black, Color(red: 200, green: 0, blue: 90)], using: &random)
        var encoder = try panel.encoder()
        encoder.encode(frame)
        let program = encoder.programs[0]
        var missed: [String] = []
        for index in 0..<program.count {
            var words = program.words
            let word = words[index]
            // A mark without a wait after it, and OE high at a start that is dark anyway, make no difference.
            if words[index].operation == .setLow, word.payload == 1 << 18,
                index == 0 || words[index - 1].operation == .waitAfterStart
            {
                continue
            }
            words[index] = ScanWord(.nothing, 0)
            var interpreter = panel.interpreter()
            interpreter.play(encoder.startProgram)
            interpreter.play(words)
            interpreter.play(words)
            let expected = HUB75PlainEncoder.light(
                frame.canvas, brightness: 100, map: try panel.usedMap(), matrix: panel.matrix, settings: panel.settings,
                shortest: panel.shortestPulse)
            let doubled = expected.map { $0.map { $0.map { 2 * $0 } } }
            let isFine =
                interpreter.light == doubled && interpreter.violations.isEmpty
                && interpreter.now == panel.interpreter().now + 2 * encoder.refreshPeriod
            if isFine { missed.append("\(index): \(word)") }
        }
        expectEqual(missed, [])
    }

    /// A black, a white, a text-like, a colourful, a smooth and a random picture.
    private func pictures(_ size: Size, using random: inout SeededRandom) throws -> [Frame] {
        [
            rgbFrame(size) { _, _ in .black }, rgbFrame(size) { _, _ in .white },
            patches(size, colors: [.black, .black, Color(red: 230, green: 90, blue: 40)], using: &random),
            patches(
                size, colors: [.black, .white, Color(red: 230, green: 90, blue: 40)], brightness: 37, using: &random),
            photograph(size), noise(size, using: &random),
        ]
    }
}
