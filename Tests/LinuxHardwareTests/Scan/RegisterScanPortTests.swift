import KernelModel
import PanelDrivers
import SignTestSupport
import Testing

/// The real program, the real libgpiod, a model of the kernel, and files in place of registers.
@Suite struct RegisterScanPortTests {
    /// Colours, latch, clock and output enable of an adapter, and GPIO 4, which is bridged to 18.
    private let outputs = "5,13,17,21,18"
    /// Lets 5 and 13 rise, 17 fall, and 18 fall.
    private let words = ["10002020", "20020000", "20040000"]

    private func modelOfPi3(
        memory: [String: UInt64] = ["gpiomem": 0x1000], used: [Int: String] = [:], further: [String] = []
    ) throws -> KernelModel {
        try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-bcm2835", lines: 54, used: used)], memory: memory,
            model: "Raspberry Pi 3 Model B Rev 1.2", further: further)
    }

    private func modelOfPi5(memory: [String: UInt64] = ["gpiomem0": 0x30000]) throws -> KernelModel {
        try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-rp1", lines: 54)], memory: memory,
            model: "Raspberry Pi 5 Model B Rev 1.0")
    }

    private func run(
        _ model: KernelModel, outputs: String? = nil, enable: String = "18", inputs: String = "-",
        slowdown: String = "-", sleep: String = "never", pads: String? = nil, words: [String]
    ) throws -> Outcome {
        try HardwareProbe.run(
            [HardwareProbe.path, "registers", outputs ?? self.outputs, enable, inputs, slowdown, sleep] + words,
            environment: try model.environment().merging(pads.map { ["PROBE_PADS": $0] } ?? [:]) { $1 })
    }

    private func error(_ model: KernelModel, outputs: String? = nil, enable: String = "18") throws -> String {
        let outcome = try run(model, outputs: outputs, enable: enable, words: words)
        expectEqual(outcome.status, 1)
        return outcome.errors
    }

    /// The page of the pads of a Raspberry Pi 3, as all of memory shows it.
    private static let pagePi3: UInt64 = 0x3F10_0000

    private func modelWithPads(_ values: [UInt32], further: [String] = []) throws -> KernelModel {
        let model = try modelOfPi3(memory: ["gpiomem": 0x1000, "mem": Self.pagePi3 + 0x1000], further: further)
        for (index, value) in values.enumerated() {
            try model.setRegister(Self.pagePi3 + 0x2C + 4 * UInt64(index), of: "mem", to: value)
        }
        return model
    }

    /// The pads of GPIO 0 to 27, and of 28 to 45.
    private func pads(_ model: KernelModel) throws -> [UInt32] {
        try [0x2C, 0x30].map { try model.register(Self.pagePi3 + $0, of: "mem") }
    }

    @Test(
        "the pads of a BCM chip get what is asked for, with the password, and keep the hysteresis and the rest",
        arguments: [
            // After a reset: fast edges, hysteresis, 8 mA.
            ("2 slow", UInt32(0x1B), UInt32(0x5A00_0008)), ("16 fast", 0x1B, 0x5A00_001F),
            ("6 fast", 0x03, 0x5A00_0012), ("10 -", 0x1B, 0x5A00_001C), ("- slow", 0x1B, 0x5A00_000B),
        ])
    func padsOfBCM(asked: String, before: UInt32, during: UInt32) throws {
        let model = try modelWithPads([before, 0x1B])
        try expectEqual(run(model, pads: asked, words: words + ["abandon"]).status, 0)
        try expectEqual(pads(model), [during, 0x1B])
        try model.setRegister(Self.pagePi3 + 0x2C, of: "mem", to: before)
        let outcome = try run(model, pads: asked, words: words)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        // As before, by a value with the password.
        try expectEqual(pads(model), [0x5A00_0000 | before, 0x1B])
        #expect(try model.log().map(\.description).contains("mem map 0x3f100000 0x1000"))
    }

    @Test("lines from 28 have pads of their own")
    func padsOfHighLines() throws {
        let model = try modelWithPads([0x1B, 0x1B])
        let program = words + ["abandon"]
        try expectEqual(run(model, outputs: "28,31,32,45", enable: "45", pads: "4 slow", words: program).status, 0)
        try expectEqual(pads(model), [0x1B, 0x5A00_0009])
    }

    @Test("pads that only root reaches are an error that says so, and nothing is written")
    func padsWithoutRoot() throws {
        let model = try modelWithPads([0x1B, 0x1B], further: ["refuse mem 13"])
        let outcome = try run(model, pads: "2 slow", words: words)
        expectEqual(outcome.status, 1)
        #expect(
            outcome.errors.contains(
                "cannot set the drive strength and the slew rate by /dev/mem: Permission denied (error 13); only root can "
                    + "open it: use sudo, or remove drive_strength and slew_rate from the board file"),
            "\(outcome.errors)"
        )
        try expectEqual(levels(model), [0, 0, 0, 0])
        try expectEqual(pads(model), [0x1B, 0x1B])
        // Who does not ask for them needs no root.
        try expectEqual(run(model, words: words).status, 0)
    }

    @Test("a strength that a Raspberry Pi 5 does not have is refused before anything is written")
    func strengthOfOthers() throws {
        let model = try modelOfPi5()
        let outcome = try run(model, pads: "6 fast", words: words)
        expectEqual(outcome.status, 1)
        #expect(
            outcome.errors.contains(
                "cannot set the drive strength of pinctrl-rp1: a Raspberry Pi 5 has 2, 4, 8 and 12 mA, not 6 mA; "
                    + "change drive_strength in the board file"), "\(outcome.errors)")
        #expect(try model.log().isEmpty)
    }

    /// The registers that drive lines of the BCM chips: set, set from 32, clear, clear from 32.
    private func levels(_ model: KernelModel, _ name: String = "gpiomem", at base: UInt64 = 0) throws -> [UInt32] {
        try [0x1C, 0x20, 0x28, 0x2C].map { try model.register(base + $0, of: name) }
    }

    @Test("the lines are taken, output enable high, before the registers are mapped; nothing is allocated by playing")
    func order() throws {
        let model = try modelOfPi3()
        let outcome = try run(model, words: words)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("block bcm2837 path /dev/gpiomem slowdown 1 write 20\n"))
        #expect((100...10_000_000).contains(outcome.number(after: "store") ?? 0))
        expectEqual(outcome.number(after: "allocations"), 0)
        try expectEqual(
            model.log().map(\.description),
            [
                "gpiochip0 request 5=0 13=0 17=0 18=1 21=0 ledsign", "gpiomem map 0 0x1000",
                "gpiochip0 release 5 13 17 18 21",
            ])
    }

    @Test("stores go to the registers of BCM chips, and the last are output enable high and the others low")
    func bcmRegisters() throws {
        let model = try modelOfPi3()
        try expectEqual(run(model, slowdown: "0", words: words + ["abandon"]).status, 0)
        try expectEqual(levels(model), [0x2020, 0, 0x4_0000, 0])
        try expectEqual(run(model, words: words).status, 0)
        try expectEqual(levels(model), [0x4_0000, 0, 0x22_2020, 0])
    }

    @Test("harmless writes are zeros to the clear register")
    func slowdown() throws {
        let model = try modelOfPi3()
        try expectEqual(run(model, slowdown: "3", words: words + ["abandon"]).status, 0)
        try expectEqual(levels(model), [0x2020, 0, 0, 0])
    }

    @Test("the plan has what was measured, a slow store only as far as real ones are slow")
    func plan() throws {
        let outcome = try run(try modelOfPi3(), slowdown: "2", words: words)
        let store = try #require(outcome.number(after: "store"))
        #expect(outcome.output.contains("\nplan 3 stores \(min(store, 40_000)) writes "))
        let write = try #require(outcome.number(after: "writes"))
        #expect(write >= 3 * min(store, 40_000) && write <= 3 * 40_000)
    }

    @Test("a write takes as long as it has to, by more harmless stores")
    func leastWrite() throws {
        // 100 harmless writes, of which each takes 10 us: 1 ms, and without further stores less than 1 us. Here a store is one to
        // memory: it may have been slower when it was measured, on a busy machine by several times.
        let outcome = try run(try modelOfPi3(), slowdown: "0/10000000", words: ["80000064"])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        #expect((outcome.number(after: "took") ?? 0) >= 50_000)
        expectEqual(outcome.number(after: "allocations"), 0)
    }

    @Test("lines from 28 go to both banks, in programs and at the end")
    func highLines() throws {
        let model = try modelOfPi3()
        let lines = "28,31,32,45"
        let program = ["40020018", "50020018", "abandon"]
        try expectEqual(run(model, outputs: lines, enable: "45", slowdown: "0", words: program).status, 0)
        try expectEqual(levels(model), [0x8000_0000, 0x2001, 0x8000_0000, 0x2001])
        try expectEqual(run(model, outputs: lines, enable: "45", words: program.dropLast()).status, 0)
        try expectEqual(levels(model), [0x8000_0000, 0x2000, 0x9000_0000, 1])
    }

    @Test("stores go to the aliases of an RP1 that set, clear and invert; the register itself is never written")
    func rp1Registers() throws {
        let model = try modelOfPi5()
        let usual = try run(model, words: words)
        #expect(usual.output.hasPrefix("block rp1 path /dev/gpiomem0 slowdown 1 write 50\n"))
        let outcome = try run(model, slowdown: "0", words: words + ["30020000", "abandon"])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let registers: [UInt64] = [0x10000, 0x11000, 0x12000, 0x13000]
        try expectEqual(registers.map { try model.register($0, of: "gpiomem0") }, [0, 0x20000, 0x2020, 0x4_0000])
        try expectEqual(run(model, words: words).status, 0)
        try expectEqual(registers.map { try model.register($0, of: "gpiomem0") }, [0, 0x20000, 0x4_0000, 0x22_2020])
        #expect(try model.log().map(\.description).contains("gpiomem0 map 0 0x30000"))
    }

    @Test("lines of an RP1 that the kernel did not leave to software are given to it; those it did are not written")
    func rp1Functions() throws {
        let model = try modelOfPi5()
        // Line 5 is as it should be, and has bits that are not ours; 13 has another function; 17 no output; 18 overrides.
        for line in [5, 13, 17, 18, 21] as [UInt64] {
            try model.setRegister(8 * line + 4, of: "gpiomem0", to: line == 13 ? 0x1F : 0x40_0005)
            try model.setRegister(0x20004 + 4 * line, of: "gpiomem0", to: line == 17 ? 0xD6 : 0x56)
        }
        try model.setRegister(8 * 18 + 4, of: "gpiomem0", to: 0xB085)
        try model.setRegister(0x10004, of: "gpiomem0", to: 0x6_2020)
        try expectEqual(run(model, words: words).status, 0)
        let controls = try [5, 13, 17, 18, 21].map { try model.register(8 * $0 + 4, of: "gpiomem0") }
        expectEqual(controls, [0x40_0005, 5, 0x40_0005, 0x85, 0x40_0005])
        let pads = try [5, 13, 17, 18, 21].map { try model.register(0x20004 + 4 * $0, of: "gpiomem0") }
        expectEqual(pads, [0x56, 0x56, 0x56, 0x56, 0x56])
        // While it plays: fast edges, 4 mA, pulled low, output enable pulled high.
        try expectEqual(run(model, words: words + ["abandon"]).status, 0)
        let driven = try [5, 13, 17, 18, 21].map { try model.register(0x20004 + 4 * $0, of: "gpiomem0") }
        expectEqual(driven, [0x57, 0x57, 0x57, 0x5B, 0x57])
        try expectEqual(model.register(0x12004, of: "gpiomem0"), 1 << 21)
        // 12 mA and slow edges; 2 mA and fast ones.
        for (pads, line, output) in [("12 slow", 0x76, 0x7A), ("2 fast", 0x47, 0x4B)] as [(String, UInt32, UInt32)] {
            try expectEqual(run(model, pads: pads, words: words + ["abandon"]).status, 0)
            try expectEqual([5, 18].map { try model.register(0x20004 + 4 * $0, of: "gpiomem0") }, [line, output])
        }
        try expectEqual(model.register(8 * 4 + 4, of: "gpiomem0"), 0)
    }

    @Test(
        "without a file for GPIO alone, all of memory is mapped at the place of the chip's registers",
        arguments: [
            ("pinctrl-bcm2835", "Raspberry Pi Zero 2 W Rev 1.0", UInt64(0x3F20_0000), "bcm2837", "0x1000"),
            ("pinctrl-bcm2711", "Raspberry Pi Compute Module 4 Rev 1.1", 0xFE20_0000, "bcm2711", "0x1000"),
            ("pinctrl-rp1", "Raspberry Pi 500 Rev 1.0", 0x1F_000D_0000, "rp1", "0x30000"),
        ])
    func allOfMemory(label: String, name: String, base: UInt64, block: String, length: String) throws {
        let model = try KernelModel(
            chips: [KernelModel.Chip(label: label, lines: 54)], memory: ["mem": base + 0x30000], model: name)
        let outcome = try run(model, words: words)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("block \(block) path /dev/mem "))
        try expectEqual(model.log()[1].description, "mem map 0x\(String(base, radix: 16)) \(length)")
        try expectEqual(model.register(base + (block == "rp1" ? 0x12000 : 0x1C), of: "mem"), 1 << 18)
    }

    @Test("GPIO 4, where it is bridged to output enable, is taken as an input before any output is")
    func inputs() throws {
        let model = try modelOfPi3()
        let outcome = try run(model, inputs: "4", words: words)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let log = try model.log().map(\.description)
        expectEqual(
            log.prefix(2), ["gpiochip0 request 4 ledsign", "gpiochip0 request 5=0 13=0 17=0 18=1 21=0 ledsign"])
        expectEqual(log.suffix(2).sorted(), ["gpiochip0 release 4", "gpiochip0 release 5 13 17 18 21"])
        let both = try run(model, inputs: "5,4", words: words)
        expectEqual(
            both.errors,
            "cannot request line 5 of /dev/gpiochip0: it is given as an input and as an output\n")
    }

    @Test(
        "an unknown machine is an error that names it, and nothing is requested, mapped or written",
        arguments: [
            ("Raspberry Pi 3 Model B Rev 1.2", "pinctrl-bcm2711"), ("Raspberry Pi 6 Model B Rev 1.0", "pinctrl-rp1"),
            ("Raspberry Pi Zero W Rev 1.1", "pinctrl-bcm2835"), ("Raspberry Pi Model B Rev 2", "pinctrl-bcm2835"),
            ("Hardkernel ODROID-C4", "pinctrl-bcm2835"),
        ])
    func unknownMachine(name: String, label: String) throws {
        let model = try KernelModel(
            chips: [KernelModel.Chip(label: label, lines: 54)], memory: ["gpiomem": 0x1000, "gpiomem0": 0x30000],
            model: name)
        #expect(
            try error(model).hasPrefix(
                "cannot drive the registers of \(name): they are unknown for \(name) with the GPIO chip \(label); "))
        #expect(try model.log().isEmpty)
        try expectEqual(levels(model), [0, 0, 0, 0])
    }

    @Test("an error names a machine without a model, and one without a header")
    func noMachine() throws {
        let silent = try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-rp1", lines: 54)], memory: ["gpiomem0": 0x30000])
        #expect(
            try error(silent).hasPrefix(
                "cannot drive the registers of this machine: /proc/device-tree/model does not name the model; "))
        let other = try KernelModel(
            chips: [KernelModel.Chip(label: "INT34C6:00", lines: 360)], memory: ["mem": 0x1000],
            model: "Raspberry Pi 3 Model B Rev 1.2")
        #expect(
            try error(other).hasPrefix("cannot find the GPIO chip of a Raspberry Pi's header: this machine has INT"))
        #expect(try silent.log().isEmpty && other.log().isEmpty)
    }

    @Test("the error about a busy line names its owner, and no register is mapped")
    func takenLine() throws {
        let model = try modelOfPi3(used: [17: "w1-gpio"])
        #expect(try error(model).contains("w1-gpio holds line 17: stop that program, or disable"))
        #expect(try model.log().isEmpty)
        try expectEqual(levels(model), [0, 0, 0, 0])
    }

    @Test("lines beyond the registers are errors")
    func wrongLines() throws {
        #expect(
            try error(modelOfPi5(), outputs: "5,28,18").hasPrefix(
                "cannot drive line 28 of /dev/gpiochip0: only the lines 0 to 27 of a pinctrl-rp1 can be driven; "))
        #expect(
            try error(modelOfPi3(), outputs: "5,54").contains(
                "only the lines 0 to 53 of a pinctrl-bcm2835 can be driven"))
        #expect(try error(modelOfPi3(), enable: "-1").contains("cannot drive line -1 of"))
    }

    @Test("the error about registers without access names the group to join")
    func group() throws {
        let model = try modelOfPi3(further: ["group gpiomem 20 660", "refuse gpiomem 13"])
        #expect(
            try error(model).hasPrefix(
                "cannot open /dev/gpiomem: Permission denied (error 13); its group is dialout: sudo usermod -aG dialout"
            ))
        // The lines were taken with the panel dark, and are given back.
        try expectEqual(
            model.log().map(\.description),
            [
                "gpiochip0 request 5=0 13=0 17=0 18=1 21=0 ledsign", "gpiochip0 release 5 13 17 18 21",
            ])
    }

    @Test("no file for registers at all, and all of memory closed to users or to everybody")
    func missingDevices() throws {
        let start = "cannot open /dev/gpiomem, which is missing, or /dev/mem instead: "
        try expectEqual(
            error(modelOfPi3(memory: [:])),
            start
                + "No such file or directory (error 2); use a kernel of Raspberry Pi OS, which has /dev/gpiomem\n")
        try expectEqual(
            error(modelOfPi3(memory: ["mem": 0x1000], further: ["refuse mem 13"])),
            start + "Permission denied (error 13); only root can open it: use sudo, or a kernel of "
                + "Raspberry Pi OS, which has /dev/gpiomem\n")
        let strict = try modelOfPi3(memory: ["mem": 0x1000], further: ["unmappable mem 1"])
        try expectEqual(
            error(strict),
            "cannot map the GPIO registers of /dev/mem: Operation not permitted (error 1); add iomem=relaxed to "
                + "the one line of /boot/firmware/cmdline.txt and reboot, or use a kernel of Raspberry Pi OS, "
                + "which has /dev/gpiomem\n")
        try expectEqual(
            error(modelOfPi3(further: ["unmappable gpiomem 22"])),
            "cannot map the GPIO registers of /dev/gpiomem: Invalid argument (error 22)\n")
    }

    @Test(
        "waits take the time they say, asleep or awake, and nothing is allocated in them",
        arguments: ["never", "always"])
    func waits(sleep: String) throws {
        let model = try modelOfPi3()
        // A mark, 2 ms after it, 4 ms after the start.
        let outcome = try run(model, sleep: sleep, words: ["90000000", "a01e8480", "b03d0900"])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.number(after: "allocations"), 0)
        #expect((outcome.number(after: "took") ?? 0) >= 4_000_000)
    }
}
