import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

/// Captures of the wires of HUB75 panels, through files and through another program's decoder.
@Suite struct HUB75CaptureTests {
    /// The lines of the tests: R1 G1 B1 R2 G2 B2 on 0 to 5, A to E on 6 to 10, CLK 11, LAT 12, OE 13.
    private static let lines = Dictionary(uniqueKeysWithValues: (0..<14).map { ($0, $0) })

    /// A program that shifts words of colours (bit 0 for R1 to bit 5 for B2), latches, and lights address 1 for 260 ns.
    private func program(_ words: [UInt32]) -> ScanProgram {
        var program = ScanProgram(capacity: 4 * words.count + 10)
        func append(_ operation: ScanWord.Operation, _ payload: UInt32) {
            program.storage[program.count] = ScanWord(operation, payload).rawValue
            program.count += 1
        }
        for word in words {
            append(.clearLow, 1 << 11 | 0x3F & ~word)
            append(.setLow, word)
            append(.setLow, 1 << 11)
        }
        append(.clearLow, 1 << 11)
        append(.setLow, 1 << 6)
        append(.setLow, 1 << 12)
        append(.clearLow, 1 << 12)
        append(.clearLow, 1 << 13)
        append(.mark, 0)
        append(.waitAfterMark, 260)
        append(.setLow, 1 << 13)
        return program
    }

    private func capture(_ words: [UInt32]) throws -> WireTrace {
        var port = SimulatedScanPort(wireOfLine: Self.lines, writeTime: 50, into: WireTrace.hub75())
        try port.play(program(words))
        return port.finishedTrace()
    }

    @Test(
        "a capture has the wires' names in the order of the connector, their idle levels, and an idle clock at its end")
    func form() throws {
        let trace = try capture([1])
        let lines = String(decoding: trace.vcd, as: UTF8.self).split(separator: "\n")
        let names = lines.filter { $0.hasPrefix("$var") }.map { $0.split(separator: " ")[4] }
        expectEqual(names.joined(separator: " "), "R1 G1 B1 R2 G2 B2 A B C D E CLK LAT OE")
        expectEqual(lines[1], "$timescale 10 ns $end")
        let dump = lines.drop { $0 != "$dumpvars" }.dropFirst().prefix(14)
        expectEqual(dump.map { $0.prefix(1) }.joined(), "00000000000001")
        let end = lines.suffix(7).map { $0.hasPrefix("#") ? String($0) : String($0.prefix(1)) }
        expectEqual(end, ["#61", "1", "#71", "1", "#76", "0", "#81"])
        expectEqual(WireTrace.hub75(chains: 2).names.suffix(6), ["C2_R1", "C2_G1", "C2_B1", "C2_R2", "C2_G2", "C2_B2"])
    }

    @Test("a panel shows the same when it reads the file as when it hears the wires")
    func file() throws {
        let words: [UInt32] = [0b000001, 0b010010, 0b111111, 0b000000]
        var port = SimulatedScanPort(
            wireOfLine: Self.lines, writeTime: 50, into: SimulatedHUB75(columns: 4, rowPairs: 2))
        try port.play(program(words))
        port.listener.advance(to: port.time)
        let expected: [[[Int64]]] = [
            [[0, 0, 0, 0], [260, 0, 260, 0], [0, 0, 0, 0], [0, 0, 260, 0]],
            [[0, 0, 0, 0], [0, 260, 260, 0], [0, 0, 0, 0], [0, 260, 260, 0]],
            [[0, 0, 0, 0], [0, 0, 260, 0], [0, 0, 0, 0], [0, 0, 260, 0]],
        ]
        expectEqual((0..<3).map { light(port.listener, color: $0) }, expected)
        var panel = SimulatedHUB75(columns: 4, rowPairs: 2)
        let selection = SignalSelection(wires: HUB75Wires.names(chains: 1))
        panel.play(try VCDReader.read(try capture(words).vcd, path: "a.vcd", selection: selection))
        expectEqual((0..<3).map { light(panel, color: $0) }, expected)
        #expect(panel.violations.isEmpty)
    }

    @Test("a capture needs only the wires that the panel listens to, under any names")
    func fewerWires() throws {
        var panel = SimulatedHUB75(columns: 2, rowPairs: 2)
        expectEqual(panel.wireNames, ["R1", "G1", "B1", "R2", "G2", "B2", "A", "CLK", "LAT", "OE"])
        let vcd = """
            $timescale 10 ns $end
            $var wire 1 a blank $end $var wire 1 b shift $end $var wire 1 c store $end $var wire 1 d red $end
            $var wire 1 e row $end $var wire 1 f zero $end
            $enddefinitions $end
            #0 1a 0b 0c 1d 1e 0f
            #10 1b #20 0b 0d #30 1b #40 0b #50 1c #60 0c #70 0a #83 1a #90 1b #100

            """
        let selection = try SignalSelection(
            parsing: "OE=blank,CLK=shift,LAT=store,R1=red,A=row,G1=zero,B1=zero,R2=zero,G2=zero,B2=zero",
            wires: panel.wireNames)
        panel.play(try VCDReader.read(Array(vcd.utf8), path: "b.vcd", selection: selection))
        expectEqual(light(panel), [[0, 0], [130, 0], [0, 0], [0, 0]])
        #expect(panel.violations.isEmpty)
    }

    @Test("a recording that begins in the middle is not blamed for its first row; light at its ends counts")
    func middle() {
        var levels = HUB75Wires.idleLevels(chains: 1)
        levels[HUB75Wires.outputEnable] = false
        levels[HUB75Wires.latch] = true
        levels[0] = true
        var trace = WireTrace(names: HUB75Wires.names(chains: 1), initialLevels: levels, start: 1_000)
        trace.edge(on: 11, to: true, at: 1_100)
        trace.edge(on: 12, to: false, at: 1_150)
        trace.edge(on: 11, to: false, at: 1_200)
        trace.edge(on: 11, to: true, at: 1_300)
        trace.extend(to: 1_500)
        var panel = SimulatedHUB75(columns: 2, rowPairs: 1)
        panel.play(trace)
        expectEqual(light(panel), [[0, 400], [0, 0]])
        #expect(panel.violations.isEmpty)
        panel = SimulatedHUB75(columns: 2, rowPairs: 1)
        panel.play(trace, through: 1_150)
        expectEqual(light(panel), [[0, 50], [0, 0]])
    }

    @Test("the parallel decoder of sigrok reads the colour words that were played")
    func parallelDecoder() throws {
        var random = SeededRandom(seed: 75)
        let words = (0..<64).map { _ in UInt32.random(in: 0..<64, using: &random) }
        let wires = "clk=CLK:d0=R1:d1=G1:d2=B1:d3=R2:d4=G2:d5=B2:clock_edge=rising"
        let lines = try sigrok(try capture(words).vcd, ["-P", "parallel:" + wires, "-A", "parallel"])
        expectEqual(lines, words.map { "parallel-1: " + hexadecimal($0) })
    }

    /// At least two digits, as the decoder prints them.
    private func hexadecimal(_ word: UInt32) -> String {
        let digits = String(word, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
