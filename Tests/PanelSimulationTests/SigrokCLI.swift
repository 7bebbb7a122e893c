import Foundation
import Testing

/// The lines that another program, sigrok-cli, prints about a capture.
func sigrok(_ vcd: [UInt8], _ arguments: [String]) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "ledsign-\(UUID().uuidString).vcd")
    try Data(vcd).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sigrok-cli", "-i", file.path, "-I", "vcd"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // Some of its versions abort in Python's clean-up after all is printed, so that its status says nothing.
    try #require(process.terminationStatus != 127, "sigrok-cli is missing; scripts/test-tools.sh installs it")
    return text.split(separator: "\n").map(String.init)
}
