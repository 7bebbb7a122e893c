import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import PanelDrivers
import PanelSimulation
import PixelGraphics
import Settings
import SignHost
import Timelines

/// `ledsign board`: lists, shows, checks and tests boards.
struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "List, show, check and test boards.",
        discussion: """
            A board is a YAML file that describes a panel and how it is wired. The program includes some boards. For your \
            own sign, copy the most similar one, and give its path wherever a board is expected.
            """,
        subcommands: [BoardList.self, BoardShow.self, BoardCheck.self, BoardTest.self])
}

struct BoardList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the boards with their sizes and descriptions.",
        discussion: """
            Examples:
              ledsign board list
              ledsign board list --parts
            """)

    @Flag(help: "List the panels and wirings that board files can use, instead of boards.")
    var parts = false

    func run() throws {
        let library = try BoardResolver.library()
        var problems: [String] = []
        func list(_ names: [String], _ row: (String) throws -> [String]) {
            let rows = names.compactMap { name -> [String]? in
                do {
                    return try row(name)
                } catch {
                    problems.append("\(error)")
                    return nil
                }
            }
            rows.lines().forEach { print($0) }
        }
        if parts {
            for kind in BoardFiles.Kind.allCases {
                let names = try library.names(of: kind)
                print("\(kind.folder):")
                list(names) { ["  " + $0, try library.check("\(library.folder)/\(kind.folder)/\($0).yaml")] }
            }
        } else {
            let names = try library.names()
            list(names) { name in
                let board = try library.board(name)
                return [name, "\(board.size)", board.summary]
            }
            if names.isEmpty {
                problems.append("no boards in \(library.folder); reinstall the program, or set LEDSIGN_DATA")
            }
        }
        if !problems.isEmpty { throw CommandError(problems.joined(separator: "\n")) }
    }
}

struct BoardShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the panel and the wires of a board, and the notes in its file.",
        discussion: """
            Examples:
              ledsign board show max7219-32x16
              ledsign board show ./window.yaml
            """)

    @Argument(help: ArgumentHelp("A board by name or path.", valueName: "board"), completion: .boards)
    var board: String

    func run() throws {
        let library = try BoardResolver.library()
        let board = try library.board(self.board)
        for line in board.descriptionLines { print(line) }
        let path = library.path(of: self.board)
        print("file: \(path)")
        let notes = try BoardShow.notes(path)
        if !notes.isEmpty { print("\n" + notes.joined(separator: "\n")) }
    }

    /// The comment at the top of a board file: how it is wired.
    private static func notes(_ path: String) throws -> [String] {
        let bytes = try InputFile.read(path: path, as: "the board file \(path)", limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .prefix { $0.hasPrefix("#") }
        .map { String($0.dropFirst($0.hasPrefix("# ") ? 2 : 1)) }
    }
}

struct BoardCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check board files, and list every error with its file, line and column.",
        discussion: """
            The exit code is 3 if a file has errors, and 1 if a file cannot be read.

            Examples:
              ledsign board check ./window.yaml
              ledsign board check boards/*.yaml boards/panels/*.yaml
              ledsign board check max7219-32x8
            """)

    @Argument(
        help: ArgumentHelp("Board, panel and wiring files; also boards by name.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var files: [String]

    func run() throws {
        let library = try BoardResolver.library()
        try ExitCode.check(files) { file in
            do {
                let summary = try library.check(file)
                let problems = Self.problems(try? library.board(file))
                problems.forEach { Messages.say("\(file): \($0)") }
                if problems.isEmpty { print("\(file): ok, \(summary)") }
                return problems.isEmpty
            } catch let error as BoardError {
                Messages.say("\(error)")
                return false
            }
        }
    }

    /// Why a board cannot be driven although its file is valid.
    private static func problems(_ board: Board?) -> [String] {
        guard case .hub75(let wired)? = board?.panel else { return [] }
        if case .dpi = wired.port {
            do throws(HUB75SetupError) {
                _ = try wired.scanOutPlan()
                return []
            } catch {
                return error.problems.map { "cannot be driven on a display engine: \($0)" }
            }
        }
        return wired.portTimings.flatMap { machine, timing -> [String] in
            do throws(HUB75SetupError) {
                _ = try wired.encoder(timing: timing)
                return []
            } catch {
                return error.problems.map { "cannot be driven on \(machine): \($0)" }
            }
        }
    }
}

struct BoardTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Show test patterns that reveal how modules are wired and mounted.",
        discussion: """
            Steps for MAX7219 modules: `wiring` shows an L on every module, which reveals the module type; `order` shows \
            the position of every module in the chain; `lit` lights every LED; `brightness` steps through all levels. \
            Steps for HUB75 panels: `colors`, `rows`, `mapping`, `ghosting`, `depth` and `speed`, which finds the shortest \
            times of the signals. Steps for panels of other devices: `order`, `colors` and `gamma`. In a terminal each step waits for \
            Enter, or for the word that stands before what you see, and prints the lines for the board file, or what else \
            helps. Elsewhere each step lasts five seconds. On simulated boards, and with --simulate, the picture of the simulated panel is printed.

            Examples:
              ledsign board test max7219-32x8
              ledsign board test my-board.yaml --step wiring --for 1min
            """)

    @Argument(
        help: ArgumentHelp("A board by name or path; without it, the default board.", valueName: "board"),
        completion: .boards)
    var board: String?

    @Option(help: ArgumentHelp("Only this step; may be repeated.", valueName: "step"))
    var step: [String] = []

    @Option("How long each step lasts.", time: .customLong("for"))
    var duration: Nanoseconds?

    @Option(parsing: .unconditional, help: ArgumentHelp("Brightness in percent, 1 to 100.", valueName: "percent"))
    var brightness = 50

    @Flag(help: "Also print what a simulated panel decodes from the wires.")
    var simulate = false

    mutating func validate() throws { try check("--brightness", brightness, in: 1...100) }

    func run() throws {
        try Messages.startQueue()
        var choice = BoardChoice()
        choice.board = board
        let board = try choice.load()
        let steps = try patterns(for: board)
        let isInteractive = isatty(STDIN_FILENO) == 1
        let (simulate, brightness) = (simulate, Brightness(percent: brightness))
        var isDriven = true
        var walk = try BoardTestWalk(
            board, brightness: brightness, stepTime: duration ?? (isInteractive ? nil : .seconds(5))
        ) { board in
            let preview = board.isSimulated || simulate ? try SimulatedPanel.make(for: board) : nil
            // A board that cannot be driven is warned of once.
            guard isDriven else { return (nil, preview) }
            let device = try board.openDevice(
                isOptional: simulate, brightness: brightness, settings: DriveSettings(), log: .messages)
            isDriven = device != nil
            return (device, preview)
        }
        if let signal = try walk.run(steps, clock: SystemMonotonicClock()) { throw ExitCode.signal(signal) }
    }

    /// The given steps, or all steps for the panel of the board.
    private func patterns(for board: Board) throws -> [any BoardTestPattern] {
        guard let all = board.testPatterns(panels: try BoardResolver.library().names(of: .panel)) else {
            throw CommandError(
                "the board \(board.name) has no wires to test; choose a board with wires, such as max7219-32x8 or "
                    + "hub75-64x32")
        }
        if step.isEmpty { return all }
        return try step.map { name in
            guard let pattern = all.first(where: { $0.name == name }) else {
                let names = all.map(\.name)
                let guess = NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
                throw ValidationError(
                    "unknown step \"\(name)\"\(guess); the steps of the board \(board.name) are "
                        + names.joined(separator: ", "))
            }
            return pattern
        }
    }
}
