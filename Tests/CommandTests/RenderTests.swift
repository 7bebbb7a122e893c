import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

@Suite("ledsign render")
struct RenderTests {
    @Test("a text picture holds the letters of the font")
    func textPicture() throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.ledsign(
            "render", "7F", "--board", "sim-32x8", "--at", "0s", "--out", folder.path("a.txt"))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(
            folder.text("a.txt"),
            """
            #####.#####.....................
            ....#.#.........................
            ...#..#.........................
            ..#...####......................
            .#....#.........................
            .#....#.........................
            .#....#.........................
            ................................

            """)
    }

    @Test("an image pixel per LED has the canvas colours exactly")
    func pixelStyle() throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.ledsign(
            "render", "|", "--board", "sim-64x32", "--color", "#0a141e", "--background", "#010203", "--font",
            "ledsign-8", "--valign", "top", "--style", "pixels", "--out", folder.path("a.png"))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let pillow = """
            from PIL import Image; import sys
            i = Image.open(sys.argv[1]).convert('RGB'); print(i.size, i.getpixel((0, 0)), i.getpixel((63, 31)))
            """
        let read = try CommandRunner.python(pillow, folder.path("a.png"))
        expectEqual(read.output, "(64, 32) (10, 20, 30) (1, 2, 3)\n", "\(read.errors)")
    }

    @Test("a WebP file shows what the GIF shows, and is smaller")
    func webP() throws {
        let folder = try ScratchFolder()
        for name in ["a.gif", "a.webp"] {
            let outcome = try CommandRunner.ledsign(
                "render", "Fresh bread until noon", "--board", "sim-32x8", "--for", "2s", "--fps", "25", "--color",
                "amber",
                "--style", "leds", "--pitch", "4", "--out", folder.path(name))
            expectEqual(outcome.status, 0, "\(outcome.errors)")
        }
        let images = try ["a.gif", "a.webp"].map { try ImageLoader.read(path: folder.path($0)) }
        expectEqual(images[0].frames.count, images[1].frames.count)
        for (first, second) in zip(images[0].frames, images[1].frames) {
            expectEqual(first.milliseconds, second.milliseconds)
            // A GIF rounds colours where there are many.
            for (one, other) in zip(first.picture.bitmap.pixels, second.picture.bitmap.pixels) {
                let distance = max(
                    abs(Int(one.red) - Int(other.red)), abs(Int(one.green) - Int(other.green)),
                    abs(Int(one.blue) - Int(other.blue)))
                #expect(distance <= 12)
            }
        }
        let sizes = try ["a.gif", "a.webp"].map { try folder.bytes($0).count }
        #expect(sizes[1] < sizes[0], "\(sizes)")
        #expect(images[1].loops == nil)
    }

    @Test("an image on a board of few planes is dithered, on others it is not")
    func dithered() throws {
        let folder = try ScratchFolder()
        try PNG.write(
            RGBBitmap(size: Size(width: 64, height: 32), color: Color(red: 120, green: 120, blue: 120)),
            path: folder.path("grey.png"))
        func colors(planes: Int) throws -> Int {
            let board =
                "kind: hub75\nsummary: few planes\npanel: 64x32\nwiring: regular\nport: simulated\nplanes: \(planes)\n"
            try Data(board.utf8).write(to: folder.url.appendingPathComponent("b.yaml"))
            try Data("message: {image: ./grey.png}\n".utf8).write(to: folder.url.appendingPathComponent("s.yaml"))
            let outcome = try CommandRunner.ledsign(
                "render", "--sign", folder.path("s.yaml"), "--board", folder.path("b.yaml"), "--style", "pixels",
                "--out",
                folder.path("a.png"))
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            return Set(try ImageLoader.read(path: folder.path("a.png")).frames[0].picture.bitmap.pixels).count
        }
        try expectEqual([2, 4, 5, 11].map(colors), [2, 2, 1, 1])
    }

    /// 22 characters are wider than 32 columns; at 30 px/s the offset at frame n of 50 a second is floor(0.6 n): the 500
    /// frames of 10 s have the offsets 0...299, each drawn once.
    @Test("a GIF has identical bytes twice, and as many frames as arithmetic says")
    func animation() throws {
        let folder = try ScratchFolder()
        for name in ["a.gif", "b.gif"] {
            let outcome = try CommandRunner.ledsign(
                "render", "Fresh bread until noon", "--board", "sim-32x8", "--for", "10s", "--fps", "50", "--style",
                "pixels", "--out", folder.path(name))
            expectEqual(outcome.status, 0, "\(outcome.errors)")
        }
        try expectEqual(folder.bytes("a.gif"), folder.bytes("b.gif"))
        let pillow = """
            from PIL import Image; import sys
            i = Image.open(sys.argv[1]); total = 0; last = None; different = 0
            for n in range(i.n_frames):
                i.seek(n); total += i.info['duration']; now = i.convert('RGB').tobytes()
                different += now != last; last = now
            print(different, total)
            """
        let read = try CommandRunner.python(pillow, folder.path("a.gif"))
        expectEqual(read.output, "300 10000\n", "\(read.errors)")
    }

    @Test("a text is one frame each in a text file, separated by blank lines")
    func severalTextFrames() throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.ledsign(
            "render", "still", "--board", "sim-32x8", "--for", "100ms", "--fps", "50", "--out", folder.path("a.txt"))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let frames = try folder.text("a.txt").components(separatedBy: "\n\n")
        expectEqual(frames.count, 5)
        expectEqual(Set(frames.map { $0.trimmingCharacters(in: .newlines) }).count, 1)
    }

    private static let letters = [
        "7": ["#####", "....#", "...#.", "..#..", ".#...", ".#...", ".#..."],
        "F": ["#####", "#....", "#....", "####.", "#....", "#....", "#...."],
    ]

    /// Renders a sign with variables, and returns the letters in the frames of the file.
    private func render(_ arguments: String...) throws -> [String?] {
        let folder = try ScratchFolder()
        let sign =
            "board: sim-32x8\nfields: {home: {variable: \"\", stale: \"\"}, guest: {variable: \"7\"}}\nmessage: \"{home}{guest}\"\n"
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["render", "--sign", folder.path("sign.yaml"), "--out", folder.path("a.txt")] + arguments)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return try folder.text("a.txt").components(separatedBy: "\n\n").map { frame in
            let rows = frame.split(separator: "\n").prefix(7).map { String($0.prefix(5)) }
            return Self.letters.first { $0.value == rows }?.key
        }
    }

    @Test("variables of a sign have values from times on, the last one of a time")
    func values() throws {
        expectEqual(try render("--at", "0s"), ["7"])
        expectEqual(try render("--set", "home=F", "--at", "0s"), ["F"])
        expectEqual(
            try render(
                "--set", "home=F@300ms", "--set", "guest=F", "--set", "guest=7@0.1s", "--for", "500ms", "--fps", "10"),
            ["F", "7", "7", "F", "F"])
        expectEqual(try render("--set", "home=F@300ms", "--at", "299ms"), ["7"])
        expectEqual(try render("--set", "home=F@300ms", "--at", "300ms"), ["F"])
        // What is no time is a part of the value, and an empty value is one.
        expectEqual(try render("--set", "home=", "--set", "guest=F@home", "--at", "1s"), ["F"])
    }

    @Test("what cannot be set is named, with what can")
    func wrongValues() throws {
        let folder = try ScratchFolder()
        let sign = "fields: {home: {variable: a}, file: {file: b.txt}}\nmessage: \"{home}\"\n"
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let cases = [
            ("hom=3", "the sign file has no variable \"hom\" (fields); did you mean \"home\"?"),
            ("file=3", "the field \"file\" of the sign file has its own source, and is not a variable"),
            ("home", "expected a variable and its value such as home=3, or home=3@1.5s for a time from the start"),
        ]
        for (value, words) in cases {
            let outcome = try CommandRunner.ledsign(
                "render", "--sign", folder.path("sign.yaml"), "--set", value, "--out", folder.path("a.txt"))
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        let text = try CommandRunner.ledsign("render", "A", "--set", "home=3", "--out", folder.path("a.txt"))
        #expect(text.errors.contains("--set needs --sign: a text has no variables"), "\(text.errors)")
    }

    @Test("the data is found from any directory", arguments: ["/", "/tmp", "/usr/share"])
    func anyDirectory(place: String) throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.ledsign(
            "render", "A", "--board", "sim-32x8", "--out", folder.path("a.txt"), folder: URL(fileURLWithPath: place))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }

    @Test("the environment names the default board")
    func environmentBoard() throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.ledsign(
            "render", "A", "--out", folder.path("a.txt"), environment: ["LEDSIGN_BOARD": "sim-32x8"])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(folder.text("a.txt").split(separator: "\n").map(\.count), Array(repeating: 32, count: 8))
    }

    @Test("negative values need no equals sign: a negative speed turns the direction, letters are tightened")
    func negativeValues() throws {
        let folder = try ScratchFolder()
        func picture(_ options: [String]) throws -> String {
            let outcome = try CommandRunner.run(
                CommandRunner.products.appendingPathComponent("ledsign").path,
                ["render", "||", "--board", "sim-32x8", "--out", "a.txt"] + options, folder: folder.url)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            return String(try folder.text("a.txt").prefix(32))
        }
        try expectEqual(picture([]), "#.#.............................")
        try expectEqual(picture(["--letter-spacing", "-1"]), "##..............................")
        // Each stroke advances 2 columns, and the gap is 8: the period is 12.
        try expectEqual(
            picture(["--scroll", "always", "--speed", "-2", "--at", "1s"]), "..#.#.........#.#.........#.#...")
    }

    @Test("a text after -- may begin with a dash, and line ends of a file from Windows are line ends")
    func unusualTexts() throws {
        let folder = try ScratchFolder()
        let dash = try CommandRunner.ledsign(
            "render", "--board", "sim-32x8", "--out", folder.path("a.txt"), "--", "-|")
        expectEqual(dash.status, 0, "\(dash.errors)")
        #expect(try folder.text("a.txt").contains("##"))
        try Data("|\r\n".utf8).write(to: folder.url.appendingPathComponent("t"))
        let windows = try CommandRunner.ledsign(
            "render", "--file", folder.path("t"), "--board", "sim-32x8", "--out", folder.path("b.txt"))
        expectEqual(windows.status, 0, "\(windows.errors)")
        #expect(try folder.text("b.txt").hasPrefix("#..............................."))
    }

    /// The text's period is 105 columns; in a cycle of 7 s that is one every frame at 15 frames a second, though a
    /// fifteenth of a second is no whole number of nanoseconds.
    @Test("a text at as many pixels as frames a second moves by one pixel every frame")
    func evenFrames() throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.ledsign(
            "render", "Fresh bread until noon", "--board", "sim-32x8", "--cycle", "7s", "--for", "7s", "--fps", "15",
            "--out", folder.path("a.txt"))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let frames = try folder.text("a.txt").components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
        expectEqual(frames.count, 105)
        for (before, after) in zip(frames, frames.dropFirst()) {
            expectEqual(before.map { $0.dropFirst() }, after.map { $0.dropLast() })
        }
    }

    @Test("the pitch is the distance of two LEDs in image pixels")
    func pitch() throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.ledsign(
            "render", "A", "--board", "sim-32x8", "--pitch", "5", "--out", folder.path("a.png"))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let read = try CommandRunner.python(
            "from PIL import Image; import sys; print(Image.open(sys.argv[1]).size)", folder.path("a.png"))
        expectEqual(read.output, "(160, 40)\n", "\(read.errors)")
    }

    @Test("animations of many LEDs have a smaller pitch unless one is given, and scrolling text takes few bytes")
    func animations() throws {
        let folder = try ScratchFolder()
        func size(_ board: String, _ options: String...) throws -> (pixels: String, bytes: Int) {
            let outcome = try CommandRunner.run(
                CommandRunner.products.appendingPathComponent("ledsign").path,
                [
                    "render", "Fresh bread until noon", "--board", board, "--color", "amber", "--for", "400ms", "--out",
                    "a.gif",
                ]
                    + options, folder: folder.url)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            let read = try CommandRunner.python(
                "from PIL import Image; import sys; print(*Image.open(sys.argv[1]).size)", folder.path("a.gif"))
            let bytes = try Data(contentsOf: folder.url.appendingPathComponent("a.gif")).count
            return (read.output.trimmingCharacters(in: .whitespacesAndNewlines), bytes)
        }
        try expectEqual(size("sim-32x8", "--fps", "5").pixels, "384 96")
        try expectEqual(size("sim-64x32", "--pitch", "5", "--fps", "2").pixels, "320 160")
        let usual = try size("sim-64x32")
        expectEqual(usual.pixels, "256 128")
        // Ten frames.
        #expect(usual.bytes < 40_000, "\(usual.bytes)")
    }

    @Test("empty and huge texts make pictures too")
    func extremeTexts() throws {
        let folder = try ScratchFolder()
        let empty = try CommandRunner.ledsign(
            "render", "", "--board", "sim-32x8", "--at", "1h", "--out", folder.path("a.txt"))
        expectEqual(empty.status, 0, "\(empty.errors)")
        #expect(try !folder.text("a.txt").contains("#"))
        try Data(String(repeating: "huge ", count: 20_000).utf8).write(to: folder.url.appendingPathComponent("t"))
        let huge = try CommandRunner.ledsign(
            "render", "--file", folder.path("t"), "--board", "sim-32x8", "--at", "1000d", "--out",
            folder.path("b.txt"))
        expectEqual(huge.status, 0, "\(huge.errors)")
        #expect(try folder.text("b.txt").contains("#"))
    }
}
