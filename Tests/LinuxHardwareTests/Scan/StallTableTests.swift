import Foundation
import Testing

@Suite struct StallTableTests {
    @Test("the tables of docs/hub75.md are what the simulated machine shows")
    func documentation() throws {
        let text = try String(contentsOfFile: "docs/hub75.md", encoding: .utf8)
        let written = text.split(separator: "\n").map(String.init)
        let lines = try StallTable.lines()
        let first = written.firstIndex(of: lines[0]) ?? 0
        let isThere = lines.allSatisfy { written[first...].contains($0) }
        #expect(isThere, "the rows of the tables should be:\n\(lines.joined(separator: "\n"))\n")
    }
}
