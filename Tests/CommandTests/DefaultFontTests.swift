import Foundation
import SignTestSupport
import Testing

@Suite("The font where none is named")
struct DefaultFontTests {
    private func picture(_ board: String, _ options: String...) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.txt").path
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        let run = try CommandRunner.run(
            program, ["render", "Hi Ω", "--board", board, "--at", "0s", "--out", path] + options)
        expectEqual(run.status, 0, "\(run.errors)")
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("on 64 rows a text is twice as large as on 32, the letters of fallback fonts, too")
    func doubled() throws {
        let small = try picture("sim-64x32")
        let doubled = small.flatMap { row in
            [String](repeating: row.map { "\($0)\($0)" }.joined(), count: 2)
        }
        #expect(small.joined().contains("#"))
        try expectEqual(picture("sim-128x64"), doubled)
    }

    @Test("a factor behind the name of a font enlarges it")
    func named() throws {
        let small = try picture("sim-64x32", "--font", "ledsign-8", "--valign", "top")
        let large = try picture("sim-128x64", "--font", "ledsign-8@2", "--valign", "top")
        expectEqual(large[0], small[0].map { "\($0)\($0)" }.joined())
        expectEqual(large[15], small[7].map { "\($0)\($0)" }.joined())
    }
}
