import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

/// A whole refresh of random colours: eleven planes of sixteen rows of 64 columns, in the plainest way.
@Suite struct PlainRefreshTests {
    private let columns = 64
    private let rows = 16

    /// Colour wires R1 to B2 on lines 0 to 5, A to D on 6 to 9, CLK 11, LAT 12, OE 13.
    private func program(_ level: (_ x: Int, _ row: Int, _ wire: Int) -> Int) -> ScanProgram {
        var program = ScanProgram(capacity: 11 * rows * (3 * columns + 10))
        func append(_ operation: ScanWord.Operation, _ payload: Int) {
            program.storage[program.count] = ScanWord(operation, UInt32(payload)).rawValue
            program.count += 1
        }
        for row in 0..<rows {
            for plane in 0..<11 {
                for x in 0..<columns {
                    var word = 0
                    for wire in 0..<6 { word |= (level(x, row, wire) >> plane & 1) << wire }
                    append(.clearLow, 1 << 11 | 0x3F & ~word)
                    append(.setLow, word)
                    append(.setLow, 1 << 11)
                }
                append(.clearLow, 1 << 11 | 0x3F)
                append(.clearLow, 0xF << 6 & ~(row << 6))
                append(.setLow, row << 6)
                append(.setLow, 1 << 12)
                append(.clearLow, 1 << 12)
                append(.clearLow, 1 << 13)
                append(.mark, 0)
                append(.waitAfterMark, 130 << plane)
                append(.setLow, 1 << 13)
            }
        }
        return program
    }

    @Test("every LED of a full refresh has the light of its level, and nothing is wrong on the wires")
    func fullRefresh() throws {
        var random = SeededRandom(seed: 11)
        let levels = (0..<columns * rows * 6).map { _ in Int.random(in: 0...2_047, using: &random) }
        let words = program { x, row, wire in levels[(row * columns + x) * 6 + wire] }
        var port = SimulatedScanPort(
            wireOfLine: Dictionary(uniqueKeysWithValues: (0..<14).map { ($0, $0) }), writeTime: 30,
            into: SimulatedHUB75(columns: columns, rowPairs: rows))
        try port.play(words)
        var wrong = 0
        for row in 0..<rows {
            for x in 0..<columns {
                for wire in 0..<6 {
                    let level = levels[(row * columns + x) * 6 + wire]
                    let y = wire < 3 ? row : row + rows
                    if port.listener.light(x: x, y: y, color: wire % 3) != Int64(130 * level) { wrong += 1 }
                    if port.listener.level(x: x, y: y, color: wire % 3, leastPulse: 130) != level { wrong += 1 }
                }
            }
        }
        expectEqual(wrong, 0)
        #expect(port.listener.violations.isEmpty)
        // 16 x 11 x (3 x 64 + 7).
        expectEqual(port.writes, 35_024)
    }
}
