import Foundation
import ImageFiles
import KernelModel
import LinuxHardware
import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite struct SignTests {
    private static let size = Size(width: 32, height: 8)
    private static let text = "board: sim-32x8\nmessage:\n  text: Fresh bread until noon\n  speed: 25\n"

    /// A running sign and its file.
    private final class Stage {
        let folder: ScratchFolder
        let player: SignPlayer
        let sign: Sign
        let reports: Reports

        final class Reports { var all: [String] = [] }

        init(_ text: String, isBoardGiven: Bool = false, listens: Bool = false) throws {
            let folder = try ScratchFolder()
            let path = folder.path("sign.yaml")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let reports = Reports()
            player = try SignPlayer(
                try SignFileLoader.read(path), size: size, fonts: SignFileLoader.fonts, start: .zero)
            let events = listens ? SignEvents(player.file, log: Log { _ in }) : nil
            sign = Sign(player, .init(isBoardGiven: isBoardGiven, events: events)) { reports.all.append($0) }
            (self.folder, self.reports) = (folder, reports)
        }

        func reload(_ text: String, at milliseconds: Int64) throws {
            try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
            sign.reload(at: .zero + .milliseconds(milliseconds))
        }

        func picture(at milliseconds: Int64) -> String {
            var frame = Frame(size: size, format: .mono)
            sign.content.draw(at: .zero + .milliseconds(milliseconds), into: &frame)
            return art(frame.canvas)
        }
    }

    @Test("E8: a running sign notices that an image file was saved, and shows it without reading the sign file again")
    func savedImage() throws {
        func write(_ art: String, in folder: ScratchFolder) throws {
            var picture = RGBBitmap(size: Size(width: art.count, height: 1))
            for (x, letter) in art.enumerated() where letter == "#" { picture[x, 0] = .white }
            try PNG.write(picture, path: folder.path("a.png"))
        }
        let stage = try Stage(Self.text, listens: true)
        try write("#.##", in: stage.folder)
        try stage.reload("board: sim-32x8\nmessage: {image: ./a.png, valign: top, swap: restart}\n", at: 1_000)
        stage.player.settleImages(at: .zero + .milliseconds(1_100))
        stage.sign.takeChanges(at: .zero + .milliseconds(1_200))
        #expect(stage.picture(at: 1_300).hasPrefix("#.##...."))
        try write(".#.#", in: stage.folder)
        var time = Int64(2_000)
        // Its folder is quiet for a while first.
        let isShown = Polling.wait {
            time += 200
            stage.sign.takeChanges(at: .zero + .milliseconds(time))
            return stage.picture(at: time).hasPrefix(".#.#....")
        }
        #expect(isShown && stage.reports.all.isEmpty, "\(stage.reports.all)")
    }

    @Test("E8: a changed file is shown once its images are loaded; with a broken image it is rejected")
    func images() throws {
        let stage = try Stage(Self.text)
        let undisturbed = try Stage(Self.text)
        let art = "#.##.###"
        var picture = RGBBitmap(size: Size(width: 8, height: 1))
        for (x, letter) in art.enumerated() where letter == "#" { picture[x, 0] = .white }
        try PNG.write(picture, path: stage.folder.path("a.png"))
        try stage.reload("board: sim-32x8\nmessage: {image: ./a.png, valign: top, swap: restart}\n", at: 1_000)
        // The old message goes on until the image is loaded, which may be by now.
        let early = stage.picture(at: 1_200)
        #expect(early.hasPrefix(art + "......") || early == undisturbed.picture(at: 1_200))
        var waiting = pollfd(fd: stage.player.images.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(stage.sign.descriptors.contains(stage.player.images.descriptor))
        expectEqual(poll(&waiting, 1, Polling.timeout), 1)
        stage.sign.takeChanges(at: .zero + .milliseconds(1_300))
        #expect(stage.picture(at: 1_400).hasPrefix(art + "......"))
        #expect(stage.sign.problem == nil && stage.reports.all.isEmpty)
        try Data("broken".utf8).write(to: stage.folder.url.appendingPathComponent("b.png"))
        try stage.reload("board: sim-32x8\nmessage: {image: ./b.png, valign: top, swap: restart}\n", at: 2_000)
        waiting.revents = 0
        expectEqual(poll(&waiting, 1, Polling.timeout), 1)
        stage.sign.takeChanges(at: .zero + .milliseconds(2_100))
        #expect(stage.picture(at: 2_200).hasPrefix(art + "......"))
        #expect(stage.reports.all.count == 1 && stage.reports.all[0].contains("sign.yaml:2:18: "))
        expectEqual(stage.sign.problem?.hasPrefix("keeping the previous sign"), true)
    }

    @Test("a server that has no image is a problem as long as a message asks for the image, and no longer")
    func missingImage() throws {
        let address = try LocalServer.shared.get().url("missing")
        let look = JSONValue.object([JSONMember("image", .text(address))])
        let stage = try Stage(Self.text, listens: true)
        defer { stage.sign.context.events?.close() }
        func push(_ look: JSONValue) throws {
            _ = try stage.sign.push(PushedMessage(name: "x", look: look), at: .zero)
        }
        func waitForProblem() {
            let isSeen = Polling.wait {
                stage.sign.takeChanges(at: .zero)
                return stage.sign.problem != nil
            }
            #expect(isSeen)
            #expect(stage.sign.problem?.contains(address) ?? false)
        }
        try push(look)
        waitForProblem()
        try stage.sign.remove("x", at: .zero)
        #expect(stage.sign.problem == nil)
        try push(look)
        waitForProblem()
        try push(.object([JSONMember("text", .text("B"))]))
        #expect(stage.sign.problem == nil)
        try push(look.setting("lifetime", to: .text("1s")))
        waitForProblem()
        stage.sign.dropEnded(at: .zero + .seconds(1))
        #expect(stage.sign.listed(at: .zero + .seconds(1)).filter(\.isPushed).isEmpty)
        #expect(stage.sign.problem == nil)
    }

    @Test("an image that a value names is asked for as long as the value says so")
    func valueImage() throws {
        let address = try LocalServer.shared.get().url("missing")
        let base = address.dropLast("missing".count)
        let stage = try Stage(
            "board: sim-32x8\nfields: {v: {variable: ''}}\nmessage: {parts: [A, {image: '\(base){v}'}]}\n",
            listens: true)
        defer { stage.sign.context.events?.close() }
        func wait(_ isWanted: () -> Bool) -> Bool {
            Polling.wait {
                stage.sign.takeChanges(at: .zero)
                _ = stage.sign.step(at: .zero)
                return isWanted()
            }
        }
        func names() -> [String] { stage.sign.sources.map(\.name) }
        _ = stage.sign.step(at: .zero)
        expectEqual(names(), ["v"])
        _ = try stage.sign.set("v", to: "missing", at: .zero)
        #expect(wait { stage.sign.problem?.contains("404") ?? false })
        expectEqual(names(), ["v", "image \(address)"])
        _ = try stage.sign.set("v", to: "../missing", at: .zero)
        #expect(wait { names() == ["v"] })
        #expect(stage.sign.problem == nil)
    }

    @Test("a file that is deleted, or replaced by something else, is a problem as long as it is not back")
    func goneFile() throws {
        let stage = try Stage(Self.text, listens: true)
        defer { stage.sign.context.events?.close() }
        let path = stage.player.file.path
        let clock = SteadyClock()
        /// Takes news until something is so, at most for a minute.
        func wait(for words: String?) {
            let isSo = Polling.wait {
                stage.sign.takeChanges(at: clock.now)
                return words.map { stage.sign.problem?.contains($0) ?? false } ?? (stage.sign.problem == nil)
            }
            #expect(isSo, "\(stage.sign.problem ?? "no problem") in place of \(words ?? "none")")
        }
        func restore() throws {
            unlink(path)
            rmdir(path)
            try Data(Self.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            wait(for: nil)
        }
        unlink(path)
        wait(for: "No such file or directory")
        try restore()
        unlink(path)
        mkfifo(path, 0o600)
        wait(for: "FIFO")
        // One after the other.
        unlink(path)
        mkdir(path, 0o700)
        wait(for: "Is a directory")
        unlink(path)
        rmdir(path)
        wait(for: "No such file or directory")
        try restore()
        expectEqual(stage.player.file.messages[0].text, "Fresh bread until noon")
    }

    @Test("reloads of good and broken files disturb no frame of a message that stays the same")
    func undisturbed() throws {
        let undisturbed = try Stage(Self.text)
        let stage = try Stage(Self.text)
        let forms = [
            Self.text, "brightness: 40\n" + Self.text, Self.text + "  colour: red\n", "message: [\n", "",
            "# new\n" + Self.text, Self.text + "  font: missing\n", Self.text.replacing("sim-32x8", with: "sim-64x8"),
        ]
        for time in stride(from: Int64(0), through: 12_000, by: 8) {
            if time % 96 == 0 { try stage.reload(forms[Int(time / 96) % forms.count], at: time) }
            let same = stage.picture(at: time) == undisturbed.picture(at: time)
            #expect(same, "at \(time) ms")
        }
    }

    @Test("a broken file is reported with all its problems, until it is fixed")
    func problems() throws {
        let stage = try Stage(Self.text)
        let path = stage.player.file.path
        try stage.reload("brigthness: 20\nmessage:\n  text: B\n  speed: fast\n", at: 100)
        let first =
            "\(path):1:1: unknown key \"brigthness\" for this part of a sign file; did you mean \"brightness\"?"
        let second =
            "\(path):4:10: \"speed\" is pixels per second such as 30 or 12.5, up to 1000000 and with up to six decimals, "
            + "not \"fast\""
        expectEqual(stage.sign.problem, "keeping the previous sign: \(first) (and one more problem)")
        expectEqual(stage.reports.all, [first + "\n" + second])
        let refusal = "keeping the previous sign:\n\(first)\n\(second)"
        #expect {
            try SignCommand(request: [JSONMember("command", "reload")])
                .perform(on: stage.sign, at: .zero + .milliseconds(150))
        } throws: {
            ($0 as? ControlError)?.description == refusal
        }
        expectEqual(stage.reports.all.count, 2)
        expectEqual(stage.player.brightness.percent, 100)
        try stage.reload("brightness: 20\n" + Self.text, at: 200)
        #expect(stage.sign.problem == nil)
        expectEqual(stage.player.brightness.percent, 20)
        try FileManager.default.removeItem(at: stage.folder.url.appendingPathComponent("sign.yaml"))
        stage.sign.reload(at: .zero + .milliseconds(300))
        let missing = "the sign file \(path) cannot be read: No such file or directory; check the path"
        expectEqual(stage.sign.problem, "keeping the previous sign: \(missing)")
        expectEqual(stage.reports.all.count, 3)
        expectEqual(stage.player.brightness.percent, 20)
    }

    @Test("a reload of a broken file also reports the missing names in its messages, in one pass")
    func problemsAtOnce() throws {
        let stage = try Stage(Self.text)
        let path = stage.player.file.path
        try stage.reload(
            "message:\n  text: B <image=gone.png>\n  speed: fast\n  font: none\nidle: 3\nstal: 3s\n", at: 100)
        let lines = stage.reports.all.joined(separator: "\n").split(separator: "\n")
        let places = lines.map { line in String(line.dropFirst(path.count + 1).prefix { $0 != " " }) }
        expectEqual(places, ["2:11:", "3:10:", "4:9:", "6:1:"], "\(stage.reports.all)")
    }

    @Test("another board is rejected with the fix, unless the command line has chosen it")
    func board() throws {
        let stage = try Stage(Self.text)
        let changed = Self.text.replacing("sim-32x8", with: "sim-64x8").replacing("noon", with: "three")
        try stage.reload(changed, at: 100)
        let path = stage.player.file.path
        expectEqual(
            stage.reports.all,
            [
                "\(path):1:8: \"board\" was sim-32x8 when the sign started and is now sim-64x8; restart ledsign to "
                    + "apply the change"
            ])
        expectEqual(stage.player.file.messages[0].text, "Fresh bread until noon")
        try stage.reload("message:\n  text: A\n", at: 200)
        expectEqual(stage.reports.all.last?.hasPrefix("\(path):1:1: \"board\" was sim-32x8"), true)
        try stage.reload(Self.text + "stall: 3s\n", at: 300)
        expectEqual(stage.reports.all.last?.hasPrefix("\(path):5:8: \"stall\" was 10s when"), true)
        let chosen = try Stage(Self.text, isBoardGiven: true)
        try chosen.reload(changed, at: 100)
        #expect(chosen.reports.all.isEmpty)
        expectEqual(chosen.player.file.messages[0].text, "Fresh bread until three")
    }

    @Test("each problem has a line of its own")
    func problemLines() {
        var problems = SignProblems()
        #expect(problems.lines(cues: nil, store: nil, isWaiting: false) == nil)
        problems.file = ["sign.yaml:1:1: unknown key; remove it"]
        problems.light = "no light sensor\nat all"
        expectEqual(
            problems.lines(cues: nil, store: "the disk is full", isWaiting: false),
            "keeping the previous sign: sign.yaml:1:1: unknown key; remove it\nthe disk is full\nno light sensor\\nat all"
        )
    }
}
