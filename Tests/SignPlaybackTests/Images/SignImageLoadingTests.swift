import Foundation
import ImageFiles
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Images that are missing, broken, changed, or on their way.
@Suite struct SignImageLoadingTests {
    private static let url = "http://127.0.0.1:9/camera.gif"

    private func problems(_ text: String) throws -> [String] {
        do {
            _ = try SignStage(text)
            return []
        } catch let error as SignError {
            return error.problems.map { "\($0.line):\($0.column) \($0.reason)" }
        }
    }

    private func document(_ bytes: [UInt8]) -> LiveChange {
        LiveChange(name: "image \(Self.url)", document: LiveDocument(bytes: bytes))
    }

    private static func row(_ picture: String) -> String { String(picture.split(separator: "\n")[3].prefix(6)) }

    @Test("E8: a missing, broken or too large file is a problem at its place")
    func problems() throws {
        let folder = try ImageFolder()
        try Data("no picture".utf8).write(to: folder.url.appendingPathComponent("text.png"))
        let whole = try ImageFolder.gif([("#.#", 10)])
        try Data(whole.prefix(30)).write(to: folder.url.appendingPathComponent("cut.gif"))
        var wide = whole
        // 8193 columns.
        (wide[6], wide[7]) = (0x01, 0x20)
        try Data(wide).write(to: folder.url.appendingPathComponent("wide.gif"))
        let missing = folder.path("missing.png")
        try expectEqual(
            problems("messages:\n  - image: \(missing)\n  - Bread"),
            [
                "2:12 \(missing): cannot read: No such file or directory. Check the path."
            ])
        try expectEqual(
            problems("message: {fit: cover, image: \(folder.path("text.png"))}"),
            [
                "1:30 \(folder.path("text.png")): cannot decode: the file is neither PNG, GIF, JPEG nor WebP. Give a PNG, GIF, JPEG or WebP file."
            ])
        let cut = try problems("idle: {image: \(folder.path("cut.gif"))}\nmessage: {text: A}")
        #expect(cut.count == 1 && cut[0].hasPrefix("1:15 \(folder.path("cut.gif")): cannot decode GIF"))
        let large = try problems("message:\n  image: \(folder.path("wide.gif"))")
        #expect(large.count == 1 && large[0].hasPrefix("2:10 ") && large[0].contains("larger than 8192 pixels a side"))
        try expectEqual(problems("message: {image: ftp://host/a.png}").first?.hasPrefix("1:18 \"image\" is"), true)
        try expectEqual(
            problems("message:\n  image: a.png\n  text: A").first,
            "3:3 \"text\" and \"image\" cannot be used together; the other one is in line 2; keep one of them")
    }

    @Test("E8: a reload with the same image moves nothing, and a changed file is shown in place")
    func reload() throws {
        let folder = try ImageFolder()
        let path = try folder.gif("a.gif", [("######", 20), ("#.#.##", 30)])
        let text = "message: {image: \(path), scroll: always, speed: 20, spacing: 1}"
        let undisturbed = try SignStage(text)
        let sign = try SignStage(text)
        for time in stride(from: Int64(0), to: 3_000, by: 10) {
            if time % 70 == 0 { try sign.show(text + "\nbrightness: \(time % 90)", at: time) }
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time), "at \(time) ms")
        }
        try folder.gif("a.gif", [("##..##", 20)])
        let file = try SignFile(parsing: text, path: "s.yaml")
        if !sign.player.prepareImages(of: file) { sign.player.images.settle() }
        #expect(sign.player.hasImages(of: file))
        try sign.show(text, at: 3_000)
        sign.player.takeImages(at: sign.instant(3_000))
        let other = try SignStage(text)
        for time in stride(from: Int64(3_000), to: 5_000, by: 10) {
            expectEqual(sign.picture(at: time), other.picture(at: time), "at \(time) ms")
        }
    }

    @Test("E8: a changed file that is broken leaves the old image, and says so")
    func brokenReload() throws {
        let folder = try ImageFolder()
        let path = try folder.png("a.png", "#.##")
        let text = "message: {image: \(path)}"
        let sign = try SignStage(text)
        try Data("broken".utf8).write(to: folder.url.appendingPathComponent("a.png"))
        _ = sign.player.prepareImages(of: sign.player.file)
        sign.player.settleImages(at: sign.instant(500))
        expectEqual(Self.row(sign.picture(at: 600)), "#.##..")
        expectEqual(
            sign.player.images.problems,
            [
                "\(path): cannot decode: the file is neither PNG, GIF, JPEG nor WebP. Give a PNG, GIF, JPEG or WebP file."
            ])
    }

    @Test("E8: an image of a server is not there until it comes, then comes at once, and a newer one takes its place")
    func fromServer() throws {
        let sign = try SignStage("idle: {text: A}\nmessages: [{image: \"\(Self.url)\"}]")
        let idle = try SignStage("message: {text: A}").picture(at: 0)
        expectEqual(sign.player.imageSources.map(\.name), ["image \(Self.url)"])
        expectEqual(sign.player.imageSources.first?.form, .document(.image))
        expectEqual(sign.picture(at: 0), idle)
        sign.player.take([document(try ImageFolder.gif([("##.##", 10)]))], at: sign.instant(1_000))
        sign.player.settleImages(at: sign.instant(1_000))
        expectEqual(Self.row(sign.picture(at: 1_000)), "##.##.")
        sign.player.take([document(Array("GIF89a nonsense".utf8))], at: sign.instant(2_000))
        sign.player.settleImages(at: sign.instant(2_000))
        expectEqual(Self.row(sign.picture(at: 2_000)), "##.##.")
        expectEqual(sign.player.images.problems.first?.hasPrefix("\(Self.url): cannot decode GIF"), true)
        sign.player.take([document(try ImageFolder.gif([("#.#.#", 10)]))], at: sign.instant(3_000))
        sign.player.settleImages(at: sign.instant(3_000))
        expectEqual(Self.row(sign.picture(at: 3_000)), "#.#.#.")
        expectEqual(sign.player.images.problems, [])
    }

    @Test("E8: an image that comes later joins the turns of the others")
    func joinsTurns() throws {
        let sign = try SignStage("messages: [{image: \"\(Self.url)\", duration: 1s}, {text: A, duration: 1s}]")
        let text = try SignStage("message: {text: A}").picture(at: 0)
        expectEqual(sign.picture(at: 0), text)
        expectEqual(sign.picture(at: 1_500), text)
        sign.player.take([document(try ImageFolder.gif([("##.##", 10)]))], at: sign.instant(1_600))
        sign.player.settleImages(at: sign.instant(1_600))
        // The second of the text is over long since.
        expectEqual(Self.row(sign.picture(at: 1_600)), "##.##.")
        expectEqual(Self.row(sign.picture(at: 2_599)), "##.##.")
        expectEqual(sign.picture(at: 2_600), text)
        expectEqual(Self.row(sign.picture(at: 3_600)), "##.##.")
    }

    @Test("a message that comes from outside shows an image, too, and is refused where the file is missing")
    func pushed() throws {
        let folder = try ImageFolder()
        let path = try folder.png("a.png", "#.##")
        let sign = try SignStage("message: {text: A}")
        let message = try SignMessage(parsing: "{name: x, image: \(path), priority: 5}", for: sign.player.file)
        try sign.player.push(message, zone: nil, at: sign.instant(100))
        sign.player.settleImages(at: sign.instant(200))
        expectEqual(Self.row(sign.picture(at: 300)), "#.##..")
        expectEqual(sign.player.listed(at: sign.instant(300)).map(\.message.title), ["A", path])
        let missing = try SignMessage(parsing: "{name: y, image: ./no.png}", for: sign.player.file)
        #expect(throws: SignError.self) { try sign.player.push(missing, zone: nil, at: sign.instant(400)) }
    }

    @Test("images that are too large together are a problem of the file, which says what they need")
    func tooLargeTogether() throws {
        let folder = try ImageFolder()
        try PNG.write(RGBBitmap(size: Size(width: 1_900, height: 1_000)), path: folder.path("0.png"))
        for name in ["1.png", "2.png", "3.png"] {
            try FileManager.default.copyItem(atPath: folder.path("0.png"), toPath: folder.path(name))
        }
        let lines = (0..<4).map { "  - image: \(folder.path("\($0).png"))\n" }
        // Four bytes for each pixel, and two masks of 16 words for each column: 8,086,656 bytes.
        try expectEqual(
            problems("messages:\n" + lines.joined()),
            [
                "5:12 the images of the sign need 30.9 MiB of memory in total, counting all frames, more than 24.0 MiB; use "
                    + "smaller or fewer images, or fit them to their areas (fit: contain)"
            ])
        try expectEqual(problems("messages:\n" + lines.prefix(3).joined()), [])
        let fitted = (0..<4).map { "  - {image: \(folder.path("\($0).png")), fit: contain}\n" }
        try expectEqual(problems("messages:\n" + fitted.joined()), [])
    }

    @Test(
        "E8: a changed file of a message or part is shown when it is looked at again, and a broken one changes nothing")
    func changedFiles() throws {
        let folder = try ImageFolder()
        let path = try folder.png("a.png", "#.##")
        for form in [
            "message: {image: \(path)}", "message: {parts: [{image: \(path)}]}",
            "message: {columns: [{image: \(path)}]}",
        ] {
            try folder.png("a.png", "#.##")
            let sign = try SignStage(form, size: Size(width: 4, height: 1))
            expectEqual(sign.picture(at: 0), "#.##")
            expectEqual(sign.player.images.files, [path])
            try folder.png("a.png", ".#..")
            sign.player.images.lookAtFiles()
            sign.player.settleImages(at: sign.instant(100))
            expectEqual(sign.picture(at: 100), ".#..", "\(form)")
            try Data("broken".utf8).write(to: URL(fileURLWithPath: path))
            sign.player.images.lookAtFiles()
            sign.player.settleImages(at: sign.instant(200))
            expectEqual(sign.picture(at: 200), ".#..", "\(form)")
            #expect(sign.player.images.problems.count == 1)
        }
    }

    @Test("E8: in a list, `change` is what each image of a folder takes the place of the one before by")
    func changingSlides() throws {
        let folder = try ImageFolder()
        try folder.png("a.png", "##..")
        try folder.gif("b.gif", [("..##", 120), ("...#", 30)])
        let image = "image: \(folder.url.path)/, every: 1s, width: 4"
        func stage(_ parts: String) throws -> SignStage {
            try SignStage("message: {columns: [\(parts)]}", size: Size(width: 5, height: 1))
        }
        let change = "change: {effect: scroll_left, duration: 400ms, easing: linear}"
        for parts in ["{\(image), \(change)}", "{\(change), columns: [{\(image)}]}"] {
            let sign = try stage(parts)
            expectEqual(
                [0, 1_000, 1_099, 1_100, 1_200, 1_300, 1_400, 2_200, 2_500].map { sign.picture(at: $0) },
                ["##...", "##...", "##...", "#....", ".....", "...#.", "..##.", "...#.", "...#."])
        }
        let sudden = try stage("{\(image)}")
        expectEqual([999, 1_000, 2_499].map { sudden.picture(at: $0) }, ["##...", "..##.", "...#."])
        let still = try SignStage(
            "style: {reduced-motion: yes}\nmessage: {columns: [{\(image), \(change)}]}", size: Size(width: 5, height: 1)
        )
        expectEqual([999, 1_050, 1_500].map { still.picture(at: $0) }, ["##...", "..##.", "..##."])
    }

    @Test("E8: a folder is a slide show, each image as long as the message says, and takes images that come and go")
    func slides() throws {
        let folder = try ImageFolder()
        for (name, art) in [("a.png", "#..."), ("b.png", ".#.."), ("c.png", "..#.")] { try folder.png(name, art) }
        let path = folder.path("") + (folder.path("").hasSuffix("/") ? "" : "/")
        for (form, steps) in [
            ("message: {image: \(path), every: 2s}", 2_000), ("message: {parts: [{image: \(path)}]}", 10_000),
        ] {
            let sign = try SignStage(form, size: Size(width: 4, height: 1))
            let shown = (0..<4).map { sign.picture(at: Int64($0 * steps + 500)) }
            expectEqual(shown, ["#...", ".#..", "..#.", "#..."], "\(form)")
            try folder.png("d.png", "...#")
            try FileManager.default.removeItem(atPath: folder.path("b.png"))
            sign.player.images.lookAtFiles()
            let changed = Int64(4 * steps)
            sign.player.settleImages(at: sign.instant(changed))
            let seen = Set((0..<3).map { sign.picture(at: changed + Int64($0 * steps + 500)) })
            expectEqual(seen, ["#...", "..#.", "...#"], "\(form)")
            try FileManager.default.removeItem(atPath: folder.path("d.png"))
            try folder.png("b.png", ".#..")
        }
    }

    @Test("E8: a file that no event tells of is looked at as often as its message says")
    func lookedAt() throws {
        let folder = try ImageFolder()
        let path = try folder.png("a.png", "#.##")
        let images = ImageCache()
        defer { images.end() }
        let key = ImageCache.Key(source: .file(path), fitting: ImageFitting(), every: .milliseconds(20))
        func width() -> Int? { if case .ready(let image) = images.state(of: key) { image.size.width } else { nil } }
        images.request([key])
        images.settle()
        expectEqual(width(), 4)
        try folder.png("a.png", "#.##.#")
        #expect(Polling.wait { width() == 6 })
        try FileManager.default.removeItem(atPath: path)
        #expect(Polling.wait { !images.problems.isEmpty })
        expectEqual(width(), 6)
        try folder.png("a.png", "#")
        #expect(Polling.wait { width() == 1 && images.problems.isEmpty })
    }

    @Test("E8: images ask their servers as often as the most impatient message says")
    func intervals() throws {
        func intervals(_ messages: String) throws -> [Nanoseconds] {
            try SignFile(parsing: "messages:\n" + messages, path: "s.yaml").imageSources.map(\.interval)
        }
        let (first, second) = ("https://example.org/a.png", "https://example.org/b.png")
        try expectEqual(
            intervals(
                "  - {image: \"\(first)\"}\n  - {image: \"\(second)\", every: 5m}\n  - {parts: [{image: \"\(first)\", every: 30s}]}\n"
            ),
            [.seconds(30), .seconds(300)])
        try expectEqual(intervals("  - {image: \"\(first)\"}\n"), [.seconds(900)])
        for wrong in ["0s", "999ms", "25h", "soon"] {
            #expect(throws: SignError.self) { try intervals("  - {image: \"\(first)\", every: \(wrong)}\n") }
        }
    }

    @Test("a pushed image that is too large is refused at once, and one that is gone takes no memory")
    func pushedMemory() throws {
        let folder = try ImageFolder()
        try PNG.write(RGBBitmap(size: Size(width: 3_000, height: 2_500)), path: folder.path("large.png"))
        let sign = try SignStage("message: {text: A}")
        func push(_ name: String, _ keys: String) throws {
            let message = try SignMessage(parsing: "{name: \(name), \(keys)}", for: sign.player.file)
            try sign.player.push(message, zone: nil, at: sign.instant(0))
        }
        #expect(throws: SignError.self) { try push("x", "image: \(folder.path("large.png"))") }
        try push("x", "fit: contain, image: \(folder.path("large.png"))")
        let path = try folder.png("a.png", "#.##")
        let key = ImageCache.Key(source: .file(path), fitting: ImageFitting())
        func isLoaded() -> Bool { if case .ready = sign.player.images.state(of: key) { true } else { false } }
        try push("y", "image: \(path)")
        sign.player.settleImages(at: sign.instant(0))
        #expect(isLoaded())
        // The name takes the place of the other one.
        try push("y", "text: B")
        #expect(!isLoaded())
        try push("z", "image: \(path)")
        sign.player.settleImages(at: sign.instant(0))
        #expect(isLoaded())
        #expect(sign.player.removePushed("z", at: sign.instant(0)))
        #expect(!isLoaded())
    }
}
