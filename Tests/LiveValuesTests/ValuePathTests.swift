import LiveValues
import Settings
import SignTestSupport
import Testing

@Suite struct ValuePathTests {
    private let value = LiveValue.record([
        "a": .list([.record(["b": 1, "c d": "x"]), .record(["b": 2]), 3]), "n": .record(["z": 26, "y": 25]),
    ])

    private func found(_ path: String) throws -> LiveValue? { try ValuePath(parsing: path).value(in: value) }

    @Test("Paths select parts")
    func parts() throws {
        try expectEqual(found(""), value)
        try expectEqual(found("a[0].b"), 1)
        try expectEqual(found("a[-1]"), 3)
        try expectEqual(found("a[0].\"c d\""), "x")
        try expectEqual(found("a[0][\"c d\"]"), "x")
        try expectEqual(found("a[*].b"), .list([1, 2]))
        try expectEqual(found("n[*]"), .list([25, 26]))
        try expectEqual(found("[*][*]")?.elements.count, 5)
        for nothing in ["b", "a.b", "a[3]", "a[-4]", "a[0].b.c", "a[0].b[0]", "n[0]", "a[0].b[*]"] {
            #expect(try found(nothing) == nil, "\(nothing)")
        }
    }

    @Test("Paths print as they were read")
    func writing() throws {
        for path in ["", "a", "a[0].b", "[*].x[-1]", "a.\"b c\".\"\\\"\\\\\"", "größe-2"] {
            try expectEqual(ValuePath(parsing: path).description, path)
        }
    }

    @Test(
        "Broken paths are reported at their offset",
        arguments: [
            ("a.", 2), (".a", 0), ("a[", 2), ("a[x]", 2), ("a[1", 3), ("a b", 2), ("a.\"b", 2), ("a[--1]", 2),
            ("a..b", 2),
        ])
    func problems(path: String, offset: Int) {
        do throws(TextError) {
            _ = try ValuePath(parsing: path)
            Issue.record("\(path) was taken")
        } catch {
            expectEqual(error.offset, offset)
        }
    }
}
