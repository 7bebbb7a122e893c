import SignTestSupport
import Testing

@Suite("ledsign font list")
struct FontListTests {
    private func lines(_ arguments: String...) throws -> [String] {
        let run = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["font", "list"] + arguments)
        expectEqual(run.status, 0, "\(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test("the program's own fonts are listed alone, and with --all behind those of the system")
    func own() throws {
        let own = try lines()
        let folder = CommandRunner.checkout.appendingPathComponent("fonts").path
        #expect(own.count > 4 && own.allSatisfy { $0.contains("  \(folder)/") }, "\(own)")
        #expect(own.contains { $0.hasPrefix("ledsign-8  ") })
        expectEqual(try lines("--shipped"), own)
        let all = try lines("--all")
        // The package unifont has one font at least.
        #expect(all.count > own.count, "no fonts of the system")
        func names(_ lines: some Sequence<String>) -> [Substring] { lines.map { $0.prefix { $0 != " " } } }
        expectEqual(names(all.suffix(own.count)), names(own))
        #expect(!all.dropLast(own.count).contains { $0.contains("  \(folder)/") })
    }
}
