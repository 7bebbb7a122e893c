import Foundation
import KernelModel
import SignHost
import SignTestSupport
import Testing

/// `ledsign run` on a model of the kernel's drivers, told and asked by a service manager.
@Suite("ledsign run")
struct RunTests {
    /// A sign that runs in a process of its own.
    private final class RunningSign {
        let folder: ScratchFolder
        let manager: ServiceManagerSocket
        private let process = Process()

        /// - Parameter isHungUpFirst: whether SIGHUP waits for the program when it starts.
        init(
            _ text: String, arguments: [String] = [], environment: [String: String], isHungUpFirst: Bool = false
        ) throws {
            folder = try ScratchFolder()
            manager = try ServiceManagerSocket("@ledsign-run-\(UUID().uuidString)")
            try write(text)
            let errors = folder.url.appendingPathComponent("errors")
            try Data().write(to: errors)
            let program = CommandRunner.products.appendingPathComponent("ledsign")
            process.executableURL = isHungUpFirst ? URL(fileURLWithPath: "/usr/bin/env") : program
            // A blocked signal stays pending over exec (signal(7)), and so comes before anything that the program does.
            let before = ["--block-signal=HUP", "sh", "-c", "kill -HUP $$; exec \"$@\"", "sh", program.path]
            process.arguments = (isHungUpFirst ? before : []) + ["run", "sign.yaml"] + arguments
            process.currentDirectoryURL = folder.url
            process.environment = ProcessInfo.processInfo.environment
                .merging([
                    "XDG_CONFIG_HOME": "/nonexistent", "XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": folder.path("state"),
                    "NOTIFY_SOCKET": manager.name,
                ]) { $1 }
                .merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
        }

        func write(_ text: String) throws {
            try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"), options: .atomic)
        }

        /// Rewrites the file and asks to reload it; returns the messages to the service manager in the meantime.
        func reload(_ text: String) throws -> [String] {
            try write(text)
            kill(process.processIdentifier, SIGHUP)
            return [manager.next(), manager.next()].compactMap { $0 }
        }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Ends it; returns the exit code and what it has said on standard error.
        func end(_ signal: Int32 = SIGTERM) throws -> (status: Int32, errors: String) {
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            // What the kernel of this machine refuses is another matter.
            let lines = try folder.text("errors").components(separatedBy: "\n").filter { !$0.hasPrefix("note: ") }
            return (process.terminationStatus, lines.joined(separator: "\n"))
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    }

    private static let stop = ["0c000c000c000c00"]

    private func file(_ text: String, _ more: String = "") -> String {
        "board: max7219-32x8\n\(more)message:\n  text: \(text)\n"
    }

    @Test("E8: a server without the image gets a warning, and the sign shows the rest")
    func imageOfServer() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let url = try LocalServer.shared.get().url("no-such-image")
        let sign = try RunningSign(
            "board: max7219-32x8\nidle: {text: A}\nmessages: [{image: \"\(url)\"}]\n",
            environment: try model.environment())
        var told = ""
        for _ in 0..<3 where !told.contains("404") { told += (sign.manager.next() ?? "") + "\n" }
        #expect(told.contains("READY=1"))
        #expect(told.contains("STATUS=image \(url): the server answered with status 404; retrying"))
        let end = try sign.end()
        #expect(end.status == 143 && end.errors.contains("image \(url): the server answered with status 404"))
    }

    /// What a chain shows of a text that stands.
    private func rendered(_ text: String) throws -> String {
        let folder = try ScratchFolder()
        let run = try CommandRunner.ledsign(
            "render", text, "--board", "max7219-32x8", "--out", folder.path("r.txt"))
        expectEqual(run.status, 0, "\(run.errors)")
        return try folder.text("r.txt").trimmingCharacters(in: .newlines)
    }

    /// Waits until a picture has reached the chain: of pictures that follow each other quickly the newest one counts.
    private func isShown(_ picture: String, on model: KernelModel) throws -> Bool {
        try Polling.wait {
            let messages = try model.log().filter { $0.name == "message" }
            return try ChainPictures.pictures(of: messages).last == picture
        }
    }

    @Test("the service manager gets messages about the first picture, reloads and the end; SIGHUP keeps the sign lit")
    func service() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let (hello, world) = (try rendered("HELLO"), try rendered("WORLD"))
        let sign = try RunningSign(file("HELLO"), environment: try model.environment())
        expectEqual(sign.manager.next(), "READY=1\nSTATUS=showing")
        #expect(try isShown(hello, on: model))
        let reloaded = try sign.reload(file("WORLD"))
        expectEqual(reloaded.count, 2)
        expectEqual(reloaded.first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC="), true)
        expectEqual(reloaded.last, "READY=1\nSTATUS=showing")
        #expect(try isShown(world, on: model))
        let broken = try sign.reload(file("THREE", "brigthness: 3\n"))
        let key =
            "sign.yaml:2:1: unknown key \"brigthness\" for this part of a sign file; did you mean \"brightness\"?"
        expectEqual(broken.last, "READY=1\nSTATUS=keeping the previous sign: \(key)")
        let otherBoard = try sign.reload("board: max7219-64x8\nmessage:\n  text: FOUR\n")
        let board =
            "sign.yaml:1:8: \"board\" was max7219-32x8 when the sign started and is now max7219-64x8; restart ledsign to "
            + "apply the change"
        expectEqual(otherBoard.last, "READY=1\nSTATUS=keeping the previous sign: \(board)")
        let mended = try sign.reload(file("HELLO"))
        expectEqual(mended.last, "READY=1\nSTATUS=showing")
        #expect(try isShown(hello, on: model))
        let end = try sign.end()
        expectEqual(end.status, 128 + SIGTERM)
        expectEqual(sign.manager.next(), "STOPPING=1\nSTATUS=going dark")
        expectEqual(
            end.errors,
            """
            \(key)
            warning: keeping the previous sign: \(key)
            \(board)
            warning: keeping the previous sign: \(board)

            """)
        let messages = try model.log().filter { $0.name == "message" }
        expectEqual(messages.last?.transfers, Self.stop)
        // Dark until the first picture, and not again before the end.
        let lit = try ChainPictures.pictures(of: messages).drop { !$0.contains("#") }.dropLast()
        #expect(lit.allSatisfy { $0.contains("#") })
        var shown: [String] = []
        for picture in lit where picture != shown.last { shown.append(picture) }
        expectEqual(shown, [hello, world, hello])
    }

    @Test("READY is sent again to a service manager whose socket was full")
    func busyManager() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let name = "@ledsign-run-\(UUID().uuidString)"
        let manager = try ServiceManagerSocket(name)
        let filling = try #require(try ServiceManager(environment: { $0 == "NOTIFY_SOCKET" ? name : nil }))
        var count = 0
        while filling.tell([.watchdog]) { count += 1 }
        let folder = try ScratchFolder()
        let text = "board: max7219-32x8\ncontrol: {socket: ./ctl.sock, state: none}\nmessage: {text: HELLO}\n"
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        var variables = try model.environment()
        variables["NOTIFY_SOCKET"] = name
        let program = try RunningProgram("run", folder.path("sign.yaml"), environment: variables)
        #expect(try isShown(rendered("HELLO"), on: model))
        // The loop has gone round after the first picture when it answers.
        for _ in 0..<2 {
            let asked = try CommandRunner.ledsign("ctl", "list", "--socket", folder.path("ctl.sock"))
            expectEqual(asked.status, 0, "\(asked.errors)")
        }
        for _ in 0..<count { expectEqual(manager.next(), "WATCHDOG=1") }
        expectEqual(manager.next(), "READY=1\nSTATUS=showing")
        try expectEqual(program.end(SIGTERM).status, 128 + SIGTERM)
    }

    @Test("reloads of the same message, valid or broken, do not disturb the scrolling")
    func position() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let text = "HELLO FROM THE WIRE"
        let sign = try RunningSign(file(text), environment: try model.environment())
        expectEqual(sign.manager.next()?.hasPrefix("READY=1"), true)
        for number in 0..<30 {
            let answers = try sign.reload(
                number % 3 == 0 ? file(text, "# \(number)\n") : number % 3 == 1 ? file(text) + "  x: 1\n" : file(text))
            expectEqual(answers.count, 2)
        }
        try expectEqual(sign.end().status, 128 + SIGTERM)
        let messages = try model.log().filter { $0.name == "message" }
        let folder = try ScratchFolder()
        let rendered = try CommandRunner.ledsign(
            "render", text, "--board", "max7219-32x8", "--for", "60s", "--fps", "30", "--out",
            folder.path("frames.txt"))
        expectEqual(rendered.status, 0, "\(rendered.errors)")
        let expected = try folder.text("frames.txt").components(separatedBy: "\n\n")
            .map { $0.trimmingCharacters(in: .newlines) }
        // Each picture is the text a column further; late frames are left out, and none comes twice or out of order.
        var next = 0
        var last = ""
        for picture in try ChainPictures.pictures(of: messages).dropFirst().dropLast() where picture != last {
            let place = expected[next...].prefix(60).firstIndex(of: picture)
            next = try #require(place, "after column \(next):\n\(picture)") + 1
            last = picture
        }
    }

    @Test("two watchdog messages are sent within the timeout")
    func watchdog() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        var variables = try model.environment()
        variables["WATCHDOG_USEC"] = "200000"
        let sign = try RunningSign(file("HELLO"), environment: variables)
        var received: [String] = []
        while received.count < 6, let message = sign.manager.next() { received.append(message) }
        expectEqual(received.first, "READY=1\nSTATUS=showing")
        #expect(received.dropFirst().allSatisfy { $0 == "WATCHDOG=1" }, "\(received)")
        expectEqual(received.count, 6)
        try expectEqual(sign.end().status, 128 + SIGTERM)
    }

    @Test("a HUB75 panel on registers stays lit through reloads, and is dark at the end")
    func panel() throws {
        let model = try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-bcm2835", lines: 54)], memory: ["gpiomem": 0x1000],
            model: "Raspberry Pi 3 Model B Rev 1.2")
        let text = "board: hub75-64x32\nmessage:\n  text: Fresh bread until noon\n  color: "
        let sign = try RunningSign(text + "amber\n", environment: try model.environment())
        expectEqual(sign.manager.next(), "READY=1\nSTATUS=showing")
        try expectEqual(sign.reload(text + "red\n").last, "READY=1\nSTATUS=showing")
        let refused = try sign.reload(text + "rde\n").last ?? ""
        #expect(refused.contains("keeping the previous sign: sign.yaml:4:10: \"rde\" is not a colour"))
        let end = try sign.end()
        expectEqual(end.status, 128 + SIGTERM)
        #expect(end.errors.contains("sign.yaml:4:10: \"rde\" is not a colour; did you mean \"red\"?"))
        // The last store that set lines set OE (18) among them, the last one that cleared some did not.
        try expectEqual(model.register(0x1C, of: "gpiomem") >> 18 & 1, 1)
    }

    @Test("SIGHUP before there is a sign waits until there is one, and reloads then")
    func earlyReload() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let sign = try RunningSign(file("WORLD"), environment: try model.environment(), isHungUpFirst: true)
        var received: [String] = []
        while received.filter({ $0.hasPrefix("READY=1") }).count < 2, let message = sign.manager.next() {
            received.append(message)
        }
        #expect(received.contains { $0.hasPrefix("RELOADING=1") })
        try expectEqual(sign.end().status, 128 + SIGTERM)
        let messages = try model.log().filter { $0.name == "message" }
        let folder = try ScratchFolder()
        let run = try CommandRunner.ledsign(
            "render", "WORLD", "--board", "max7219-32x8", "--out", folder.path("r.txt"))
        expectEqual(run.status, 0)
        let last = try ChainPictures.pictures(of: messages).dropLast().last
        try expectEqual(last, folder.text("r.txt").trimmingCharacters(in: .newlines))
    }

    @Test("dark --sign darkens the panel of a file that has problems")
    func dark() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let folder = try ScratchFolder()
        try Data("board: max7219-32x8\nmessage:\n  txt: A\n".utf8).write(
            to: folder.url.appendingPathComponent("sign.yaml"))
        let run = try CommandRunner.ledsign(
            "dark", "--sign", "sign.yaml", environment: try model.environment(), folder: folder.url)
        expectEqual(run.status, 0, "\(run.errors)")
        try expectEqual(model.log().last { $0.name == "message" }?.transfers, Self.stop)
    }

    @Test("a file with problems does not start: all of them are reported, and no device is opened")
    func problems() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let folder = try ScratchFolder()
        try Data("board: max7219-32x8\nmessage:\n  txt: A\n".utf8).write(
            to: folder.url.appendingPathComponent("sign.yaml"))
        let run = try CommandRunner.ledsign(
            "run", "sign.yaml", environment: try model.environment(), folder: folder.url)
        expectEqual(run.status, 1)
        #expect(run.errors.contains("sign.yaml:3:3: \"text\" is missing"))
        #expect(run.errors.contains("sign.yaml:3:3: unknown key \"txt\""))
        #expect((try? model.log())?.isEmpty ?? true)
    }

    @Test(
        "a missing light sensor and a broken calendar are reported once, with their places, and the sign keeps running")
    func told() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let more = "brightness: {midnight: 1, light: {sensor: ./lux, every: 100ms}}\ncalendars: {c: {path: c.ics}}\n"
        let sign = try RunningSign(file("HELLO", more), environment: try model.environment())
        let words = [
            "the light sensor has no value; brightness follows the rest of the sign file: ./lux cannot be read: "
                + "No such file or directory",
            "calendar c: c.ics cannot be read: No such file or directory; keeping the previous version",
        ]
        var told = ""
        while let next = sign.manager.next(), !told.contains(words[0]) || !told.contains(words[1]) {
            if next.contains("STATUS=") { told = next }
            if told.contains(words[0]), told.contains(words[1]) { break }
        }
        #expect(told.contains(words[0]) && told.contains(words[1]), "\(told)")
        try Data("BEGIN:VCALENDAR\nBEGIN:VEVENT\n".utf8).write(to: sign.folder.url.appendingPathComponent("c.ics"))
        var broken = ""
        while let next = sign.manager.next() {
            broken = next
            if next.contains("c.ics:2: BEGIN:VEVENT has no END:VEVENT") { break }
        }
        #expect(broken.contains("calendar c: c.ics:2: BEGIN:VEVENT has no END:VEVENT; keeping the previous version"))
        let end = try sign.end()
        expectEqual(end.errors.components(separatedBy: "c.ics cannot be read").count, 2, "\(end.errors)")
        let intensities = try model.log().filter { $0.name == "message" }.flatMap(\.transfers)
            .filter { $0.hasPrefix("0a") }
        #expect(intensities.allSatisfy { $0 == "0a000a000a000a00" || $0 == "0a0f0a0f0a0f0a0f" })
    }

    @Test("brightness applies and changes with a reload; ctrl-c ends the sign normally, and --stats reports it")
    func brightness() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let sign = try RunningSign(
            file("HELLO", "brightness: 100\n"), arguments: ["--stats"], environment: try model.environment())
        expectEqual(sign.manager.next()?.hasPrefix("READY=1"), true)
        // The intensity register of every module: 15 for all light, 0 for the least.
        try expectEqual(sign.reload(file("HELLO", "brightness: 1\n")).count, 2)
        func intensities() throws -> [String] {
            try model.log().filter { $0.name == "message" }.flatMap(\.transfers).filter { $0.hasPrefix("0a") }
        }
        // The reload is done when the picture is drawn, which is a little before it is shown.
        let isShown = try Polling.wait(until: { try intensities().last == "0a000a000a000a00" })
        #expect(isShown)
        let end = try sign.end(SIGINT)
        expectEqual(end.status, 0)
        #expect(end.errors.contains("2 frames shown"))
        try expectEqual(intensities().first, "0a0f0a0f0a0f0a0f")
    }
}
