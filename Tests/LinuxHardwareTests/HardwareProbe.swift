import Foundation
import KernelModel

/// What a program did.
struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    /// The number after a word of the output.
    func number(after word: String) -> Int? {
        let words = output.split { $0 == " " || $0 == "\n" }
        return words.firstIndex { $0 == word }.flatMap { Int(words[words.index(after: $0)]) }
    }
}

/// Runs `hardware-probe`, which opens devices of this machine or of a model of one.
enum HardwareProbe {
    /// The folder that the test program lies in is the one that the products lie in.
    static let folder =
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/"
    /// The program itself.
    static let path = folder + "hardware-probe"

    /// Runs the probe under a model of the kernel.
    static func run(_ arguments: String..., on model: KernelModel) throws -> Outcome {
        try run([path] + arguments, environment: try model.environment())
    }

    /// Runs a program, found in PATH, with the words after it.
    static func run(_ command: [String], environment: [String: String] = [:]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Not in this process's environment: `env` itself is not to run under the model.
        process.arguments = environment.map { "\($0.key)=\($0.value)" } + command
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("probe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["out", "err"].map { folder.appendingPathComponent($0) }
        for file in files { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }
}
