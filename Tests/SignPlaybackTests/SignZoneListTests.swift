import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Zones in rows and columns: areas without arithmetic.
@Suite struct SignZoneListTests {
    private func areas(_ text: String, _ width: Int, _ height: Int) throws -> [[Int]] {
        let file = try SignFile(parsing: text, path: "s.yaml")
        return file.zones.map { zone in
            let area = zone.area(Size(width: width, height: height))
            return [area.x, area.y, area.width, area.height]
        }
    }

    private static let file = """
        gap: [2, 1]
        rows:
          - {name: top, height: 10, message: A}
          - columns:
              - {name: left, width: 16, messages: [B, C]}
              - {name: middle, message: D}
              - {name: right, width: fill 2, message: E}
            gap: 3
          - {name: news, height: 8, message: F}
        """

    @Test("pixels come first, and the others share the rest, on any sign")
    func areas() throws {
        expectEqual(
            try areas(Self.file, 64, 32),
            [[0, 0, 64, 10], [0, 11, 16, 12], [19, 11, 14, 12], [36, 11, 28, 12], [0, 24, 64, 8]])
        expectEqual(
            try areas(Self.file, 128, 64),
            [[0, 0, 128, 10], [0, 11, 16, 44], [19, 11, 35, 44], [57, 11, 71, 44], [0, 56, 128, 8]])
    }

    @Test("the picture is that of zones with the same areas, and padding goes around them")
    func picture() throws {
        let listed = try SignStage(
            "padding: 1\ncolumns: [{width: 9, message: A}, {message: {text: B, align: right}}]\n",
            size: Size(width: 32, height: 10))
        let placed = try SignStage(
            """
            zones:
              - {area: {x: 1, y: 1, width: 9, height: 8}, message: A}
              - {area: {x: 10, y: 1, width: 21, height: 8}, message: {text: B, align: right}}
            """, size: Size(width: 32, height: 10))
        expectEqual(listed.picture(at: 0), placed.picture(at: 0))
        #expect(listed.picture(at: 0).contains("#"))
    }

    @Test("a style of rows or columns holds for the zones in them")
    func style() throws {
        let file = try SignFile(
            parsing: "rows: [{style: {speed: 7}, columns: [{message: A}]}, {message: B}]", path: "s.yaml")
        expectEqual(file.zones.map { $0.messages[0].look.letters.speed }, [Speed(7), nil])
    }

    @Test("a zone that moves as the file is saved keeps what it shows")
    func reload() throws {
        let text = "rows: [{name: a, height: 8, message: {text: Fresh bread until noon, speed: 10}}, {message: B}]"
        let sign = try SignStage(text, size: Size(width: 32, height: 16))
        let before = sign.picture(at: 3_050).split(separator: "\n")[..<8]
        try sign.show(
            "rows: [{message: B}, {name: a, height: 8, message: {text: Fresh bread until noon, speed: 10}}]", at: 3_060)
        expectEqual(Array(sign.picture(at: 3_070).split(separator: "\n")[8...]), Array(before))
    }
}
