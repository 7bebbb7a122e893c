import Foundation
import SignTestSupport
import Testing

@Suite struct StallTableTests {
    @Test("the tables of docs/hub75.md have a row for each stall, which says what the simulated machine shows")
    func documentation() throws {
        let text = try String(contentsOfFile: "docs/hub75.md", encoding: .utf8)
        let written = text.split(separator: "\n").map(String.init)
        let rows = StallTable.rows()
        let first = written.firstIndex { $0.hasPrefix(rows[0].head) } ?? 0
        for row in rows {
            expectEqual(
                written[first...].filter { $0.hasPrefix(row.head) }.count, 1, "rows that begin with \(row.head)")
        }
        for row in sample(rows, 4) {
            let line = try row.line()
            #expect(written[first...].contains(line), "the row of the table should be:\n\(line)\n")
        }
    }
}
