import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Values of enormous size, as the parser of a source leaves them, for each kind of part that uses values.
@Suite struct ListBadSizeTests {
    private static let size = Size(width: 64, height: 16)

    /// The kinds of parts that use a value, the rows of pixels that each has, and what it cannot show of a text.
    private static let kinds: [(part: String, words: String)] = [
        ("each: v, text: \"{item}\"", "is not a list"), ("bar: \"{v}\", height: 2", "is not a number"),
        ("plot: \"{v}\", height: 2", "is not a list of numbers"), ("text: x, color: \"{v}\"", "is not a colour"),
        ("image: \"icons/{v}.png\", height: 2", ""),
    ]

    private func stage(_ part: String, _ value: LiveValue?) throws -> SignStage {
        let sign = try SignStage("fields: {v: {variable: \"0\"}}\nmessage: {rows: [{\(part)}]}", size: Self.size)
        sign.player.take([LiveChange(name: "v", reading: LiveReading(value))], at: sign.instant(0))
        _ = sign.picture(at: 0)
        return sign
    }

    /// A part of each kind with a value: what its one problem says.
    private func problems(_ value: LiveValue?) throws -> [[String: String]] {
        try Self.kinds.map { try stage($0.part, value).player.valueProblems.mapValues { "\($0)" } }
    }

    @Test(
        "a text of ten megabytes is cut by the parser of its source, and is one short problem wherever it cannot be used"
    )
    func text() throws {
        let json = [0x22] + [UInt8](repeating: 0x61, count: 10_000_000) + [0x22]
        let value = try #require(try LiveValue.reading(json: json))
        #expect(value.text().count <= LiveText.defaultLength)
        for (found, kind) in try zip(problems(value), Self.kinds) where !kind.words.isEmpty {
            let words = try #require(found["v"])
            #expect(found.count == 1 && words.contains(kind.words) && words.count < 150, "\(kind.part): \(words)")
        }
    }

    @Test(
        "of a list of a hundred thousand a hundred elements are made, and others say in one problem that they have no use for it"
    )
    func list() throws {
        let json = Array("[\([String](repeating: "7", count: 100_000).joined(separator: ","))]".utf8)
        let value = try #require(try LiveValue.reading(json: json))
        let problems = try problems(value)
        expectEqual(problems[0], [:])
        expectEqual(problems[1], ["v": "a list, not a number, which the part in line 2 needs"])
        expectEqual(problems[2], [:])
        #expect(problems[3]["v"].map { $0.count < 150 } ?? false)
        #expect(problems[4].values.allSatisfy { $0.count < 300 })
        // What is shown is that of the hundred elements that are made at most.
        let few = LiveValue.list([LiveValue](repeating: 7, count: 100))
        let part = Self.kinds[0].part
        let (all, some) = (try stage(part, value), try stage(part, few))
        for time in [0, 1_000, 10_000] {
            expectEqual(all.picture(at: Int64(time)), some.picture(at: Int64(time)))
        }
        expectEqual(try measured(value), 101)
    }

    /// The parts that a list measures for a value, itself among them.
    private func measured(_ value: LiveValue) throws -> Int {
        let file = try SignFile(parsing: "messages: []\n", path: "s.yaml")
        let values = TextValues()
        values.scope.readings["v"] = LiveReading(value)
        let maker = MessageMaker(file: file, fonts: FontCache(TestFonts.fonts), values: values)
        let message = try SignMessage(
            parsing: "rows: [{each: v, text: \"{item}\"}]",
            for: try SignFile(parsing: "fields: {v: {variable: \"0\"}}\nmessages: []\n", path: "s.yaml"))
        guard case .list(let rows)? = message.parts?.first?.content, let part = rows.parts.first else { return 0 }
        let list = ListContent(ListPart(part), maker: maker, scope: PartsConstruction.Scope(start: .zero))
        list.measure(height: Self.size.height, width: Self.size.width)
        return list.nodes.count
    }
}
