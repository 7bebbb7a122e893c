import KernelModel
import PanelDrivers
import SignTestSupport
import Testing

/// The real program, the real libgpiod, and a model of the kernel's GPIO interface.
@Suite struct GPIOScanPortTests {
    private static let outputs = [4, 5, 13, 17, 18, 27, 28, 31, 32, 45]

    private func run(
        _ model: KernelModel, outputs: [Int] = outputs, enable: Int = 18, inputs: String = "-", sleep: String = "never",
        label: String = "-", words: [ScanWord], isAbandoned: Bool = false
    ) throws -> Outcome {
        let lines = outputs.map(String.init).joined(separator: ",")
        let program = words.map { String($0.rawValue, radix: 16) } + (isAbandoned ? ["abandon"] : [])
        return try HardwareProbe.run(
            [HardwareProbe.path, "calls", label, lines, "\(enable)", inputs, sleep] + program,
            environment: try model.environment())
    }

    /// The calls that a program makes, as the log has them: the lines that change, in ascending order.
    ///
    /// Each word that writes is a call, with the lines that words before it let fall together with it; a call that names no
    /// line is none.
    private func calls(_ programs: [[ScanWord]], outputs: [Int] = outputs, enable: Int = 18) -> [String] {
        var levels: [Int: Bool] = Dictionary(uniqueKeysWithValues: outputs.map { ($0, $0 == enable) })
        var calls: [String] = []
        func call(_ wanted: [Int: Bool]) {
            let driven = wanted.filter { levels[$0.key] != nil }
            if driven.isEmpty { return }
            let changes = driven.filter { levels[$0.key] != $0.value }.sorted { $0.key < $1.key }
            calls.append("gpiochip0 set" + changes.map { " \($0.key)=\($0.value ? 1 : 0)" }.joined())
            for (line, level) in changes { levels[line] = level }
        }
        for program in programs {
            var wanted: [Int: Bool] = [:]
            for word in program {
                guard let operation = word.operation else { continue }
                let low = PlainInterpreter.lines(word.payload, from: 0)
                let high = PlainInterpreter.lines(word.payload, from: 28)
                switch operation {
                case .setLow: for line in low { wanted[line] = true }
                case .setHigh: for line in high { wanted[line] = true }
                case .clearLow, .clearLowWithNext: for line in low { wanted[line] = false }
                case .clearHigh, .clearHighWithNext: for line in high { wanted[line] = false }
                default: break
                }
                if operation == .clearLowWithNext || operation == .clearHighWithNext { continue }
                call(wanted)
                wanted = [:]
            }
            call(wanted)
        }
        // At the end everything is put to rest.
        call(Dictionary(uniqueKeysWithValues: outputs.map { ($0, $0 == enable) }))
        return calls
    }

    @Test("each call of random programs changes the lines that its words name, and nothing is allocated")
    func randomPrograms() throws {
        var programs = RandomPrograms(seed: 3, lines: Self.outputs + [3, 40])
        for round in 0..<8 {
            let words = programs.next(words: 40 * round)
            let model = try KernelModel(chips: [KernelModel.Chip()])
            let outcome = try run(model, words: words)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            expectEqual(outcome.number(after: "allocations"), 0)
            // The probe plays it twice.
            let log = try model.log().map(\.description)
            expectEqual(Array(log.dropFirst().dropLast()), calls([words, words]), "program \(round)")
        }
    }

    @Test("a column is two calls: colours together with the clock that falls, and the clock that rises")
    func columns() throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let words = [
            ScanWord(.clearLowWithNext, 1 << 17 | 1 << 5), ScanWord(.setLow, 1 << 13), ScanWord(.setLow, 1 << 17),
            ScanWord(.clearLow, 1 << 17 | 1 << 13), ScanWord(.setLow, 1 << 17),
        ]
        try expectEqual(run(model, outputs: [5, 13, 17, 18], words: words).status, 0)
        let log = try model.log().map(\.description)
        expectEqual(
            log,
            [
                "gpiochip0 request 5=0 13=0 17=0 18=1 ledsign",
                "gpiochip0 set 13=1", "gpiochip0 set 17=1", "gpiochip0 set 13=0 17=0", "gpiochip0 set 17=1",
                "gpiochip0 set 13=1 17=0", "gpiochip0 set 17=1", "gpiochip0 set 13=0 17=0", "gpiochip0 set 17=1",
                "gpiochip0 set 17=0", "gpiochip0 release 5 13 17 18",
            ])
    }

    @Test("what falls together with a word that does not write, or with nothing, is a call of its own")
    func joinedWithNothing() throws {
        for word in [ScanWord(.pad, 3), ScanWord(.mark, 0), ScanWord(.waitAfterStart, 1), ScanWord(.nothing, 0)] {
            let model = try KernelModel(chips: [KernelModel.Chip()])
            let words = [ScanWord(.clearHighWithNext, 1 << 17), word, ScanWord(.clearLowWithNext, 1 << 18)]
            try expectEqual(run(model, words: words).status, 0)
            let log = try model.log().map(\.description).filter { $0.hasPrefix("gpiochip0 set") }
            // Twice a call for line 45, which is low already, one for 18, and one at the end.
            expectEqual(
                log, ["gpiochip0 set", "gpiochip0 set 18=0", "gpiochip0 set", "gpiochip0 set", "gpiochip0 set 18=1"])
        }
    }

    @Test("a call that fails at any place: the panel is dark after it, and the error names the chip")
    func failingCalls() throws {
        let words = [ScanWord(.clearLow, 1 << 18), ScanWord(.setLow, 1 << 5), ScanWord(.clearLow, 1 << 5)]
        for place in 0..<6 {
            // Zero lets a call pass.
            let answers = Array(repeating: "answer gpiochip0 0", count: place) + ["answer gpiochip0 5"]
            let model = try KernelModel(chips: [KernelModel.Chip()], further: answers)
            let outcome = try run(model, words: words)
            expectEqual(outcome.status, 1)
            expectEqual(outcome.errors, "cannot drive lines of /dev/gpiochip0: Input/output error (error 5)\n")
            // Those before it, one that turns dark, and one when the port is let go.
            try expectEqual(model.log().filter { $0.name == "set" }.count, place + 2)
            let levels = try model.log().flatMap(\.levels).filter { $0.line == 18 }
            expectEqual(levels.last?.level, true)
        }
    }

    @Test("any chip works; lines that it does not have, or that words cannot name, are rejected")
    func chips() throws {
        let model = try KernelModel(chips: [KernelModel.Chip(label: "sunxi-gpio", lines: 64)])
        let outcome = try run(model, outputs: [5, 18], label: "sunxi-gpio", words: [ScanWord(.setLow, 32)])
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        #expect(
            try run(model, outputs: [5, 56], label: "sunxi-gpio", words: []).errors.hasPrefix(
                "cannot drive line 56 of /dev/gpiochip0: only the lines 0 to 55 of a sunxi-gpio can be driven; "))
        #expect(try run(model, words: []).errors.hasPrefix("cannot find the GPIO chip of a Raspberry Pi's header"))
        let small = try KernelModel(chips: [KernelModel.Chip(lines: 20)])
        #expect(try run(small, outputs: [5, 20], words: []).errors.contains("has the lines 0 to 19"))
    }

    @Test("busy lines are reported, including inputs")
    func takenLines() throws {
        let model = try KernelModel(chips: [KernelModel.Chip(used: [4: "w1-gpio", 27: "dht11"])])
        #expect(try run(model, words: []).errors.contains("w1-gpio holds line 4, dht11 holds line 27: stop that"))
        let bridged = try run(model, outputs: [5, 18], inputs: "4", words: [])
        #expect(
            bridged.errors.contains("cannot request line 4 of /dev/gpiochip0: Device or resource busy (error 16); w1"))
        #expect(try model.log().isEmpty)
    }

    @Test("waits take the time they say, asleep or awake", arguments: ["never", "betweenPulses", "always"])
    func waits(sleep: String) throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let words = [ScanWord(.mark, 0), ScanWord(.waitAfterMark, 2_000_000), ScanWord(.waitAfterStart, 4_000_000)]
        let outcome = try run(model, sleep: sleep, words: words)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.number(after: "allocations"), 0)
        #expect((outcome.number(after: "took") ?? 0) >= 4_000_000)
    }

    @Test("the time of a call is measured with the panel dark, by calls for one line and for seven")
    func callTime() throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let outcome = try HardwareProbe.run("call-time", "-", "4,5,6,12,13,17,18,27", "18", on: model)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let (call, total) = (outcome.number(after: "call") ?? 0, outcome.number(after: "total") ?? 0)
        #expect(call > 0 && call * 16 <= total)
        // One to turn dark, 8 pairs, and one at the end; none of them changes a line.
        let sets = try model.log().map(\.description).filter { $0.hasPrefix("gpiochip0 set") }
        expectEqual(sets, Array(repeating: "gpiochip0 set", count: 18))
    }
}
