import ArgumentParser
import Foundation
import LinuxHardware
import LinuxSystem
import Settings
import SignFiles
import SignHost
import SignNetwork
import Timelines

/// `ledsign setup`: from some questions to a sign that runs.
struct Setup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set up the sign of this machine: ask for its board and what it shows, and start it.",
        discussion: """
            Arrow keys choose, or some letters of a name; Enter takes an answer, Escape goes back, and ctrl-c ends without \
            a change. Where the terminal cannot be drawn on, an empty line takes the answer in brackets, and < goes back. A \
            sign file that exists is kept as FILE.old.

            A file of answers may have these keys, and needs none:
              board: max7219-32x8
              recipe: text
              settings: {text: Fresh bread until noon}
              page: network
              start: yes

            Examples:
              sudo ledsign setup
              sudo ledsign setup --answers answers.yaml
              ledsign setup --out sign.yaml
              sudo ledsign setup --new-code
            """)

    @Option("Take the answers from a file, and ask nothing.", value: "file", completion: .file(extensions: ["yaml"]))
    var answers: String?

    @Option("The sign file to write. (default: \(Self.serviceFile))", value: "file", completion: .signFiles)
    var out: String?

    @Flag(help: "Print the sign file, and write nothing.")
    var dryRun = false

    @Flag(help: "Ask nothing: print a code by which one more phone can sign in to the page of the running sign.")
    var newCode = false

    /// The sign file of the service.
    private static let serviceFile = "/etc/ledsign/sign.yaml"
    private var path: String { out ?? Self.serviceFile }

    func validate() throws {
        if newCode, answers != nil || dryRun {
            throw ValidationError("--new-code asks nothing and writes nothing; use it alone")
        }
    }

    func run() throws {
        if newCode { return print(try code(of: try runningPage(), within: .seconds(5))) }
        // What --out names is not the sign of the service.
        let canStart = out == nil && !dryRun && geteuid() == 0 && access("/run/systemd/system", F_OK) == 0
        var walk = try SetupWalk(canStart: canStart)
        if let answers {
            walk.answers = try SetupWalk.answers(path: answers)
        } else {
            guard isatty(STDIN_FILENO) == 1 else {
                throw CommandError("setup asks questions: run it in a terminal, or give --answers FILE")
            }
            guard try Self.canDraw ? ask(onScreen: &walk) : ask(&walk) else {
                throw CommandError("the answers ended before the last question; nothing is written")
            }
        }
        let token = SetupWalk.token(besides: path)
        let bytes = try walk.signFile(token: token)
        // What is written is a sign file that can be shown.
        let file = try SignFile(parsing: String(decoding: bytes, as: UTF8.self), path: path)
        guard !dryRun else { return print(String(decoding: bytes, as: UTF8.self), terminator: "") }
        if walk.answers["page"] ?? "network" == "network" { try SetupWalk.makeToken(token) }
        if try SetupWalk.write(bytes, to: path) { Messages.say("The sign file before is \(path).old") }
        if out == nil { announce(file) }
        let isStarted = canStart && walk.answers["start"] ?? "yes" == "yes"
        if isStarted { try start() }
        tell(walk, token)
        if isStarted, let page = try? Self.page(of: file), let words = try? code(of: page, within: .seconds(15)) {
            print(words)
        }
        try examine(file)
    }

    // MARK: Asking

    /// Whether the terminal can be drawn on: one that moves its cursor.
    private static var canDraw: Bool {
        let term = ProcessInfo.processInfo.environment["TERM"] ?? ""
        return isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(term)
    }

    /// Asks on the whole screen; returns whether all is answered.
    private func ask(onScreen walk: inout SetupWalk) throws -> Bool {
        var screen = SetupScreen(walk)
        guard let answered = try screen.ask() else { return false }
        walk = answered
        return true
    }

    /// Asks line by line; returns whether all is answered.
    private func ask(_ walk: inout SetupWalk) throws -> Bool {
        Messages.say("An empty line takes the answer in brackets, < goes back, and ctrl-c ends without a change.")
        while let question = walk.question {
            Messages.say("\n\(walk.place + 1) of \(walk.questions.count): \(question.words)\(question.hint)")
            let rows = question.choices.enumerated().map { ["  \($0 + 1)", $1.name, $1.about] }
            rows.lines().forEach(Messages.say)
            Messages.write("[\(walk.answers[question.key] ?? question.value)]: ")
            guard let line = readLine() else { return false }
            let answer = line.trimmingCharacters(in: .whitespaces)
            if answer == "<" {
                walk.goBack()
                continue
            }
            do {
                try walk.take(answer)
            } catch {
                Messages.say("\(error)")
            }
        }
        return true
    }

    // MARK: Writing

    /// Announces the page in the local network where Avahi is installed; without that it is found by its address.
    private func announce(_ file: SignFile) {
        let (folder, name) = ("/etc/avahi/services", "/ledsign.service")
        guard access(folder, W_OK) == 0 else { return }
        let machine = ProcessInfo.processInfo.hostName
        if let services = file.installation.http.flatMap({ AvahiServices($0, machine: machine) }) {
            try? AtomicFile.write(Array(services.text.utf8), path: folder + name, permissions: 0o644)
        } else {
            unlink(folder + name)
        }
    }

    /// Starts the service, now and at every boot.
    private func start() throws {
        for arguments in [["enable", "ledsign"], ["restart", "ledsign"]] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["systemctl"] + arguments
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw CommandError(
                    "\(path) is written, but the sign does not start; systemctl status ledsign says why, and ledsign doctor "
                        + "--sign \(path) what this machine needs")
            }
        }
    }

    /// The page of a sign that is set up.
    private static func page(of file: SignFile) throws -> HTTPSettings? {
        try file.installation.http ?? Configuration.load().http
    }

    /// The page that is served now, which is that of the set-up where there is no sign file.
    private func runningPage() throws -> HTTPSettings? {
        guard access(path, F_OK) != 0 else { return try Self.page(of: try SignFileLoader.read(path)) }
        let configured = try Configuration.load().http
        return SetupWalk.pageSettings(configured, token: SetupWalk.token(besides: path))
    }

    /// Asks the running sign for a code, again and again while its page is not there yet; returns what to say of it.
    private func code(of settings: HTTPSettings?, within time: Nanoseconds) throws -> String {
        guard let settings, let endpoint = settings.listen.first else {
            throw CommandError("\(path) has no page (http) to sign in to")
        }
        guard let token = settings.token else {
            throw CommandError("the page of \(path) needs no signing in: http://\(endpoint)")
        }
        let any = ["0.0.0.0": "127.0.0.1", "::": "[::1]"][endpoint.address].map { "\($0):\(endpoint.port)" }
        let client = try SignHTTPClient(
            url: "http://\(any ?? endpoint.description)", tokenFile: token, limit: .seconds(5))
        let clock = SystemMonotonicClock()
        let end = clock.now + time
        while true {
            do {
                let answer = try client.post("/session/code")
                guard let code = answer["code"]?.text else { throw CommandError(answer["error"]?.text ?? "no code") }
                let place =
                    endpoint.isLoopback
                    ? "On this machine: http://\(endpoint)"
                    : "On the phone: http://\(ProcessInfo.processInfo.hostName).local:\(endpoint.port)"
                return "\(place), and the code \(PairingCode.words(code)), once within half an hour"
            } catch {
                guard clock.now < end else { throw error }
                usleep(500_000)
            }
        }
    }

    private func tell(_ walk: SetupWalk, _ token: String) {
        print("\(path) is written.")
        switch walk.answers["page"] ?? "network" {
        case "network":
            print("The page: http://\(ProcessInfo.processInfo.hostName).local:8080 (its token: sudo cat \(token))")
        case "machine": print("The page: http://127.0.0.1:8080")
        default: break
        }
        if walk.answers["start"] ?? "yes" == "no" || walk.questions.last?.key != "start" {
            print(out == nil ? "Start it: sudo systemctl enable --now ledsign" : "Try it: ledsign run \(path)")
        }
    }

    /// Prints what this machine still needs, as `ledsign doctor` finds it.
    private func examine(_ file: SignFile) throws {
        let board = try BoardResolver(given: file.board).load()
        guard !board.isSimulated else { return }
        let summary = try DoctorReport.summary(of: board, file)
        let open = summary.findings.filter { [.problem, .warning].contains($0.level) }
        guard !open.isEmpty else { return print("Check the picture: ledsign board test \(board.name)") }
        print("\nWhat this machine needs:\n")
        DoctorReport(machine: summary.machine, board: summary.board, findings: open).lines(usesColor: false)
            .forEach { print($0) }
    }
}

/// The file of `--answers`.
extension SetupWalk {
    private static let form = SettingsForm(
        noun: "a file of answers", owner: "a file of answers", maximumBytes: 65_536, maximumBrackets: nil,
        mayBeEmpty: true)

    /// Reads the answers, by the keys of the questions.
    static func answers(path: String) throws -> [String: String] {
        let bytes: [UInt8]
        do throws(FileReadingError) {
            bytes = try RegularFile.read(path: path, limit: form.maximumBytes)
        } catch {
            throw CommandError("\(path): cannot be read: \(error.descriptionWithFix)")
        }
        var fields = SignFields(SettingsFile(bytes, path: path, form: form))
        var answers: [String: String] = [:]
        if fields.isReadable {
            for key in ["board", "recipe", "page", "start"] {
                fields.read(key, as: .nonEmpty("an answer, as setup asks for it"), into: &answers[key])
            }
            let settings: [String: String]? =
                fields.has("settings")
                ? fields.keys("settings", expected: "the settings of the recipe by name") { fields in
                    var given: [String: String] = [:]
                    for name in fields.givenKeys { given[name] = fields.value(name, as: .text("an answer") { $0 }) }
                    return given
                } : nil
            for (name, answer) in settings ?? [:] { answers["settings." + name] = answer }
            fields.recordUnknownKeys()
        }
        let problems = fields.problems.inOrder()
        guard problems.isEmpty else {
            let lines = problems.map { problem -> String in
                guard case .settings(let reason) = problem.reason else {
                    return "\(problem)"
                }
                return "\(path):\(problem.line):\(problem.column): \(reason.description(in: form))"
            }
            throw CommandError(lines.joined(separator: "\n"))
        }
        return answers
    }
}
