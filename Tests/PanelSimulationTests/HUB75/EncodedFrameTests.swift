import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

/// Frames that the encoder turns into scan programs, seen by a simulated panel that knows nothing of encoders.
@Suite struct EncodedFrameTests {
    /// Channel values and the levels that the printed luminance table gives them at full brightness.
    private static let levels: [(channel: UInt8, level: Int)] = [(0, 0), (4, 4), (8, 7), (16, 14), (255, 2_047)]

    /// What a port of a kind shows of random colours on a panel; nothing where all is right.
    private func faults(
        _ addressing: RowAddressing, rowPairs: Int, chip: DriverChip, isInverse: Bool = false, kind: PortKind,
        dither: Int
    ) throws -> [String] {
        let matrix = HUB75Matrix(columns: 32, rowPairs: rowPairs, chains: 2)
        var settings = ScanSettings()
        settings.ditherBits = dither
        settings.addressing = addressing
        settings.chip = chip
        settings.isInverse = isInverse
        let writeTime: Int64 = kind == .kernel ? 2_000 : 30
        settings.leastPulse = kind == .kernel ? 2_000 : 130
        var encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: .regular, settings: settings,
            timing: PortTiming(kind: kind, writeTime: writeTime))
        var random = SeededRandom(seed: UInt64(rowPairs))
        var frame = Frame(size: matrix.size, format: .rgb)
        var expected: [Int] = []
        for y in 0..<matrix.size.height {
            for x in 0..<matrix.size.width {
                let pixel = (0..<3).map { _ in Self.levels[Int.random(in: 0..<5, using: &random)] }
                expected += pixel.map(\.level)
                let color = Color(red: pixel[0].channel, green: pixel[1].channel, blue: pixel[2].channel)
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(color))
            }
        }
        encoder.encode(frame)
        var port = SimulatedScanPort(
            wireOfLine: Self.regularWires, writeTime: writeTime, takesToggles: kind == .rp1,
            into: SimulatedHUB75(
                columns: 32, rowPairs: rowPairs, chains: 2, addressing: addressing, chip: chip,
                limits: HUB75WireLimits(rowClock: 500), isInverted: isInverse))
        try port.play(encoder.startProgram)
        for program in encoder.programs { try port.play(program) }
        let panel = port.listener
        var faults = panel.violations.map(\.description)
        if port.refusedWords > 0 { faults.append("\(port.refusedWords) words that the port cannot perform") }
        if port.unwiredLines != 0 { faults.append("lines \(port.unwiredLines) have no wire") }
        var found: [Int] = []
        for y in 0..<matrix.size.height {
            for x in 0..<matrix.size.width {
                for color in 0..<3 {
                    found.append(panel.level(x: x, y: y, color: color, leastPulse: settings.leastPulse))
                }
            }
        }
        if found != expected { faults.append("other levels than expected") }
        return Array(faults.prefix(4))
    }

    /// The mapping "regular" of two chains, typed from its table.
    private static let regularWires = [
        18: 13, 17: 11, 4: 12, 22: 6, 23: 7, 24: 8, 25: 9, 15: 10,
        11: 0, 27: 1, 7: 2, 8: 3, 9: 4, 10: 5, 12: 14, 5: 15, 6: 16, 19: 17, 13: 18, 20: 19,
    ]

    @Test(
        "panels of every kind of rows show what is encoded for them, with nothing wrong on the wires",
        arguments: RowAddressing.allCases, PortKind.allCases)
    func rows(addressing: RowAddressing, kind: PortKind) throws {
        for rowPairs in addressing == .directSelect ? [2, 4] : [4, 8, 16] {
            let found = try faults(addressing, rowPairs: rowPairs, chip: .plain, kind: kind, dither: 0)
            expectEqual(found, [], "\(rowPairs) row pairs")
        }
    }

    @Test(
        "panels of every driver chip are set up, with inverted data, too, and show every dither cycle",
        arguments: DriverChip.allCases, [false, true])
    func chips(chip: DriverChip, isInverse: Bool) throws {
        for dither in 0...2 {
            for kind in PortKind.allCases {
                let found = try faults(
                    .direct, rowPairs: 4, chip: chip, isInverse: isInverse, kind: kind, dither: dither)
                expectEqual(found, [], "dither \(dither), \(kind)")
            }
        }
    }
}
