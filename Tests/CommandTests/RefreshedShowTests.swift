import Foundation
import KernelModel
import SignTestSupport
import Testing

/// What the refresh thread does for the whole command: frames on time, counters, a device that fails and recovers.
@Suite struct RefreshedShowTests {
    private static let stop = ["0c000c000c000c00"]
    /// What a message that was refused has in place of transfers.
    private func messages(_ model: KernelModel) throws -> [[String]] {
        try model.log().filter { $0.name == "message" }.map(\.transfers).filter { !$0.isEmpty }
    }

    /// The instants of a frame log: due and shown.
    private func frames(_ text: String) -> [(due: Int64, shown: Int64)] {
        text.split(separator: "\n").map { line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : (-1, -2)
        }
    }

    @Test("the frame log has every frame that was shown, due exactly when the text has moved by a pixel")
    func frameLog() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let folder = try ScratchFolder()
        let program = try RunningProgram(
            "show", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--stats", "--frame-log", folder.path("frames"),
            environment: try model.environment())
        #expect(try program.wait { try messages(model).count > 30 })
        let run = try program.end()
        expectEqual(run.status, 0, "\(run.errors)")
        let frames = frames(try folder.text("frames"))
        #expect(run.errors.hasPrefix("\(frames.count) frames shown, "), "\(run.errors)")
        #expect(try messages(model).count >= frames.count + 2)
        try expectEqual(messages(model).last, Self.stop)
        for (number, frame) in frames.enumerated() {
            #expect(frame.shown >= frame.due)
            guard number > 0 else { continue }
            #expect(frame.due > frames[number - 1].due)
            // 30 px/s: the pixel k is due at k/30 s, rounded up to nanoseconds.
            let pixel = frame.due * 30 / 1_000_000_000
            expectEqual(frame.due, (pixel * 1_000_000_000 + 29) / 30)
        }
    }

    @Test("a failing device is retried, made dark, closed and opened again, and shows the text in the end")
    func recovery() throws {
        // Start and text succeed; healing, the three attempts after it and the darkening do not.
        let answers = [0, 0, 5, 5, 5, 5, 5].map { "answer spidev0.0 \($0)" }
        let model = try KernelModel(spiDevices: ["spidev0.0"], further: answers)
        let program = try RunningProgram(
            "show", "HELLO", "--board", "max7219-32x8", "--stats", environment: try model.environment())
        func texts() throws -> [[String]] { try messages(model).filter { $0.count == 7 } }
        #expect(try program.wait { try texts().count == 2 })
        let run = try program.end()
        expectEqual(run.status, 0, "\(run.errors)")
        #expect(run.errors.contains("warning: cannot send to /dev/spidev0.0"), "\(run.errors)")
        #expect(run.errors.contains("5 calls of the device failed, it was opened again once"), "\(run.errors)")
        #expect(run.errors.contains("made dark once by errors of the device"), "\(run.errors)")
        try expectEqual(model.log().filter { $0.name == "mode" }.count, 2)
        try expectEqual(texts().first, texts().last)
        try expectEqual(messages(model).last, Self.stop)
    }

    @Test("a device that is missing at the end is an error that names it")
    func goneAtTheEnd() throws {
        let answers = [0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5].map { "answer spidev0.0 \($0)" }
        let model = try KernelModel(spiDevices: ["spidev0.0"], further: answers)
        let program = try RunningProgram(
            "show", "HELLO", "--board", "max7219-32x8", environment: try model.environment())
        #expect(try program.wait { try program.errors().contains("warning: cannot send to /dev/spidev0.0") })
        let run = try program.end()
        expectEqual(run.status, 1, "\(run.errors)")
        #expect(run.errors.contains("Error: "), "\(run.errors)")
        #expect(run.errors.contains("cannot send to /dev/spidev0.0"), "\(run.errors)")
    }

    @Test("SIGUSR1 reports the counters while the sign runs")
    func report() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let program = try RunningProgram(
            "show", "HELLO", "--board", "max7219-32x8", environment: try model.environment())
        #expect(try program.wait { try messages(model).count == 2 })
        program.signal(SIGUSR1)
        #expect(try program.wait { try program.errors().contains("the refresh thread has ") })
        #expect(try program.errors().hasPrefix("1 frame shown, 0 skipped, lateness p50 "))
        #expect(try messages(model).last != Self.stop)
        let run = try program.end(SIGTERM)
        expectEqual(run.status, 128 + SIGTERM)
        try expectEqual(messages(model).last, Self.stop)
    }

    @Test("a process that was stopped shows the current picture when it continues, and none in between")
    func stopped() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let folder = try ScratchFolder()
        let program = try RunningProgram(
            "show", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--no-guardian", "--frame-log",
            folder.path("frames"), environment: try model.environment())
        #expect(try program.wait { try messages(model).count > 10 })
        program.signal(SIGSTOP)
        #expect(program.wait { program.isStopped })
        let before = try messages(model).count
        Polling.letPass(seconds: 2)
        program.signal(SIGCONT)
        #expect(try program.wait { try messages(model).count > before + 10 })
        try expectEqual(program.end().status, 0)
        let frames = frames(try folder.text("frames"))
        let gaps = zip(frames, frames.dropFirst()).filter { $1.due - $0.due > 1_500_000_000 }
        #expect(!gaps.isEmpty)
        // However late the machine is, no picture that was due during the stop is shown after it; only the one that was being
        // sent is finished.
        let late = frames.filter { $0.shown - $0.due > 1_500_000_000 }
        #expect(late.allSatisfy { frame in gaps.contains { $0.0.due == frame.due } })
    }
}
