import Foundation
import LinuxHardware

/// Whether the package manager has a newer version of this program.
enum PackageUpdate {
    /// Asks apt, which looks into what `apt update` has fetched; nil where the program is not an installed package. Waits for apt.
    static func finding() -> Finding? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["LC_ALL=C", "apt-cache", "policy", "ledsign"]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let answer = (try? output.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        return finding(in: String(decoding: answer ?? Data(), as: UTF8.self))
    }

    /// What `apt-cache policy` says: lines such as `Installed: 0.1.0` and `Candidate: 0.2.0`.
    private static func finding(in policy: String) -> Finding? {
        func version(_ name: String) -> String? {
            let lines = policy.split(separator: "\n").map { $0.drop { $0 == " " } }
            let value = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).drop { $0 == " " }
            return value.flatMap { $0 == "(none)" ? nil : String($0) }
        }
        guard let installed = version("Installed:"), let candidate = version("Candidate:") else { return nil }
        guard installed != candidate else {
            return .ok("update", "ledsign \(installed) is the newest that apt knows of")
        }
        return .note(
            "update", "ledsign \(installed) is installed, and apt has \(candidate)", means: "there is a newer version",
            fix: [.command("sudo apt update && sudo apt install --only-upgrade ledsign")])
    }
}
