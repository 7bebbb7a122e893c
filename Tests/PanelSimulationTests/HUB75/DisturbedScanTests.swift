import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

/// What happens to a panel when writes fail, or when another process writes in between.
@Suite struct DisturbedScanTests {
    /// The wires of the mapping "regular" with one chain and up to four address wires.
    private static let wires = [
        18: 13, 17: 11, 4: 12, 22: 6, 23: 7, 24: 8, 25: 9, 11: 0, 27: 1, 7: 2, 8: 3, 9: 4, 10: 5,
    ]
    private static let outputEnable: UInt64 = 1 << 18

    /// An encoder of a small panel that shows a picture, and a port with the panel.
    private func scan(
        _ kind: PortKind, _ colors: [Color]
    ) throws -> (encoder: HUB75Encoder, port: SimulatedScanPort<SimulatedHUB75>) {
        let matrix = HUB75Matrix(columns: 4, rowPairs: 2)
        var encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: .regular,
            timing: PortTiming(kind: kind, writeTime: 30))
        var random = SeededRandom(seed: 18)
        var frame = Frame(size: matrix.size, format: .rgb)
        for y in 0..<4 {
            for x in 0..<4 {
                let color = colors.randomElement(using: &random) ?? .black
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(color))
            }
        }
        encoder.encode(frame)
        let port = SimulatedScanPort(
            wireOfLine: Self.wires, writeTime: 30, takesToggles: kind == .rp1,
            into: SimulatedHUB75(columns: 4, rowPairs: 2, allowing: Set(HUB75ViolationKind.allCases)))
        return (encoder, port)
    }

    private static let pictures: [[Color]] = [
        [.black], [.white, .black], [.white, Color(rawValue: 0x123456), Color(rawValue: 0x0180FF), .black],
    ]

    @Test(
        "a port that fails at any write of any program is dark after the stop program", arguments: [PortKind.bcm, .rp1])
    func failures(kind: PortKind) throws {
        for colors in Self.pictures {
            let (encoder, fresh) = try scan(kind, colors)
            var failed = 0
            for write in 1... {
                var port = fresh
                port.failingWrite = write
                do throws(HardwareError) {
                    try port.play(encoder.startProgram)
                    try port.play(encoder.programs[0])
                    break
                } catch {
                    failed += 1
                    try port.play(encoder.stopProgram)
                }
                port.listener.advance(to: port.time)
                #expect(!port.listener.isEnabled, "after a failure of write \(write)")
            }
            #expect(failed > 10)
        }
    }

    @Test("another process that pulls OE low after any write lights nothing beyond the end of the program")
    func foreignWrites() throws {
        for kind in [PortKind.bcm, .rp1] {
            for colors in Self.pictures {
                let (encoder, fresh) = try scan(kind, colors)
                var port = fresh
                try port.play(encoder.startProgram)
                let first = port.writes
                var whole = port
                try whole.play(encoder.programs[0])
                let started = port
                for write in first...whole.writes {
                    for driven in [
                        (after: write, set: 0, clear: Self.outputEnable),
                        (after: write, set: Self.outputEnable, clear: 0),
                    ] {
                        var port = started
                        port.foreignWrites = [driven]
                        try port.play(encoder.programs[0])
                        // What follows the last write is the next program's to repair.
                        if write == whole.writes { try port.play(encoder.programs[0]) }
                        #expect(
                            !port.listener.isEnabled, "\(kind): after write \(write) of \(first) to \(whole.writes)")
                    }
                }
            }
        }
    }

    @Test("toggles never touch OE, LAT or the address, so that no foreign write can invert them permanently")
    func toggles() throws {
        let (encoder, _) = try scan(.rp1, Self.pictures[2])
        let toggled = (encoder.startProgram.words + encoder.programs[0].words + encoder.stopProgram.words)
            .filter { $0.operation == .toggleLow }.reduce(0) { $0 | $1.payload }
        // OE 18, LAT 4, A 22, B 23, C 24, D 25, E 15.
        let untouchable = [18, 4, 22, 23, 24, 25, 15].reduce(UInt32(0)) { $0 | 1 << $1 }
        #expect(toggled != 0)
        expectEqual(toggled & untouchable, 0)
    }
}
