import Foundation
import KernelModel
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

/// The whole command on devices: the real libgpiod and a model of the kernel's drivers behind them.
@Suite struct DeviceShowTests {
    private func show(_ arguments: [String], on model: KernelModel) throws -> Outcome {
        try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["show"] + arguments,
            environment: try model.environment())
    }

    /// The transfers of the start of four modules: dark, in normal operation at full brightness.
    private static let start = [
        "0f000f000f000f00", "0b070b070b070b07", "0900090009000900", "0a0f0a0f0a0f0a0f", "0100010001000100",
        "0200020002000200", "0300030003000300", "0400040004000400", "0500050005000500", "0600060006000600",
        "0700070007000700", "0800080008000800", "0c010c010c010c01",
    ]
    /// HELLO on four modules, a transfer for each row that is not dark.
    private static let hello = [
        "018b01e8014101c0", "028a020802420220", "038a030803420320", "04fb04c804420420", "058a050805420520",
        "068a060806420620", "078b07ef077907c0",
    ]
    /// What tells four modules again that they show HELLO.
    private static let healing = Array(start[..<4]) + hello + ["0800080008000800", "0c010c010c010c01"]
    private static let stop = ["0c000c000c000c00"]

    private func messages(_ model: KernelModel) throws -> [KernelRequest] {
        try model.log().filter { $0.name == "message" }
    }

    @Test("a still text is one call of the kernel and then only healing, and the panel is dark at the end")
    func stillText() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let program = try RunningProgram(
            "show", "HELLO", "--board", "max7219-32x8", environment: try model.environment())
        #expect(try program.wait { try messages(model).count >= 3 })
        let run = try program.end()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let log = try model.log()
        expectEqual(
            log.prefix(3).map(\.description), ["spidev0.0 mode 0", "spidev0.0 bits 8", "spidev0.0 speed 8000000"])
        let sent = log.dropFirst(3).map(\.transfers)
        expectEqual(sent.prefix(3), [Self.start, Self.hello, Self.healing])
        // How often it heals until it is asked to end depends on the machine.
        expectEqual(Set(sent.dropFirst(3).dropLast()).subtracting([Self.healing]), [])
        expectEqual(sent.last, Self.stop)
    }

    @Test("a moving text is one call for every frame that changed, and every picture is the text a column further")
    func movingText() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let program = try RunningProgram(
            "show", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--stats",
            environment: try model.environment())
        #expect(try program.wait { try messages(model).count >= 12 })
        let run = try program.end()
        expectEqual(run.status, 0, "\(run.errors)")
        let sent = try messages(model)
        // The start, the frames, and the end; and on a machine that is so busy that no frame comes for long, healing.
        let words = run.errors.split(separator: " ").map(String.init)
        let frames = try #require(words.first.flatMap { Int($0) }, "\(run.errors)")
        let healings = try #require(words.firstIndex(of: "device,").flatMap { Int(words[$0 + 1]) })
        expectEqual(sent.count, frames + 2 + healings)

        let folder = try ScratchFolder()
        let rendered = try CommandRunner.ledsign(
            "render", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--for", "60s", "--fps", "30", "--out",
            folder.path("frames.txt"))
        expectEqual(rendered.status, 0, "\(rendered.errors)")
        let expected = try folder.text("frames.txt").components(separatedBy: "\n\n")
            .map { $0.trimmingCharacters(in: .newlines) }
        expectEqual(expected.count, 1_800)
        let shown = try ChainPictures.pictures(of: sent)
        expectEqual(shown.first?.contains("#"), false)
        expectEqual(shown.last?.contains("#"), false)
        // Late frames are left out, and none comes twice or out of order.
        var next = 0
        var before = ""
        for picture in shown.dropFirst().dropLast() {
            if healings > 0, picture == before { continue }
            before = picture
            let place = expected[next...].firstIndex(of: picture)
            next = try #require(place, "after column \(next):\n\(picture)") + 1
        }
    }

    @Test("a signal makes the panel dark before the program ends")
    func signal() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let program = try RunningProgram(
            "show", "HELLO", "--board", "max7219-32x8", environment: try model.environment())
        #expect(try program.wait { try messages(model).count >= 2 })
        let run = try program.end(SIGTERM)
        expectEqual(run.status, 128 + SIGTERM, "\(run.errors)")
        try expectEqual(model.log().last?.transfers, Self.stop)
    }

    /// The pictures of four modules on the lines of `max7219-gpio-32x8`, one for every rise of CS, and the chain.
    private func pictures(_ log: [KernelRequest]) throws -> (pictures: [String], chain: SimulatedMAX7219Chain) {
        var chain = SimulatedMAX7219Chain(count: 4)
        var pictures: [String] = []
        var levels: [Int: Bool] = [:]
        for (time, request) in log.enumerated() {
            for (line, level) in request.levels where levels[line] != level {
                levels[line] = level
                // The board's file: CLK 17, DIN 27, CS 22.
                let wire = try #require([17: SPIWires.clock, 27: SPIWires.data, 22: SPIWires.chipSelect][line])
                chain.edge(on: wire, to: level, at: Int64(time) * 1_000)
                if wire == SPIWires.chipSelect, level { pictures.append(art(chain.picture)) }
            }
        }
        return (pictures, chain)
    }

    @Test("bit-banged through libgpiod, the lines carry the same words, and are claimed by their numbers")
    func bitBanged() throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let program = try RunningProgram(
            "show", "HELLO", "--board", "max7219-gpio-32x8", environment: try model.environment())
        let hello = """
            #...#.#####.#....#.....###......
            #...#.#.....#....#....#...#.....
            #...#.#.....#....#....#...#.....
            #####.####..#....#....#...#.....
            #...#.#.....#....#....#...#.....
            #...#.#.....#....#....#...#.....
            #...#.#####.####.####..###......
            ................................
            """
        #expect(try program.wait { try pictures(model.log()).pictures.contains(hello) })
        let run = try program.end()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let (lit, chain) = try pictures(model.log())
        expectEqual(lit.dropLast().last, hello)
        expectEqual(lit.last?.contains("#"), false)
        #expect(chain.violations.isEmpty)
    }

    @Test("a missing or busy device is an error that names the fix; with --simulate it is a warning")
    func missingDevices() throws {
        let empty = try KernelModel()
        let missing = try show(["HELLO", "--board", "max7219-32x8"], on: empty)
        expectEqual(missing.status, 1)
        for words in ["max7219-32x8", "/dev/spidev0.0", "dtparam=spi=on", "config.txt", "--simulate"] {
            #expect(missing.errors.contains(words), "\(words): \(missing.errors)")
        }
        let taken = try KernelModel(chips: [KernelModel.Chip(used: [27: "rotary"])])
        let held = try show(["HELLO", "--board", "max7219-gpio-32x8"], on: taken)
        expectEqual(held.status, 1)
        #expect(held.errors.contains("27") && held.errors.contains("rotary"), "\(held.errors)")
        // No terminal here: the warning comes before the sign is refused.
        let simulated = try show(["HELLO", "--board", "max7219-32x8", "--simulate"], on: empty)
        #expect(simulated.errors.contains("not driven, only simulated"), "\(simulated.errors)")
    }

    @Test("`board test` lights the L by the registers themselves, whatever the type, and makes the panel dark")
    func boardTest() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let run = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["board", "test", "max7219-generic-8x8", "--step", "wiring", "--brightness", "100", "--for", "10ms"],
            environment: try model.environment())
        #expect(run.status == 0 && run.output.contains("expects picture 2"), "\(run.output)\(run.errors)")
        let messages = try model.log().map(\.transfers).filter { !$0.isEmpty }
        expectEqual(messages.dropFirst(), [["01ff", "0280", "0380", "0480"], ["0c00"]])
    }

    @Test("an SPI error at run time is reported, with exit code 1")
    func sendingFails() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"], bufferSize: 4)
        let program = try RunningProgram(
            "show", "HELLO", "--board", "max7219-32x8", environment: try model.environment())
        let run = try program.end(nil)
        #expect(run.errors.contains("spidev.bufsiz"), "\(run.errors)")
        expectEqual(run.status, 1, "\(run.errors)")
    }

    /// The replaying device of umockdev, with a script typed from the data sheet's words.
    ///
    /// It answers ENOTTY to everything but messages, and refuses bytes that are not in the script.
    private func replay(_ transfers: [[String]]) throws -> Outcome {
        let folder = try ScratchFolder()
        try Data(
            """
            P: /devices/platform/soc/3f204000.spi/spi_master/spi0/spi0.0/spidev/spidev0.0
            N: spidev0.0
            E: DEVNAME=/dev/spidev0.0
            E: SUBSYSTEM=spidev
            A: dev=153:0\\n

            """.utf8
        ).write(to: folder.url.appendingPathComponent("spi.umockdev"))
        // T starts a transfer after chip select was high, W is what is written.
        let script = "@DEV /dev/spidev0.0 (SPI)\n" + transfers.joined().map { "TW \($0)\n" }.joined()
        try Data(script.utf8).write(to: folder.url.appendingPathComponent("spi.ioctl"))
        return try CommandRunner.tool(
            "umockdev-run",
            [
                "-d", folder.path("spi.umockdev"), "-i", "/dev/spidev0.0=\(folder.path("spi.ioctl"))", "--",
                CommandRunner.products.appendingPathComponent("ledsign").path, "show", "HELLO", "--board",
                "max7219-32x8", "--for", "1400ms",
            ])
    }

    @Test("the program runs unchanged on umockdev's replayed device")
    func replayedDevice() throws {
        var problems: [String] = []
        // The script has to be what is sent, and nobody sees the device meanwhile. The only healing is due 450 ms before the end,
        // and another one 500 ms after it: a machine that stands still for longer does not do so all the time.
        for healings in [1, 0, 1, 2, 1, 0, 1, 2] {
            let healing = [[String]](repeating: Self.healing, count: healings)
            let run = try replay([Self.start, Self.hello] + healing + [Self.stop])
            if run.status == 0 { return }
            problems.append(run.errors)
        }
        Issue.record("\(problems)")
    }

    @Test("the replayed device refuses a program that sends something else")
    func replayRefuses() throws {
        var wrong = Self.hello
        wrong[2] = "038a030803420321"
        let run = try replay([Self.start, wrong, Self.healing, Self.healing, Self.stop])
        expectEqual(run.status, 1)
        #expect(run.errors.contains("cannot send to /dev/spidev0.0"), "\(run.errors)")
    }
}

extension String {
    /// The text in pieces of equal length.
    func chunked(_ length: Int) -> [Substring] {
        stride(from: 0, to: count, by: length).map { dropFirst($0).prefix(length) }
    }
}
