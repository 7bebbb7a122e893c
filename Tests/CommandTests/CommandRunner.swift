import Foundation
import SignTestSupport

/// What a program did.
struct Outcome {
    let status: Int32
    let output: String
    let errors: String
}

/// Runs the products of this build, as a user would.
enum CommandRunner {
    /// The folder that the test program lies in is the one that the products lie in.
    static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// The root of the checkout.
    static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs `ledsign` in an empty folder.
    static func ledsign(
        _ arguments: String..., input: String = "", environment: [String: String] = [:], folder: URL? = nil
    ) throws -> Outcome {
        try run(
            products.appendingPathComponent("ledsign").path, arguments, input: input, environment: environment,
            folder: folder)
    }

    /// Runs a program of the system that `scripts/test-tools.sh` installs.
    static func tool(_ name: String, _ arguments: [String]) throws -> Outcome {
        let outcome = try run("/usr/bin/env", [name] + arguments)
        guard outcome.status != 127 else { throw MissingToolError(name: name) }
        return outcome
    }

    /// Runs a Python program in the tests' own environment, which `scripts/test-tools.sh` prepares.
    static func python(_ program: String, _ arguments: String...) throws -> Outcome {
        let python = checkout.appendingPathComponent(".build/test-venv/bin/python3").path
        guard FileManager.default.isExecutableFile(atPath: python) else { throw MissingToolError(name: python) }
        return try run(python, ["-c", program] + arguments)
    }

    static func run(
        _ path: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        folder: URL? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        for name in ["LEDSIGN_BOARD", "LEDSIGN_DATA"] { variables[name] = nil }
        variables["XDG_CONFIG_HOME"] = "/nonexistent"
        // No sign of a test listens where those of others do.
        variables["XDG_RUNTIME_DIR"] = ""
        let scratch = try ScratchFolder()
        variables["XDG_STATE_HOME"] = scratch.path("state")
        process.environment = variables.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        let files = ["in", "out", "err"].map { scratch.url.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
}

/// A program that the tests need is not there.
struct MissingToolError: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) is missing; scripts/test-tools.sh installs what the tests need" }
}

/// A folder that goes away with its owner.
typealias ScratchFolder = SignTestSupport.ScratchFolder
