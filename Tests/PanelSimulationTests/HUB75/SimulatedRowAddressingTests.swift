import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

/// The sequences that printed descriptions of the address types give, from the driver's point of view.
private struct RowSequence {
    let addressing: RowAddressing
    let rows: Int

    /// What is put on the wires one after the other to select a row.
    func steps(row: Int) -> [String] {
        switch addressing {
        case .direct: return [number(row, of: ["A", "B", "C", "D", "E"], first: 0)]
        case .abShift:
            var steps: [String] = []
            for i in 0..<rows { steps += ["A-", i == rows - 1 - row ? "B-" : "B+", "A+"] }
            return steps + ["A-", "A+"]
        case .directSelect:
            return [["A- B+ C+ D+", "A+ B- C+ D+", "A+ B+ C- D+", "A+ B+ C+ D-"][row % 4]]
        case .abcShift:
            var steps: [String] = []
            for i in 0..<rows { steps += ["A-", i == rows - 1 - row ? "C+" : "C-", "A+"] }
            return steps + ["A+", "A-"]
        case .sm5266:
            var steps = ["C+"]
            for r in [7, 6, 5, 4, 3, 2, 1, 0] { steps += [row % 8 == r ? "B+" : "B-", "A+", "A+", "A-"] }
            return steps + ["C-", "A- B- C-"] + (rows > 8 ? [number(row / 8, of: ["D", "E"], first: 8)] : [])
        case .b707: return ["B+", row == 0 ? "C+" : "C-", "A+", "A+", "A-", "B-"]
        }
    }

    /// A binary number, with one more wire whenever the rows outgrow those before it.
    private func number(_ number: Int, of names: [String], first: Int) -> String {
        var text: [String] = []
        var limit = first == 0 ? 0 : first
        for (bit, name) in names.enumerated() {
            guard bit == 0 || rows > limit else { break }
            text.append(name + (number >> bit & 1 == 1 ? "+" : "-"))
            limit = bit == 0 && first == 0 ? 2 : limit * 2
        }
        return text.joined(separator: " ")
    }
}

@Suite struct SimulatedRowAddressingTests {
    /// The rows of which some are out of order, but for the walking bit.
    private func order(_ addressing: RowAddressing, rows: Int) -> [Int] {
        let inOrder = Array(0..<rows) + Array(0..<rows)
        guard addressing != .b707 else { return inOrder }
        var random = SeededRandom(seed: UInt64(rows))
        return inOrder + (0..<2 * rows).map { _ in Int.random(in: 0..<rows, using: &random) }
    }

    @Test(
        "every row of every size is selected by its sequence, and no other one",
        arguments: RowAddressing.allCases)
    func everyRow(addressing: RowAddressing) {
        for rows in 1...(addressing == .directSelect ? 4 : 32) {
            var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: rows, addressing: addressing))
            let sequence = RowSequence(addressing: addressing, rows: rows)
            for row in order(addressing, rows: rows) {
                for step in sequence.steps(row: row) { manual.set(step) }
                expectEqual(manual.panel.selectedRows, [row], "row \(row) of \(rows)")
            }
            #expect(manual.panel.violations.isEmpty)
        }
    }

    @Test("the light of a row falls on its two rows alone", arguments: RowAddressing.allCases)
    func lightOfARow(addressing: RowAddressing) {
        let rows = addressing == .directSelect ? 4 : 16
        var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: rows, addressing: addressing))
        let sequence = RowSequence(addressing: addressing, rows: rows)
        for row in 0..<rows {
            manual.shift(["R1": "#", "R2": "."])
            for step in sequence.steps(row: row) { manual.set(step) }
            manual.latch()
            manual.light(Int64(1_000 + row))
            manual.shift(["R1": ".", "R2": "#"])
            manual.latch()
            manual.light(Int64(2_000 + row))
        }
        let upper = (0..<rows).map { [Int64(1_000 + $0)] }
        let lower = (0..<rows).map { [Int64(2_000 + $0)] }
        expectEqual(light(manual.panel), upper + lower)
        #expect(manual.panel.violations.isEmpty)
    }

    /// Typed from the table of row address types.
    @Test("the wires that a panel listens to are those that its number of rows needs")
    func wires() {
        func address(_ addressing: RowAddressing, _ rows: Int) -> String {
            let panel = SimulatedHUB75(columns: 8, rowPairs: rows, addressing: addressing)
            return panel.wireNames.filter { ["A", "B", "C", "D", "E"].contains($0) }.joined()
        }
        expectEqual(
            [1, 2, 3, 4, 5, 8, 9, 16, 17, 32].map { address(.direct, $0) },
            [
                "A", "A", "AB", "AB", "ABC", "ABC", "ABCD", "ABCD", "ABCDE", "ABCDE",
            ])
        expectEqual(address(.abShift, 32), "AB")
        expectEqual(address(.directSelect, 4), "ABCD")
        expectEqual(address(.abcShift, 32), "AC")
        expectEqual([8, 16, 32].map { address(.sm5266, $0) }, ["ABC", "ABCD", "ABCDE"])
        expectEqual(address(.b707, 32), "ABC")
    }

    @Test("a shift register that was filled wrongly selects no row, or several")
    func wrongShifts() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 8, addressing: .abcShift))
        manual.shift(["R1": "#"])
        manual.latch()
        for step in ["C+", "A+", "A-", "C-", "A+", "A-", "C+", "A+", "A-"] { manual.set(step) }
        expectEqual(manual.panel.selectedRows, [0, 2])
        manual.light(500)
        expectEqual(summary(manual.panel), ["row-count 1500 2 1"])
        manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 8, addressing: .b707))
        manual.shift(["R1": "#"])
        manual.latch()
        manual.light(500)
        expectEqual(summary(manual.panel), ["row-count 600 0 1"])
        for step in ["C+", "A+", "A-"] { manual.set(step) }
        expectEqual(manual.panel.selectedRows, [], "BK is low, so nothing is taken")
    }

    @Test("the chip SM5266 takes nothing while BK is low, and is dark while it is high")
    func sm5266() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 16, addressing: .sm5266))
        for step in ["C+", "B+", "A+", "A-", "B-"] { manual.set(step) }
        expectEqual(manual.panel.selectedRows, [])
        manual.set("C-")
        expectEqual(manual.panel.selectedRows, [0])
        for step in ["B+", "A+", "A-"] { manual.set(step) }
        expectEqual(manual.panel.selectedRows, [0])
        manual.set("D+")
        expectEqual(manual.panel.selectedRows, [8])
        manual.set("E+")
        expectEqual(manual.panel.selectedRows, [8], "with 16 rows nothing is connected to E")
    }
}
