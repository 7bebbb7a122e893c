import KernelModel
import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

/// The real port on a model of the kernel's driver; what the kernel sent is played by the emulated state machine.
@Suite("PIOPort")
struct PIOPortTests {
    private static let dark = ["........", "........", "........", "........"]
    private static let first = ["#.......", ".#......", "..#.....", "...#...."]
    private static let second = ["########", "........", "......##", "#.#.#.#."]
    /// The lines of the wiring `regular` with one chain, output enable first.
    private static let lines = [18, 4, 5, 7, 8, 9, 10, 11, 12, 17, 22, 27].filter { ![5, 12].contains($0) }

    private func model(_ fault: String = "none", label: String = "pinctrl-rp1") throws -> KernelModel {
        try KernelModel(
            chips: [KernelModel.Chip(label: label, lines: 54)], stateMachines: fault,
            model: "Raspberry Pi 5 Model B Rev 1.0")
    }

    private func run(_ model: KernelModel, interval: String = "-", pictures: [[String]]) throws -> Outcome {
        try HardwareProbe.run(
            [HardwareProbe.path, "pio", "3", interval] + pictures.map { $0.joined(separator: ",") },
            environment: try model.environment())
    }

    /// The words of each transfer, without those that measure the rate.
    private func transfers(_ model: KernelModel) throws -> [[UInt32]] {
        let counts = try model.log().filter { $0.name == "send" }.compactMap { $0.values.first.flatMap { Int($0) } }
        var words = try model.words()[...]
        return counts.map { count in
            defer { words = words.dropFirst(count) }
            return Array(words.prefix(count))
        }
    }

    /// A machine that has played nothing, with the panel of the probe.
    private func machine() -> SimulatedPIO<SimulatedHUB75> {
        var settings = ScanSettings()
        settings.planes = 3
        var wires = [18: HUB75Wires.outputEnable, 17: HUB75Wires.clock, 4: HUB75Wires.latch, 22: HUB75Wires.address]
        for (color, line) in [11, 27, 7, 8, 9, 10].enumerated() { wires[line] = HUB75Wires.color(color, chain: 0) }
        return SimulatedPIO(
            lines: .regular, settings: settings, wireOfLine: wires,
            into: SimulatedHUB75(columns: 8, rowPairs: 2))
    }

    /// What a panel shows with the words.
    private func picture(_ words: [UInt32], on machine: inout SimulatedPIO<SimulatedHUB75>) -> [String] {
        machine.listener.resetLight()
        machine.play(words: words)
        return (0..<4).map { y in
            String((0..<8).map { x in machine.listener.light(x: x, y: y, color: 0) > 0 ? "#" : "." } as [Character])
        }
    }

    @Test("pictures follow each other in whole refreshes, and nothing is allocated meanwhile")
    func pictures() throws {
        let model = try model()
        let outcome = try run(model, pictures: [Self.first, Self.second])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.number(after: "allocations"), 0)
        let count = try #require(outcome.number(after: "words"))
        let transfers = try transfers(model)
        // Two to measure, the start, at least two for each picture, and the stop.
        #expect(transfers.count >= 8)
        let dark = UInt32(1) << 22
        #expect(transfers.prefix(2).allSatisfy { words in words.allSatisfy { $0 == 0 || $0 == dark } })
        var machine = machine()
        machine.play(words: transfers[2])
        let shown = Array(transfers.dropFirst(3).dropLast())
        let settled = outcome.output.split(separator: "\n").filter { $0.hasPrefix("settled") }.compactMap {
            Int($0.dropFirst(8))
        }
        expectEqual(settled.count, 2)
        var pictures = [Self.first, Self.second][...]
        for (number, words) in shown.enumerated() {
            expectEqual(words.count % count, 0)
            let refreshes = stride(from: 0, to: words.count, by: count).map { Array(words[$0..<$0 + count]) }
            if settled.contains(number) { expectEqual(Set(refreshes).count, 1) }
            let found = picture(words, on: &machine)
            if settled.contains(number) { expectEqual(found, pictures.removeFirst()) }
            #expect(!machine.listener.isEnabled, "lit after a transfer")
        }
        expectEqual(machine.listener.violations.map(\.description), [])
        expectEqual(machine.litStalls, 0)
        expectEqual(picture(try #require(transfers.last), on: &machine), Self.dark)
    }

    @Test("the machine is set up in the dark, and the lines are given back in the dark")
    func calls() throws {
        let model = try model()
        let outcome = try run(model, pictures: [Self.first])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let log = try model.log().filter { $0.device == "pio0" && $0.name != "send" }.map(\.description)
        let program =
            "a045 0067 a342 e001 a045 0067 0004 6044 006e a142 601c 168d 0000 1f0b 603c 6064 601c 0051"
        let lines = try #require(Self.lines.first) == 18 ? Self.lines : []
        // SM_INIT: the machine, the first instruction, the divider, and the registers for OE 18 and CLK 17.
        let mask = Self.lines.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
        let masks = String(mask, radix: 16).leftPadded(to: 8)
        expectEqual(
            Array(log.prefix(7)),
            [
                "pio0 load 18 at 0 \(program)", "pio0 claim 0", "pio0 enable 1 0",
                "pio0 init 0 0 00010000 40011002 400a0000 45c04640",
                "pio0 levels 0 0 00040000 \(masks)", "pio0 directions 0 0 \(masks) \(masks)",
                "pio0 prepare 0 0 \(4 * (outcome.number(after: "words") ?? 0)) 4",
            ])
        let connected = lines.map { "pio0 function \($0) 7" }
        expectEqual(
            Array(log.dropFirst(7).prefix(connected.count + 2)),
            ["pio0 override 18 3"] + connected + ["pio0 enable 1 1"])
        // Start and stop, and the end.
        expectEqual(
            Array(log.dropFirst(connected.count + 9)),
            ["pio0 override 18 3", "pio0 enable 1 1", "pio0 override 18 0", "pio0 override 18 3"]
                + lines.map { "pio0 function \($0) 5" } + ["pio0 enable 1 0", "pio0 override 18 0", "pio0 close"])
    }

    @Test("chips are set up again between two transfers")
    func initialization() throws {
        let model = try model()
        let outcome = try run(model, interval: "1", pictures: [Self.first])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let count = try #require(outcome.number(after: "words"))
        let counts = try transfers(model).dropFirst(3).dropLast().map(\.count)
        let halves = counts.filter { $0 % count == 0 && $0 > 8 * count }
        let others = counts.filter { $0 < 8 * count }
        expectEqual(halves.count + others.count, counts.count)
        // One before each half but the first, which may have one, too.
        #expect(abs(halves.count - others.count) <= 1, "\(counts)")
    }

    @Test(
        "what is missing is said, with the fix, and the panel is dark",
        arguments: [
            ("full", "leave no room for its 18 instructions", "Piomatter"),
            ("taken", "have claimed all four", "fuser"),
            ("old", "this kernel sends 64 KiB at most", "6.6.67"),
            ("deaf", "takes no words", "fuser"),
        ])
    func faults(fault: String, reason: String, fix: String) throws {
        let model = try model(fault)
        let outcome = try run(model, pictures: [Self.first])
        expectEqual(outcome.status, 1)
        #expect(outcome.errors.contains(reason) && outcome.errors.contains(fix), "\(outcome.errors)")
        let log = try model.log()
        let overrides = log.filter { $0.name == "override" }.map(\.values)
        let functions = log.filter { $0.name == "function" }.map(\.values)
        // Whatever was connected was connected in the dark, and is the registers' again.
        #expect(overrides.isEmpty || overrides == [["18", "3"], ["18", "0"]])
        expectEqual(functions.filter { $0[1] == "7" }.count, functions.filter { $0[1] == "5" }.count)
    }

    @Test("a device that is missing, or closed to this user, is said with the fix")
    func missing() throws {
        let chip = KernelModel.Chip(label: "pinctrl-rp1", lines: 54)
        let absent = try KernelModel(chips: [chip], model: "Raspberry Pi 5 Model B Rev 1.0")
        try absent.add("proc/uptime", "100.00 350.00\n")
        let outcome = try run(absent, pictures: [Self.first])
        #expect(outcome.errors.contains("rpi-eeprom-update"), "\(outcome.errors)")
        let other = try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-bcm2711", lines: 58)], model: "Raspberry Pi 4 Model B Rev 1.5")
        let second = try run(other, pictures: [Self.first])
        #expect(second.errors.contains("only a Raspberry Pi 5 has it"), "\(second.errors)")
        let closed = try KernelModel(
            chips: [chip], stateMachines: "none", model: "Raspberry Pi 5 Model B Rev 1.0",
            further: ["refuse pio0 13", "group pio0 0 600"])
        let third = try run(closed, pictures: [Self.first])
        #expect(third.errors.contains("Permission denied"), "\(third.errors)")
    }
}

extension String {
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: "0", count: max(count - self.count, 0)) + self
    }
}
