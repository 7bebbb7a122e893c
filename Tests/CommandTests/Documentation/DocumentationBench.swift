import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport

/// A folder in which the blocks of a page are tried, with the files that they name.
final class DocumentationBench {
    private let folder: ScratchFolder
    private var sign: SteeredSign?
    private let port = FreePort.any()

    init() throws {
        folder = try ScratchFolder()
        let examples = CommandRunner.checkout.appendingPathComponent("Examples")
        for name in try FileManager.default.contentsOfDirectory(atPath: examples.path) where name.contains(".") {
            try FileManager.default.copyItem(
                at: examples.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
        }
        for name in ["steam.gif", "closed.gif", "weather.webp", "clock.webp"] { try copy("cup.gif", to: name) }
        try copy("events.ics", to: "birthdays.ics")
        try copy("smallest.yaml", to: "sign.yaml")
        for name in ["etc", "bin"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        try copy("smallest.yaml", to: "etc/sign.yaml")
        try write(
            "summary: The panel in the window\nkind: hub75\npanel: 64x32\nwiring: adafruit-hat-pwm\n", "window.yaml")
        try write("Fresh bread until noon\n", "news.txt")
        try write(wrapper, "bin/ledsign")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/ledsign"))
        try PNG.write(RGBBitmap(size: Size(width: 8, height: 8)), path: folder.path("logo.png"))
        try FileManager.default.createDirectory(atPath: folder.path("photos"), withIntermediateDirectories: true)
        try PNG.write(RGBBitmap(size: Size(width: 8, height: 8)), path: folder.path("photos/one.png"))
    }

    /// Commands that last end after a moment, on a panel that is simulated where they name a device.
    private var wrapper: String {
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        return """
            #!/bin/sh
            verb=$1
            shift
            case $verb in
            show | run) exec '\(program)' "$verb" --simulate --for 300ms "$@" ;;
            ctl) exec '\(program)' ctl --socket "$LEDSIGN_TEST_SOCKET" "$@" ;;
            *) exec '\(program)' "$verb" "$@" ;;
            esac

            """
    }

    private func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(
            at: folder.url.appendingPathComponent(name), to: folder.url.appendingPathComponent(other))
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }

    /// Tries a block; returns what is wrong with it.
    func problems(of block: DocumentationPage.Block, _ context: DocumentationContext) throws -> [String] {
        switch context {
        case .sign(let file): try check(Self.completed(block.text), file)
        case .within(let template): try check(Self.filled(template, block.lines), "part.yaml")
        case .each(let template): try block.lines.flatMap { try check(Self.filled(template, [$0]), "part.yaml") }
        case .sideBySide(let second):
            try Self.columns(block.lines, second).flatMap { try check($0.joined(separator: "\n") + "\n", "side.yaml") }
        case .board(let file): try checkBoard(block.text, file)
        case .partOfBoard(let key, let template):
            try checkPart(Self.filled(template, block.lines), key)
        case .commands: try block.lines.flatMap(run)
        case .toSign: try toSign(block.lines)
        case .other: []
        }
    }

    // MARK: - Files

    private func check(_ text: String, _ file: String) throws -> [String] {
        try write(text, file)
        let run = try CommandRunner.ledsign("check", file, folder: folder.url)
        return run.status == 0 ? [] : ["\(text)\(run.errors)"]
    }

    private func checkBoard(_ text: String, _ file: String) throws -> [String] {
        try write(text, file)
        let run = try CommandRunner.ledsign("board", "check", "./" + file, folder: folder.url)
        return run.status == 0 ? [] : ["\(text)\(run.errors)\(run.output)"]
    }

    private func checkPart(_ text: String, _ key: String) throws -> [String] {
        try write(text, "part.yaml")
        let others = ["panel": "32x16", "wiring": "regular"].filter { $0.key != key }.map { "\($0.key): \($0.value)\n" }
        return try checkBoard("summary: A\nkind: hub75\n\(key): ./part.yaml\n" + others.joined(), "board.yaml")
    }

    /// Keys of a sign file with a message where they have none.
    private static func completed(_ text: String) -> String {
        let hasMessage = text.components(separatedBy: "\n").contains { line in
            ["message:", "messages:", "zones:", "rows:", "columns:"].contains(where: line.hasPrefix)
        }
        return hasMessage ? text : text + "message: A\n"
    }

    /// A template with lines in the place of its last character, as far indented as that.
    private static func filled(_ template: String, _ lines: [String]) -> String {
        guard let last = template.components(separatedBy: "\n").last else { return template }
        let indentation = String(repeating: " ", count: last.prefix { $0 == " " }.count)
        let text = lines.joined(separator: "\n" + indentation)
        return template.replacingOccurrences(of: "@", with: text) + "\n"
    }

    /// The files of a block in which two stand side by side.
    private static func columns(_ lines: [String], _ second: String) -> [[String]] {
        guard let start = lines[0].range(of: second) else { return [] }
        let column = lines[0].distance(from: lines[0].startIndex, to: start.lowerBound)
        return [lines.map { String($0.prefix(column)) }, lines.map { String($0.dropFirst(column)) }]
    }

    // MARK: - Commands

    /// Runs the commands of a block against a sign, which takes them at its socket and at a port of this machine.
    private func toSign(_ lines: [String]) throws -> [String] {
        if sign == nil {
            sign = try SteeredSign(
                """
                http: {listen: 127.0.0.1:\(port), awtrix: yes, tidbyt: yes}
                pixels: {protocols: []}
                fields: {score: {variable: "0:0"}}
                message: {text: Fresh bread until noon, scroll: always}

                """)
            // Its first picture may come before it listens.
            let state = "http://127.0.0.1:\(port)/api/v1/state"
            guard try Polling.wait(until: { try CommandRunner.run("/usr/bin/curl", ["-fsS", state]).status == 0 })
            else {
                return ["the sign does not listen at port \(port): \(try sign?.errors() ?? "")"]
            }
            if let place = sign?.folder.url {
                try FileManager.default.copyItem(
                    at: folder.url.appendingPathComponent("closed.gif"), to: place.appendingPathComponent("closed.gif"))
            }
        }
        return try lines.flatMap(run)
    }

    /// Runs a line of a shell in a terminal; returns what is wrong.
    private func run(_ line: String) throws -> [String] {
        guard !Self.isOther(line) else { return [] }
        let command = line.replacingOccurrences(of: "/etc/ledsign/", with: folder.path("etc") + "/")
            .replacingOccurrences(of: "127.0.0.1:8080", with: "127.0.0.1:\(port)")
            // Unoptimized programs draw slowly: the first pictures of an animation are enough.
            .replacingOccurrences(
                of: "(ledsign render .*)--for [0-9]+s", with: "$1--for 300ms", options: .regularExpression
            )
            // Three bytes a pixel, of the 64x32 in the text and of the 32x8 here.
            .replacingOccurrences(of: "head -c 6144", with: "head -c 768")
            .replacingOccurrences(of: "curl ", with: "curl --silent --show-error --fail --max-time 10 ")
        var variables = ProcessInfo.processInfo.environment
        variables["PATH"] = folder.path("bin") + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
        variables.merge([
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": folder.path("."), "XDG_CONFIG_HOME": "/nonexistent",
            "XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": folder.path("state"), "LEDSIGN_BOARD": "sim-32x8",
            "LEDSIGN_TEST_SOCKET": sign?.folder.path("ctl.sock") ?? "",
        ]) { $1 }
        let script = "cd '\(folder.path("."))' && set -o pipefail && \(command)"
        let terminal = try PseudoTerminal(
            path: "/bin/bash", ["-c", script], environment: variables.map { "\($0)=\($1)" }, hasErrors: true)
        let status = try terminal.end()
        let allowed = DocumentationContext.findings.filter { line.hasPrefix($0.key) }.flatMap(\.value) + [0]
        guard status & 0x7F == 0, allowed.contains(Int(status >> 8)) else {
            return ["\(line): status \(status >> 8)\n\(terminal.output)"]
        }
        return []
    }

    /// Whether a line is not run because of the program or the address that it needs.
    private static func isOther(_ line: String) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        let needsNetwork = ["sign.local", "wled.local", "https://"].contains(where: line.contains)
        return needsNetwork || words.contains { DocumentationContext.otherPrograms[$0] != nil }
            || DocumentationContext.otherCommands.keys.contains(where: line.contains)
    }
}
