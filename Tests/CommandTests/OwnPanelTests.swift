import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

/// An outdoor panel that is none of those that are shipped, described in a short file.
@Suite struct OwnPanelTests {
    /// 32x16 with 1/4 scan: tiles of 16x8 in which the rows run to and fro and the halves lie in each other's rows.
    private static let panel = """
        summary: Panel of the market stall
        kind: hub75-panel
        columns: 32
        rows: 16
        multiplexing: |
          0: 7-0   1: 0-7
          1: 15-8  0: 8-15
          2: 7-0   3: 0-7
          3: 15-8  2: 8-15
          0: 16-23 1: 23-16
          1: 24-31 0: 31-24
          2: 16-23 3: 23-16
          3: 24-31 2: 31-24
        """

    /// The same wires, seen as a panel whose pixels lie as they are shifted.
    private static let plain = "summary: The matrix\nkind: hub75-panel\ncolumns: 64\nrows: 8\n"

    private static let board = "summary: A\nkind: hub75\nwiring: regular\nport: simulated\npanel: "

    /// The table once more, as a formula.
    private func place(x: Int, y: Int) -> Point {
        let isRight = x % 16 >= 8
        let isLower = y % 8 >= 4
        let odd = y % 2
        let row = y % 4 - odd + ((odd == 1) != isRight ? 1 : 0)
        let step = isRight == isLower ? 7 - x % 8 : x % 8
        // Above, the left half runs backwards; below, the right one.
        let column = (isLower ? 16 : 0) + 8 * odd + step
        return Point(x: x / 16 * 32 + column, y: y / 8 * 4 + row)
    }

    private func run(_ folder: ScratchFolder, _ arguments: String...) throws {
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, arguments, folder: folder.url)
        try #require(outcome.status == 0, "\(arguments.joined(separator: " ")): \(outcome.errors)")
    }

    @Test("it shows the picture that it can show, and each pixel is shifted where its table says")
    func shows() throws {
        let folder = try ScratchFolder()
        for (name, text) in [
            ("panel", Self.panel), ("plain", Self.plain), ("sign", Self.board + "./panel.yaml\n"),
            ("matrix", Self.board + "plain.yaml\n"),
        ] {
            try Data(text.utf8).write(to: folder.url.appendingPathComponent(name + ".yaml"))
        }
        let message = ["render", "R7", "--color", "#FF8010", "--background", "#001030", "--at", "0s", "--board"]
        func render(_ more: String...) throws {
            let outcome = try CommandRunner.run(
                CommandRunner.products.appendingPathComponent("ledsign").path, message + ["./sign.yaml"] + more,
                folder: folder.url)
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        try render("--out", "a.vcd")
        try render("--style", "levels", "--out", "levels.png")
        try run(folder, "decode", "a.vcd", "--board", "./sign.yaml", "--out", "decoded.png")
        try expectEqual(folder.bytes("decoded.png"), folder.bytes("levels.png"))
        try run(folder, "decode", "a.vcd", "--board", "./matrix.yaml", "--out", "matrix.png")
        let seen = try ImageLoader.read(path: folder.path("levels.png")).frames[0].picture.bitmap
        let matrix = try ImageLoader.read(path: folder.path("matrix.png")).frames[0].picture.bitmap
        #expect(seen.size == Size(width: 32, height: 16) && matrix.size == Size(width: 64, height: 8))
        var wrong: [String] = []
        for y in 0..<16 {
            for x in 0..<32 {
                let place = place(x: x, y: y)
                if matrix[place.x, place.y] != seen[x, y] { wrong.append("(\(x), \(y)) in \(place)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(4))")
        let colors = Set((0..<512).map { seen[$0 % 32, $0 / 32] })
        expectEqual(colors.count, 2)
    }

    @Test("a table with a typing error is rejected, naming the two pixels, wherever the board is used")
    func refused() throws {
        let folder = try ScratchFolder()
        let slip = Self.panel.replacingOccurrences(of: "2: 8-15", with: "2: 8-14 7")
        try Data(slip.utf8).write(to: folder.url.appendingPathComponent("panel.yaml"))
        try Data((Self.board + "./panel.yaml\n").utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        for arguments in [
            ["board", "check"], ["board", "show"], ["render", "R7", "--at", "0s", "--out", "a.png", "--board"],
        ] {
            let outcome = try CommandRunner.run(
                CommandRunner.products.appendingPathComponent("ledsign").path, arguments + ["./sign.yaml"],
                folder: folder.url)
            #expect(outcome.status != 0)
            #expect(
                outcome.errors.contains(
                    "panel.yaml:9:20: the pixels (0, 2) and (15, 3) collide: both lie in column 7 of row 2 of the matrix"
                ), "\(outcome.errors)")
        }
    }

    @Test("the shipped tables are what the script writes from the formulas")
    func script() throws {
        let script = CommandRunner.checkout.appendingPathComponent("scripts/panel-tables.py").path
        let outcome = try CommandRunner.tool("python3", [script, "--check"])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }
}
