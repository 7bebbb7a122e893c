import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Lists of values whose elements form groups, and parts of them that come and go.
@Suite struct ListGroupTests {
    private func element(_ day: String, _ count: Int, id: String = "") -> LiveValue {
        .record(["day": .text(day), "n": .number(LiveNumber(count)), "id": .text(id)])
    }

    private func sign(_ keys: String, _ width: Int, _ height: Int) throws -> SignStage {
        let fields = "fields: {list: {variable: \"0\"}, door: {variable: \"\"}}\n"
        return try SignStage(fields + "message:\n" + keys, size: Size(width: width, height: height))
    }

    private func set(_ values: [LiveValue], _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take(
            [LiveChange(name: "list", reading: LiveReading(.list(values)))], at: sign.instant(milliseconds))
    }

    /// A row of one bar as long as the number of the element, and a head of four dashed pixels before each day.
    private static let bars = """
          rows:
            - each: list
              hold: 2s
              by: "{day}"
              head: {pixels: "#.#."}
              columns: [{bar: "{n}", range: [0, 4], height: 1, width: fill}]
        """

    @Test("a head comes before each group of elements, and again where a group comes again")
    func heads() throws {
        let sign = try sign(Self.bars, 4, 7)
        set([element("mon", 1), element("mon", 2), element("tue", 3), element("mon", 4)], sign, at: 0)
        expectEqual(sign.picture(at: 0), "#.#.\n#...\n##..\n#.#.\n###.\n#.#.\n####")
        set([element("tue", 3), element("tue", 4)], sign, at: 100)
        expectEqual(sign.picture(at: 100), "#.#.\n###.\n####\n....\n....\n....\n....")
        set([], sign, at: 200)
        #expect(!sign.picture(at: 200).contains("#"))
    }

    @Test("a head is never the last row of a page, unless it fills the page")
    func pages() throws {
        let sign = try sign(Self.bars, 4, 3)
        set([element("mon", 1), element("tue", 2), element("tue", 3), element("tue", 4)], sign, at: 0)
        expectEqual(sign.picture(at: 0), "#.#.\n#...\n....")
        expectEqual(sign.picture(at: 2_000), "#.#.\n##..\n###.")
        // It comes again on a page that begins within its group.
        expectEqual(sign.picture(at: 4_000), "#.#.\n####\n....")
        let low = try self.sign(Self.bars, 4, 1)
        set([element("mon", 1), element("tue", 2)], low, at: 0)
        let shown = (0..<4).map { low.picture(at: $0 * 2_000) }
        expectEqual(shown, ["#.#.", "#...", "#.#.", "##.."])
    }

    @Test("a head comes again on further pages of its group alone, with all of its rows, and with its values")
    func repeatedHeads() throws {
        let heads = """
              rows:
                - each: list
                  hold: 2s
                  by: "{day}"
                  head: [{pixels: "#.#."}, {columns: [{bar: "{n}", range: [0, 4], height: 1, width: fill}]}]
                  columns: [{bar: "{n}", range: [0, 4], height: 1, width: fill}]
            """
        let sign = try sign(heads, 4, 4)
        set([1, 2, 3, 4].map { element("mon", $0) } + [2, 3].map { element("tue", $0) }, sign, at: 0)
        let pages = (0..<4).map { sign.picture(at: $0 * 2_000) }
        expectEqual(
            pages,
            [
                "#.#.\n#...\n#...\n##..", "#.#.\n#...\n###.\n####", "#.#.\n##..\n##..\n###.",
                "#.#.\n#...\n#...\n##..",
            ])
        // The first element decides what the head says, on all pages of the group.
        set([4, 2, 3, 4].map { element("mon", $0) }, sign, at: 8_000)
        expectEqual(
            (4..<6).map { sign.picture(at: $0 * 2_000 + 1) }, ["#.#.\n####\n####\n##..", "#.#.\n####\n###.\n####"])
    }

    @Test("a head shows the text of its group and values of its first element, and is no row of the table")
    func texts() throws {
        let table = """
              rows:
                - each: list
                  by: "{day|upper}!"
                  head: {columns: [{text: "{by|lower}", width: fill}, "{n}"]}
                  columns: [{pixels: "#"}, "{n}"]
            """
        let sign = try sign(table, 30, 16)
        set([element("mon", 1)], sign, at: 0)
        let still = try self.sign(
            "  rows: [{columns: [{text: mon!, width: fill}, \"1\"]}, {columns: [{pixels: \"#\"}, \"1\"]}]", 30, 16)
        expectEqual(sign.picture(at: 0), still.picture(at: 0))
        expectEqual(sign.player.listed(at: sign.instant(0)).first?.words, "mon! 1 1")
    }

    @Test("a part is there while a condition on the values of its element holds, and a cell leaves its place empty")
    func conditions() throws {
        let rows = """
              rows:
                - each: list
                  while: n > 1
                  columns:
                    - {pixels: "#"}
                    - {pixels: "##", while: n < 4}
                    - {pixels: "#"}
            """
        let sign = try sign(rows, 5, 3)
        set([element("", 1), element("", 2), element("", 4), element("", 3)], sign, at: 0)
        expectEqual(sign.picture(at: 0), "####.\n#..#.\n####.")
        set([element("", 4)], sign, at: 100)
        expectEqual(sign.picture(at: 100), "##...\n.....\n.....")
        let stack = try self.sign(
            "  rows: [{each: list, rows: [{pixels: \"#\", while: n = 1}, {pixels: \"##\"}]}]", 2, 4)
        set([element("", 2), element("", 1)], stack, at: 0)
        expectEqual(stack.picture(at: 0), "##\n#.\n##\n..")
    }

    @Test("how long a condition has held is known of each element by its key, and the sign knows when it begins")
    func times() throws {
        let rows = """
              rows:
                - {each: list empty "", key: id, while: [n > 1 for 10s, door != open], bar: "{n}", range: [0, 4], height: 1}
            """
        let sign = try sign(rows, 4, 2)
        sign.player.take([LiveChange(name: "door", reading: LiveReading("shut"))], at: sign.instant(0))
        set([element("", 2, id: "a"), element("", 1, id: "b")], sign, at: 0)
        expectEqual(sign.picture(at: 0), "....\n....")
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(10_000))
        // The first one goes on where it is the second one, and the other one begins.
        set([element("", 3, id: "b"), element("", 2, id: "a")], sign, at: 4_000)
        expectEqual(sign.player.nextChange(after: sign.instant(4_000)), sign.instant(10_000))
        expectEqual(sign.picture(at: 9_999), "....\n....")
        expectEqual(sign.picture(at: 10_000), "##..\n....")
        expectEqual(sign.player.nextChange(after: sign.instant(10_000)), sign.instant(14_000))
        expectEqual(sign.picture(at: 14_000), "###.\n##..")
        #expect(sign.player.nextChange(after: sign.instant(14_000)) == nil)
        sign.player.take([LiveChange(name: "door", reading: LiveReading("open"))], at: sign.instant(15_000))
        expectEqual(sign.picture(at: 15_000), "....\n....")
    }

    @Test("what a list without elements says is there while the conditions hold that need no element")
    func empty() throws {
        let sign = try sign("  rows: [{each: list empty \"none\", while: [n > 1, door != open], text: x}]", 24, 8)
        let none = try SignStage("message: none", size: Size(width: 24, height: 8)).picture(at: 0)
        sign.player.take([LiveChange(name: "door", reading: LiveReading("shut"))], at: sign.instant(0))
        set([], sign, at: 0)
        expectEqual(sign.picture(at: 0), none)
        sign.player.take([LiveChange(name: "door", reading: LiveReading("open"))], at: sign.instant(100))
        #expect(!sign.picture(at: 100).contains("#"))
    }
}
