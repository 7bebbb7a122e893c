import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

/// Every path in a sign file counts from its folder, with and without `./`, wherever the command is run.
@Suite("paths in sign files") struct SignPathTests {
    /// A folder with a sign and all that it names, and another one with broken files of the same names.
    private func folders() throws -> (sign: ScratchFolder, other: ScratchFolder) {
        let (sign, other) = (try ScratchFolder(), try ScratchFolder())
        let files = FileManager.default
        for folder in [sign, other] {
            try files.createDirectory(at: folder.url.appendingPathComponent("sub"), withIntermediateDirectories: true)
            for name in ["dot.png", "own.bdf", "own.yaml", "bins.ics", "value.json"] {
                try Data("broken".utf8).write(to: folder.url.appendingPathComponent(name))
            }
            let value = folder === sign ? "7" : "1"
            for name in ["value.txt", "sub/value.txt"] {
                try Data(value.utf8).write(to: folder.url.appendingPathComponent(name))
            }
        }
        var picture = RGBBitmap(size: Size(width: 5, height: 3))
        for x in 0..<5 { picture[x, x % 3] = .white }
        try PNG.write(picture, path: sign.path("dot.png"))
        let font = CommandRunner.checkout.appendingPathComponent("fonts/ledsign-6-condensed.bdf")
        try files.removeItem(atPath: sign.path("own.bdf"))
        try files.copyItem(atPath: font.path, toPath: sign.path("own.bdf"))
        let texts = [
            "own.yaml": "summary: Mine\nkind: simulated\nsize: 64x8\nformat: mono\n", "value.json": "{\"a\": 8}",
            "bins.ics": """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:test
            BEGIN:VEVENT
            UID:1
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20260101
            DTEND;VALUE=DATE:20270101
            SUMMARY:Bins
            END:VEVENT
            END:VCALENDAR

            """.replacingOccurrences(of: "\n", with: "\r\n"),
        ]
        for (name, text) in texts { try Data(text.utf8).write(to: sign.url.appendingPathComponent(name)) }
        return (sign, other)
    }

    /// A sign whose paths all begin with something.
    private func text(_ start: String) -> String {
        """
        board: \(start)own.yaml
        fields:
          text: {file: \(start)value.txt}
          number: {json: \(start)value.json, path: a}
          program: {command: cat value.txt}
          line: {shell: cat value.txt, folder: \(start)sub}
        calendars:
          bins: {path: \(start)bins.ics}
        zones:
          - area: {width: 24, height: 8}
            message: {text: "<font=\(start)own.bdf>{text}{number}{program}{line}{bins|count}", font: \(start)own.bdf}
          - area: {x: 24, width: 8, height: 8}
            message: {image: \(start)dot.png}
          - area: {x: 32, width: 8, height: 8}
            message: {text: "<image=\(start)dot.png>"}
          - area: {x: 40, width: 8, height: 8}
            message: {parts: [{image: \(start)dot.png}]}
          - area: {x: 48, width: 16, height: 8}
            message: {text: A, in: {effect: sprite, sprite: \(start)dot.png, duration: 2s}}

        """
    }

    private func picture(_ text: String, _ sign: ScratchFolder, from folder: URL, path: String) throws -> String {
        try Data(text.utf8).write(to: sign.url.appendingPathComponent("sign.yaml"))
        let check = try CommandRunner.ledsign("check", path, folder: folder)
        expectEqual(check.status, 0)
        #expect(check.errors.isEmpty)
        let run = try CommandRunner.ledsign(
            "render", "--sign", path, "--wall", "2026-06-01T12:00:00Z", "--at", "1s", "--out", sign.path("out.txt"),
            folder: folder)
        expectEqual(run.status, 0)
        #expect(run.errors.isEmpty)
        return try sign.text("out.txt")
    }

    @Test("boards, fonts, images, sprites, values, programs and calendars are those beside the sign file")
    func everyPath() throws {
        let (sign, other) = try folders()
        let path = sign.path("sign.yaml")
        let expected = try picture(text(sign.path("") + "/"), sign, from: other.url, path: path)
        #expect(expected.split(separator: "\n").contains { $0.dropFirst(24).prefix(8).contains("#") })
        for start in ["", "./"] {
            try expectEqual(picture(text(start), sign, from: other.url, path: path), expected, "\"\(start)\"")
            try expectEqual(picture(text(start), sign, from: sign.url, path: "sign.yaml"), expected, "\"\(start)\"")
        }
    }

    @Test("fonts in the current folder are not used for a sign file elsewhere")
    func fontOfAnotherFolder() throws {
        let (sign, other) = try folders()
        try FileManager.default.moveItem(atPath: sign.path("own.bdf"), toPath: other.path("ours.bdf"))
        let path = sign.path("sign.yaml")
        try Data("board: sim-32x8\nmessage: {text: A, font: ours.bdf}\n".utf8).write(to: URL(fileURLWithPath: path))
        let check = try CommandRunner.ledsign("check", path, folder: other.url)
        expectEqual(check.status, 3)
        #expect(check.errors.hasPrefix("\(path):2:26: unknown font \"ours.bdf\""))
    }
}
