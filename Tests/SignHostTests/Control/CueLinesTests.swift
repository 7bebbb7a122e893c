import Foundation
import KernelModel
import SignTestSupport
import Testing

/// The real thread, the real libgpiod, and a model of the kernel's GPIO interface.
@Suite struct CueLinesTests {
    /// Runs the probe; returns what it printed, its status, and the requests for its lines.
    private func run(
        _ arguments: String..., blocks signal: String? = nil, on model: KernelModel
    ) throws -> (start: Int64, output: String, isEnded: Bool, log: [KernelRequest]) {
        let process = Process()
        let probe = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("cue-probe")
        process.executableURL = signal == nil ? probe : URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = (signal.map { ["--block-signal=\($0)", probe.path] } ?? []) + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(try model.environment()) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let start = output.split(separator: "\n").first.flatMap { Int64($0) } ?? 0
        let isEnded = process.terminationReason == .exit && process.terminationStatus == 0
        return (start, output, isEnded, try model.log())
    }

    @Test("E6: pulses reach the wires in order, at their instants or a little later, and the lines rest at the end")
    func pulses() throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        // Line 27 is active low.
        let (start, output, isEnded, log) = try run("17,27", "10", "end", "0:0:50", "1:100:30", "0:200:50", on: model)
        #expect(isEnded && output.contains("played 3 skipped 0"), "\(output)")
        let requests = [
            "gpiochip0 request 17=0 27=1 ledsign", "gpiochip0 set 17=1", "gpiochip0 set 17=0", "gpiochip0 set 27=0",
            "gpiochip0 set 27=1", "gpiochip0 set 17=1", "gpiochip0 set 17=0",
        ]
        expectEqual(log.prefix(7).map(\.description), requests)
        let millisecond: Int64 = 1_000_000
        let times = log.dropFirst().prefix(6).map { ($0.time - start) / millisecond }
        for (time, least) in zip(times, [0, 50, 100, 130, 200, 250]) { #expect(time >= least) }
        // What goes on forever is not allowed to be late forever.
        #expect(times.last.map { $0 < 60_000 } ?? false)
    }

    @Test(
        "a program that aborts during a pulse leaves its lines at rest, even if it was started with SIGABRT ignored",
        arguments: [("abort", nil), ("raise", nil), ("abort", "ABRT"), ("raise", "ABRT")] as [(String, String?)])
    func aborts(end: String, blocked: String?) throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let (_, _, isEnded, log) = try run(
            "17,27", "10", end, "0:0:60000", "1:0:60000", blocks: blocked, on: model)
        #expect(!isEnded)
        var levels: [Int: Bool] = [:]
        for request in log where request.name == "request" || request.name == "set" {
            for (line, level) in request.levels { levels[line] = level }
        }
        #expect(levels[17] == false && levels[27] == true)
        let sets = log.filter { $0.name == "set" }.map(\.description)
        #expect(sets.contains { $0.contains("17=1") })
    }

    @Test("a busy line is an error that names its owner")
    func held() throws {
        let model = try KernelModel(chips: [KernelModel.Chip(used: [17: "gpioset"])])
        let (_, output, isEnded, log) = try run("17", "0", "end", "0:0:5", on: model)
        #expect(!isEnded && output.isEmpty && log.isEmpty)
    }
}
