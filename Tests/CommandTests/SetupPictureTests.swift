import PixelGraphics
import Settings
import SignTestSupport
import Testing

@testable import ledsign

@Suite("The picture of a set-up")
struct SetupPictureTests {
    /// The upper left corner of a code with a quiet zone of one module: the finder pattern, its separator, and timing patterns.
    private static let corner = """
        ##########
        #.......##
        #.#####.##
        #.#...#.##
        #.#...#.##
        #.#...#.##
        #.#####.##
        #.......#.
        ##########
        """

    private func corner(of rows: [String]) -> String {
        rows.prefix(9).enumerated().map { y, row in
            // The timing pattern is behind the separator, in the row of the lower edge of the finder pattern.
            String(row.prefix(y == 7 ? 10 : 9)) + (y == 7 ? "" : "#")
        }.joined(separator: "\n")
    }

    @Test("a QR code has finder patterns in three corners, and dark modules are dark")
    func finders() throws {
        let code = try #require(QRCode("http://192.168.178.23:8080/#493201"))
        expectEqual(code.width, 25)
        let rows = code.rows(scale: 1, quiet: 1)
        expectEqual(rows.count, 27)
        expectEqual(corner(of: rows), Self.corner)
        expectEqual(corner(of: rows.map { String($0.reversed()) }), Self.corner)
        expectEqual(corner(of: Array(rows.reversed())), Self.corner)
        // The alignment pattern of version 2, around module (18, 18).
        let alignment = rows[17...21].map { String(Array($0)[17...21]) }.joined(separator: "\n")
        expectEqual(
            alignment,
            """
            .....
            .###.
            .#.#.
            .###.
            .....
            """)
    }

    @Test("a module may be several pixels, and the quiet zone is lit")
    func scale() throws {
        let code = try #require(QRCode("A"))
        expectEqual(code.width, 21)
        let rows = code.rows(scale: 2, quiet: 3)
        expectEqual(rows.count, 54)
        #expect(rows.prefix(6).allSatisfy { $0 == String(repeating: "#", count: 54) })
        expectEqual(rows[6], rows[7])
        #expect(rows[6].hasPrefix("######..............##"))
        #expect(QRCode(String(repeating: "a", count: 2_954)) == nil)
    }

    @Test(
        "panels with 32 rows and 64 columns show a QR code as large as it fits beside the texts",
        arguments: [(64, 32, 31), (64, 64, 33), (128, 64, 62), (192, 64, 62), (256, 128, 124)])
    func sizes(width: Int, height: Int, side: Int) throws {
        let picture = SetupPicture(
            address: "http://bakery.local:8080", link: "http://192.168.1.23:8080", code: "493201")
        let message = JSONValue.object(picture.message(on: Size(width: width, height: height)))
        guard case .list(let columns)? = message["columns"],
            let rows = columns[0]["pixels"]?.text?.split(separator: "\n"),
            case .list(let texts)? = columns[1]["rows"]
        else {
            Issue.record("there is no QR code: \(message.line)")
            return
        }
        expectEqual(rows.count, side)
        expectEqual(texts.map { $0["text"]?.text }, ["http://bakery.local:8080", "493", "201"])
    }

    @Test("others show the address and the code as text")
    func texts() {
        let picture = SetupPicture(address: "http://a:80", link: "http://a:80", code: "493201")
        expectEqual(picture.message(on: Size(width: 64, height: 16)), [JSONMember("text", "http://a:80  493 201")])
        let square = JSONValue.object(picture.message(on: Size(width: 32, height: 32)))
        #expect(square.line.contains("493 201"))
        #expect(square["columns"] == nil)
        // 33 modules need more than 32 rows.
        let long = SetupPicture(
            address: "", link: "http://a-name-that-is-long.and-its-domain.example:8080", code: "493201")
        #expect(JSONValue.object(long.message(on: Size(width: 64, height: 32)))["columns"] == nil)
        let used = SetupPicture(address: "http://a:80", link: "http://a:80", code: nil)
        expectEqual(used.message(on: Size(width: 32, height: 8)), [JSONMember("text", "http://a:80")])
    }
}
