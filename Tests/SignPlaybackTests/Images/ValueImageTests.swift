import ImageFiles
import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

/// Images that values decide on, in parts, lists and messages.
@Suite struct ValueImageTests {
    private let folder: ImageFolder
    private static let server = "https://logos.example.org"
    private static let red = Color(rawValue: 0xFF0000)
    private static let blue = Color(rawValue: 0x0000FF)
    private static let lime = Color(rawValue: 0x00FF00)

    init() throws {
        folder = try ImageFolder()
        try folder.png("sun.png", "###")
        try folder.png("rain.png", "#.#")
        try folder.png("or.png", "#")
    }

    private func stage(_ message: String, width: Int = 5, height: Int = 1) throws -> SignStage {
        let text = """
            fields: {v: {variable: ''}, list: {variable: ''}}
            maps: {sky: {0: sun, 1..3: rain}}
            message: {\(message.replacing("DIR", with: folder.url.path))}

            """
        return try SignStage(text, size: Size(width: width, height: height))
    }

    private func set(_ value: LiveValue?, _ sign: SignStage, name: String = "v", at time: Int64 = 0) {
        sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(time))
    }

    private func settle(_ sign: SignStage, at time: Int64 = 0) -> String {
        sign.player.settleImages(at: sign.instant(time))
        return sign.picture(at: time)
    }

    private func come(_ art: String, _ id: String, _ sign: SignStage, at time: Int64 = 0) throws {
        let document = LiveDocument(bytes: try ImageFolder.gif([(art, 10)]))
        let change = LiveChange(name: "image \(Self.server)/\(id).png", document: document)
        sign.player.take([change], at: sign.instant(time))
    }

    @Test(
        "files by a map: the old image stays until the new one is there, and the one of `or` without a value",
        arguments: [
            "parts: [{IMAGE, align: left}]", "columns: [{IMAGE}]", "rows: [{IMAGE, align: left}]",
            "parts: [{parts: [{IMAGE, align: left}], delay: 0s}]", "overflow: scroll, columns: [{IMAGE}]", "IMAGE",
        ])
    func files(_ given: String) throws {
        let image = "image: 'DIR/{v|map sky}.png', or: DIR/or.png"
        let sign = try stage(given.replacing("IMAGE", with: image))
        expectEqual(sign.picture(at: 0), "#....")
        set("0", sign)
        expectEqual(settle(sign), "###..")
        set("2", sign, at: 100)
        expectEqual(settle(sign, at: 100), "#.#..")
        // Not in the map, so there is no such file.
        set("9", sign, at: 200)
        expectEqual(settle(sign, at: 200), "#....")
        set(nil, sign, at: 300)
        expectEqual(sign.picture(at: 300), "#....")
        // It was kept, so it is there at once.
        set("0", sign, at: 400)
        expectEqual(sign.picture(at: 400), "###..")
    }

    @Test("images of a server by value: asked for while a value says so, shown when they come, and kept")
    func server() throws {
        let sign = try stage("columns: [{image: '\(Self.server)/{v}.png', or: DIR/or.png, width: 3}]")
        expectEqual(sign.player.imageSources, [])
        expectEqual(settle(sign), ".#...")
        let before = sign.player.demands
        set("a b", sign)
        expectEqual(sign.player.demands, before + 1)
        expectEqual(sign.player.imageSources.map(\.name), ["image \(Self.server)/a%20b.png"])
        expectEqual(sign.player.imageSources.map(\.takesTurns), [true])
        expectEqual(settle(sign), ".#...")
        try come("###", "a%20b", sign)
        expectEqual(settle(sign), "###..")
        // The old one stays until the new one is there.
        set("b", sign, at: 100)
        expectEqual(sign.player.imageSources.map(\.name), ["image \(Self.server)/b.png"])
        expectEqual(settle(sign, at: 100), "###..")
        try come("#.#", "b", sign, at: 200)
        expectEqual(settle(sign, at: 200), "#.#..")
        set("a b", sign, at: 300)
        expectEqual(sign.picture(at: 300), "###..")
        // What the server does not give is not what was there before.
        set("c", sign, at: 400)
        expectEqual(sign.picture(at: 400), "###..")
        sign.player.take(
            [LiveChange(name: "image \(Self.server)/c.png", reading: LiveReading(nil, isStale: true))],
            at: sign.instant(500))
        expectEqual(settle(sign, at: 500), ".#...")
        // Its source says why, and is asked no more with another value.
        expectEqual(sign.player.images.problems, [])
        set("b", sign, at: 600)
        expectEqual(sign.picture(at: 600), "#.#..")
        set("c", sign, at: 700)
        expectEqual(sign.picture(at: 700), "#.#..")
    }

    @Test("one for each element of a list, known by its key")
    func elements() throws {
        let sign = try stage(
            "rows: [{each: list, key: id, columns: [{image: '\(Self.server)/{id}.png'}, {pixels: '##'}]}]", width: 5,
            height: 2)
        func list(_ ids: String...) -> LiveValue { .list(ids.map { .record(["id": .text($0)]) }) }
        set(list("a", "b"), sign, name: "list")
        expectEqual(sign.player.imageSources.map(\.name), ["a", "b"].map { "image \(Self.server)/\($0).png" })
        try come("#.#", "b", sign)
        expectEqual(settle(sign), "...##\n#.###")
        try come("#..", "a", sign)
        expectEqual(settle(sign), "#..##\n#.###")
        set(list("b", "a"), sign, name: "list", at: 100)
        expectEqual(sign.picture(at: 100), "#.###\n#..##")
    }

    @Test("at most 32 images at a time, and of those before 8 are kept")
    func limits() throws {
        let sign = try stage("rows: [{each: list, columns: [{image: '\(Self.server)/{item}.png'}]}]", height: 8)
        set(.list((0..<100).map { .text("\($0)") }), sign, name: "list")
        expectEqual(sign.player.imageSources.count, 32)
        let single = try stage("columns: [{image: '\(Self.server)/{v}.png', width: 3}]")
        for number in 0..<12 {
            set(.text("\(number)"), single)
            try come("##", "\(number)", single)
            _ = settle(single)
        }
        func isKept(_ number: Int) -> Bool {
            let address = LiveAddress("\(Self.server)/\(number).png", servers: ["logos.example.org"])
            guard let address else { return false }
            let key = ImageCache.Key(source: .url(address), fitting: ImageFitting())
            if case .ready = single.player.images.state(of: key) { return true }
            return false
        }
        expectEqual((0..<12).filter(isKept), Array(3..<12))
    }

    @Test("`check` looks for every file of the map, and for that of `or`")
    func check() throws {
        func problems(_ text: String) -> [String] {
            do {
                _ = try SignStage(text.replacing("DIR", with: folder.url.path))
                return []
            } catch {
                return (error as? SignError)?.problems.map { "\($0.line):\($0.column) \($0.reason)" } ?? []
            }
        }
        let text = """
            fields: {v: {variable: ''}}
            maps: {sky: {0: sun, 1: snow, else: ../sun}}
            message:
              columns: [{image: "DIR/{v|map sky}.png", or: DIR/no.png}]

            """
        let path = folder.url.path
        let missing = "cannot read: No such file or directory. Check the path."
        let found = problems(text)
        expectEqual(found.first, "2:25 the map \"sky\": \(path)/snow.png: \(missing)")
        #expect(found.dropFirst().first?.contains("where the images have to be") == true)
        expectEqual(found.last, "4:21 \(path)/no.png: \(missing)")
        expectEqual(found.count, 3)
    }

    @Test("a value that leads nowhere is a problem of its source")
    func problems() throws {
        let sign = try stage("columns: [{image: './{v}.png', or: DIR/or.png}]")
        expectEqual(sign.player.valueProblems, [:])
        set("../../etc/passwd", sign)
        expectEqual(settle(sign), "#....")
        expectEqual(
            sign.player.valueProblems["v"]?.description.hasPrefix(
                "\"./../../etc/passwd.png\" is not in \"./\", where the images have to be"), true)
    }

    @Test("`fit` brings an image to the size of its part, and it measures that size")
    func fit() throws {
        try folder.png("wide.png", "####\n#..#")
        let image = "image: DIR/wide.png"
        func picture(_ parts: String, _ width: Int, _ height: Int) throws -> String {
            try stage(parts, width: width, height: height).picture(at: 0)
        }
        let box = "{shape: box, width: fill}"
        expectEqual(
            try picture("columns: [{\(image), fit: contain}, \(box)]", 10, 4),
            "##########\n##########\n##....####\n##....####")
        // As high as the row, and cut around its middle.
        expectEqual(
            try picture("columns: [{\(image), fit: cover, width: 4}, \(box)]", 6, 4), "######\n######\n....##\n....##")
        expectEqual(try picture("columns: [{\(image), fit: stretch, width: 1}, \(box)]", 2, 2), "##\n##")
        // In what the others leave it is cut to that, not to all of the list.
        let edge = "####........####"
        let middle = "####\(String(repeating: "#", count: 8))####"
        try folder.png(
            "edges.png",
            ([middle, middle] + Array(repeating: edge, count: 4) + [middle, middle]).joined(separator: "\n"))
        for width in ["", ", width: fill", ", width: fill, padding: 0"] {
            expectEqual(
                try picture("columns: [{image: DIR/edges.png, fit: cover\(width)}, {width: 8}]", 12, 4),
                "####........\n............\n............\n####........")
        }
        expectEqual(
            try picture(
                "columns: [{turns: [{image: DIR/edges.png, fit: cover}], width: fill}, {width: 8}]", 12, 4),
            "####........\n............\n............\n####........")
        // What is left of the height is known only when the text is measured.
        expectEqual(
            try picture("rows: [{\(image), fit: contain, height: fill, align: left}, {shape: box, height: 2}]", 10, 4),
            "####......\n#..#......\n##########\n##########")
        expectEqual(
            try picture("parts: [{\(image), fit: contain, area: {x: 1, width: 8, height: 4}}]", 10, 4),
            ".########.\n.########.\n.##....##.\n.##....##.")
    }

    private func player(_ message: String, _ values: [String: LiveValue]) throws -> SignPlayer {
        let fields = values.keys.sorted().map { "\($0): {variable: ''}" }.joined(separator: ", ")
        let text = "fields: {\(fields)}\nmessage:\n" + message
        let file = try SignFile(parsing: text, path: folder.path("s.yaml"))
        let player = try SignPlayer(
            file, size: Size(width: 64, height: 32), fonts: TestFonts.fonts, start: .zero)
        player.take(values.map { LiveChange(name: $0, reading: LiveReading($1)) }, at: .zero)
        player.settleImages(at: .zero)
        return player
    }

    /// The extents of the pixels of a colour in the first or the last columns.
    private func place(of color: Color, in player: SignPlayer) -> Rectangle? {
        player.direct(at: .zero)
        var frame = Frame(size: player.size, format: .rgb)
        player.draw(at: .zero, into: &frame)
        let found = (0..<32).flatMap { y in
            (0..<64).compactMap { x in frame.canvas.rgb[x, y] == color ? Point(x: x, y: y) : nil }
        }
        guard let left = found.map(\.x).min(), let right = found.map(\.x).max(), let top = found.map(\.y).min(),
            let bottom = found.map(\.y).max()
        else { return nil }
        return Rectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    @Test("a scoreboard shows logos of a server, each fitted to its columns, and files until they are there")
    func scoreboard() throws {
        try folder.png("home.png", "########\n########", color: Self.red)
        try folder.png("guest.png", "##\n##\n##\n##", color: Self.blue)
        let message = """
              columns:
                - {image: "https://logos.example.org/{home.id}.png", fit: contain, or: home.png, width: 16}
                - width: fill
                  align: center
                  rows:
                    - {text: "{home.goals}:{guest.goals}", fit: largest, sample: "88:88", height: fill}
                    - {text: "{period}", color: gold}
                - {image: "https://logos.example.org/{guest.id}.png", fit: contain, or: guest.png, width: 16}

            """
        func team(_ id: String, _ goals: LiveNumber) -> LiveValue {
            .record(["id": .text(id), "goals": .number(goals)])
        }
        let player = try player(message, ["home": team("fcb", 2), "guest": team("bvb", 11), "period": "2"])
        expectEqual(place(of: Self.red, in: player), Rectangle(x: 0, y: 14, width: 16, height: 4))
        expectEqual(place(of: Self.blue, in: player), Rectangle(x: 48, y: 0, width: 16, height: 32))
        expectEqual(
            player.imageSources.map(\.name), ["fcb", "bvb"].map { "image https://logos.example.org/\($0).png" })
        let logo = LiveDocument(bytes: try ImageFolder.gif([("##\n##", 10)], color: Self.lime))
        player.take([LiveChange(name: "image https://logos.example.org/fcb.png", document: logo)], at: .zero)
        player.settleImages(at: .zero)
        expectEqual(place(of: Self.red, in: player), nil)
        expectEqual(place(of: Self.lime, in: player), Rectangle(x: 0, y: 8, width: 16, height: 16))
    }

    @Test("now playing shows the cover that a value names, of the servers that the file names")
    func nowPlaying() throws {
        try folder.png("note.png", "#", color: Self.red)
        let message = """
              while: player.state != off
              columns:
                - {image: "{player.cover}", servers: [i.scdn.co], fit: cover, or: note.png, width: 32}
                - width: fill
                  padding: [2, 0]
                  rows:
                    - {text: "{player.title}", height: fill}
                    - {text: "{player.artist}", color: gray}

            """
        func song(_ cover: String) -> [String: LiveValue] {
            ["player": .record(["state": "playing", "title": "A", "artist": "B", "cover": .text(cover)])]
        }
        let url = "https://i.scdn.co/image/ab67"
        let player = try player(message, song(url))
        expectEqual(place(of: Self.red, in: player), Rectangle(x: 0, y: 0, width: 32, height: 32))
        let cover = LiveDocument(bytes: try ImageFolder.gif([("####\n####", 10)], color: Self.lime))
        player.take([LiveChange(name: "image " + url, document: cover)], at: .zero)
        player.settleImages(at: .zero)
        expectEqual(place(of: Self.lime, in: player), Rectangle(x: 0, y: 0, width: 32, height: 32))
        let other = try self.player(message, song("https://evil.example/a.png"))
        expectEqual(other.imageSources, [])
        expectEqual(place(of: Self.red, in: other), Rectangle(x: 0, y: 0, width: 32, height: 32))
        expectEqual(
            other.valueProblems["player"]?.description.hasPrefix(
                "the server \"evil.example\" of an image is not one of \"servers\""), true)
    }
}
