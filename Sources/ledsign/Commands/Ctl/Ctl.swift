import ArgumentParser
import Foundation
import LinuxHardware
import PixelGraphics
import SignControl
import Timelines

/// `ledsign ctl`: talks to a running sign.
struct Ctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl", abstract: "Steer a running sign: messages, variables, pauses, screenshots.",
        discussion: """
            A sign that `ledsign run` shows takes requests over a Unix socket: the one that --socket names, else \
            $XDG_RUNTIME_DIR/ledsign.sock, else that of the service, /run/ledsign/ledsign.sock. Who may connect is said in the \
            sign file (control: group). Pushed messages and variables survive a restart of the sign.

            Examples:
              ledsign ctl push "Fresh bread" --priority urgent --for 10m
              ledsign ctl push "Closed today" --name closed --color red
              ledsign ctl remove closed
              ledsign ctl set score 3:1
              ledsign ctl screenshot sign.png
            """,
        subcommands: [
            CtlPush.self, CtlRemove.self, CtlList.self, CtlSet.self, CtlUnset.self, CtlGet.self, CtlPause.self,
            CtlResume.self, CtlNext.self, CtlAcknowledge.self, CtlBrightness.self, CtlDrag.self, CtlCue.self,
            CtlStats.self, CtlScreenshot.self, CtlReload.self,
        ])
}

/// Which sign is asked, and how its answer is shown.
struct CtlOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The socket of the sign.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long to wait for the answer (10s).", valueName: "time"),
        transform: OptionValue.positiveTime)
    var timeout: Nanoseconds?

    @Flag(help: "Print the answer as JSON, as it came; also one that says what is wrong.")
    var json = false

    /// Asks; prints the answer if it is asked for as JSON.
    ///
    /// - Returns: the answer, where it is to be printed in another way.
    /// - Throws: why there is no answer, or what the sign says is wrong.
    func ask(_ command: String, _ members: [JSONMember] = []) throws -> JSONValue? {
        let client = try ControlClient(path: path, limit: timeout ?? .seconds(10))
        let request = JSONValue.object([JSONMember("command", .text(command))] + members)
        let answer = try client.send(request, clock: SystemMonotonicClock())
        let isDone = answer["ok"] == .bool(true)
        if json { print(answer.line) }
        guard isDone else {
            if json { throw ExitCode.failure }
            throw Failure(PrintableText.lines(answer["error"]?.text ?? "the sign says no, and not why"))
        }
        guard !json else { return nil }
        if let warning = answer["warning"]?.text { Messages.warn(PrintableText.line(warning)) }
        return answer
    }

    private var path: String {
        if let socket { return socket }
        let searched = ControlPaths.ofProcess.searched
        return searched.first { FileManager.default.fileExists(atPath: $0) } ?? searched[searched.count - 1]
    }
}

/// The zone that a command is for.
struct CtlZone: ParsableArguments {
    @Option(help: ArgumentHelp("Only this zone of the sign.", valueName: "zone"))
    var zone: String?

    var members: [JSONMember] { zone.map { [JSONMember("zone", .text($0))] } ?? [] }
}
