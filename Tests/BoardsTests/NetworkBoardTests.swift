import Boards
import Foundation
import PixelGraphics
import PixelProtocols
import SignTestSupport
import Testing

@Suite("NetworkBoard")
struct NetworkBoardTests {
    private struct WrongKindError: Error {}

    private func board(_ keys: String) throws -> Board {
        try Board(parsing: "summary: b\nkind: network\n\(keys)\n".utf8, name: "b", path: "b.yaml")
    }

    private func network(_ keys: String) throws -> NetworkBoard {
        guard case .network(let board) = try board(keys).panel else { throw WrongKindError() }
        return board
    }

    @Test("it is an RGB panel of its size, which is no simulation and has no pins")
    func plain() throws {
        let board = try board("size: 128x64\nto: wled.local\nprotocol: ddp")
        expectEqual(board.size, Size(width: 128, height: 64))
        expectEqual(board.format, .rgb)
        #expect(!board.isSimulated && board.headerPins == nil)
    }

    @Test("what is not given has the usual values")
    func defaults() throws {
        let ddp = try network("size: 2x1\nto: wled.local\nprotocol: ddp")
        expectEqual(ddp.destination, PixelDestination(host: "wled.local", port: 4_048))
        expectEqual(ddp.order, .rows)
        expectEqual(ddp.gamma, 2.2)
        expectEqual(ddp.limit, 40)
        try expectEqual(network("size: 2x1\nto: a\nprotocol: art-net").universe, 0)
        try expectEqual(network("size: 2x1\nprotocol: e131").universe, 1)
        try expectEqual(network("size: 2x1\nprotocol: e131").destination, nil)
    }

    @Test("all keys are taken")
    func allKeys() throws {
        let board = try network(
            "size: 64x32\nto: 192.168.1.20:6455\nprotocol: art-net\nuniverse: 16\nuniverse_pixels: 128\n"
                + "order: serpentine-columns\ngamma: 1.05\nlimit: 60")
        expectEqual(board.destination, PixelDestination(host: "192.168.1.20", port: 6_455))
        expectEqual(board.universe, 16)
        expectEqual(board.universes, 16)
        expectEqual(board.order, .serpentineColumns)
        expectEqual(board.gamma, 1.05)
        expectEqual(board.limit, 60)
    }

    @Test("another sign has a port, and a token whose path counts from the folder of the board file")
    func http() throws {
        let text = "summary: b\nkind: network\nsize: 2x1\nto: hall.local\nprotocol: http\ntoken: ./hall-token\n"
        let board = try Board(parsing: text.utf8, name: "b", path: "/etc/ledsign/b.yaml")
        guard case .network(let network) = board.panel else { throw WrongKindError() }
        expectEqual(network.destination, PixelDestination(host: "hall.local", port: 8_080))
        expectEqual(network.token, "/etc/ledsign/hall-token")
        expectEqual(
            board.descriptionLines[2...],
            [
                "device: http to hall.local:8080, token in /etc/ledsign/hall-token",
                "gamma: 2.2 at the receiver, as pictures are made",
                // Lines of 29, 23, 40, 19 and 2 bytes, without the token, and three levels for each pixel.
                "picture: 1 request, 119 bytes; at most 40 a second, at least one",
            ])
    }

    @Test("a token is one line that not everyone can read")
    func tokens() throws {
        let folder = try ScratchFolder()
        let path = folder.path("token")
        let board = try network("size: 2x1\nto: a\nprotocol: http\ntoken: \(path)")
        func outcome(_ content: String, mode: mode_t = 0o600) throws -> String {
            try Data(content.utf8).write(to: folder.url.appendingPathComponent("token"))
            chmod(path, mode)
            do { return try board.readToken() ?? "none" } catch { return "\(error)" }
        }
        try expectEqual(outcome("abc\n"), "abc")
        let words = "the token file \(path) must have the token of the receiver in one line, without blanks"
        for content in ["", "\n", "a b", "a\r\nInjected: yes\r\n"] { try expectEqual(outcome(content), words) }
        try expectEqual(
            outcome("abc", mode: 0o644), "the token file \(path) can be read by everyone; run `chmod o-r`")
        unlink(path)
        let missing = try? board.readToken()
        #expect(missing == nil)
        try expectEqual(network("size: 2x1\nto: a\nprotocol: http").readToken(), nil)
    }

    @Test("an address of IPv6 has brackets where a port follows")
    func addresses() throws {
        for (text, host, port) in [
            ("\"[fe80::1%eth0]:99\"", "fe80::1%eth0", 99), ("\"[::1]\"", "::1", 1_337), ("\"::1\"", "::1", 1_337),
            ("sign.local:5", "sign.local", 5),
        ] {
            let board = try network("size: 2x1\nprotocol: flaschen-taschen\nto: \(text)")
            expectEqual(board.destination, PixelDestination(host: host, port: UInt16(port)), "\(text)")
        }
    }

    @Test("the guardian has room for the black pictures of the largest boards")
    func room() throws {
        let boards = [
            "size: 1024x1024\nto: a\nprotocol: ddp", "size: 1024x1024\nto: a\nprotocol: flaschen-taschen",
            "size: 1x1024\nto: a\nprotocol: flaschen-taschen", "size: 256x170\nprotocol: e131",
            "size: 16x16\nuniverse_pixels: 1\nprotocol: e131",
            "size: 16x16\nuniverse_pixels: 1\nto: a\nprotocol: art-net",
        ]
        for keys in boards {
            let key = PixelSenderKey(.e131, high: 1, low: 2)
            let heads = try network(keys).packets(name: "test", identity: key).blackHeads
            // CFailDark has 40,960 bytes: for each packet 8 of its own and a head of at most 128; zeros are counted in 16 bits.
            #expect(heads.map { 8 + $0.head.count }.reduce(0, +) <= 40_960, "\(keys)")
            #expect(heads.allSatisfy { $0.head.count <= 128 && $0.zeros <= 65_535 }, "\(keys)")
        }
    }

    @Test("the description says where the pictures go, and how much that is")
    func description() throws {
        let keys = "size: 64x32\nto: 10.0.0.9\nprotocol: e131\nuniverse: 5\norder: serpentine\ngamma: 1"
        try expectEqual(
            board(keys).descriptionLines,
            [
                "b: b", "size: 64x32, RGB",
                "device: e131 to 10.0.0.9:5568, universes 5 to 17 of 170 pixels, order serpentine",
                "gamma: 1 at the receiver",
                // 13 heads of 126 bytes, and three for each of 2,048 pixels.
                "picture: 13 packets, 7782 bytes; at most 40 a second, at least one",
            ])
    }
}

/// The pictures of `board test` on a panel of another device.
@Suite("NetworkTestPattern")
struct NetworkTestPatternTests {
    private func pattern(_ name: String, _ keys: String) throws -> (any BoardTestPattern)? {
        let text = "summary: b\nkind: network\nsize: 4x2\nto: wled.local\n\(keys)\n"
        let board = try Board(parsing: text.utf8, name: "b", path: "b.yaml")
        return board.testPatterns(panels: [])?.first { $0.name == name }
    }

    private func changes(_ pattern: (any BoardTestPattern)?, _ answer: String) -> [String]? {
        pattern?.answer(answer)?.changes.map { "\($0.key): \($0.value)" }
    }

    @Test("the light grows along the stream, whatever the board file says of its order")
    func order() throws {
        let pattern = try #require(try pattern("order", "protocol: ddp\norder: columns"))
        var frame = Frame(size: Size(width: 4, height: 2), format: .rgb)
        let lit = (0..<9).map { tick in
            pattern.draw(tick: tick, brightness: .full, into: &frame)
            return frame.canvas.rgb.pixels.map { $0 == .black ? "." : "#" }.joined()
        }
        expectEqual(Array(lit.prefix(3)), ["#.......", "#...#...", "##..#..."])
        expectEqual(lit[7], "########")
        expectEqual(lit[8], lit[0])
    }

    @Test("what is seen tells the keys of the board file")
    func answers() throws {
        let order = try pattern("order", "protocol: ddp")
        expectEqual(changes(order, "rows"), [])
        expectEqual(changes(order, "serpentine"), ["order: serpentine"])
        try expectEqual(changes(pattern("gamma", "protocol: ddp"), "right"), ["gamma: 1"])
        try expectEqual(changes(pattern("gamma", "protocol: ddp\ngamma: 1"), "left"), ["gamma: 2.2"])
        let brighter = try pattern("gamma", "protocol: ddp\ngamma: 1")?.answer("right")
        #expect(brighter?.help != nil)
        for kind in ["flaschen-taschen", "http"] {
            let steps = try pattern("order", "protocol: \(kind)")
            #expect(steps == nil)
        }
    }
}
