import ArgumentParser
import Boards
import Foundation

/// `ledsign board`: the panels and adapters that the program knows.
struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "List and show boards.",
        subcommands: [BoardList.self, BoardShow.self])
}

/// `ledsign board list`.
struct BoardList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the boards with a line each.")

    func run() throws {
        try reporting {
            let library = try BoardChoice.library()
            let names = try library.names()
            let width = names.map(\.count).max() ?? 0
            var problems: [String] = []
            for name in names {
                do {
                    let board = try library.board(name)
                    print(name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + board.summary)
                } catch {
                    problems.append("\(error)")
                }
            }
            if names.isEmpty { problems.append("there are no boards in \(library.folder)") }
            if !problems.isEmpty { throw Failure(problems.joined(separator: "\n")) }
        }
    }
}

/// `ledsign board show`.
struct BoardShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a board: its panel, its wires, and its file with the wiring.")

    @Argument(
        help: ArgumentHelp("A board by name or path.", valueName: "board"),
        completion: .custom { _, _, _ in BoardChoice.names() })
    var board: String

    func run() throws {
        try reporting {
            let library = try BoardChoice.library()
            let board = try library.board(self.board)
            print("\(board.name): \(board.summary)")
            print("size: \(board.size), \(board.format == .mono ? "one colour (\(board.ledColor.rawValue))" : "RGB")")
            if case .max7219(let wired) = board.panel {
                let count = wired.chain.modules.count
                print("panel: \(count) MAX7219 module\(count == 1 ? "" : "s"), \(2 * count) bytes a transfer")
                switch wired.device {
                case .simulated: print("device: simulated wires")
                case .spidev(let path): print("device: \(path)")
                case .gpio: print("device: GPIO lines")
                }
                print("clock: \(wired.clockRate) Hz")
            }
            let isPath = self.board.contains("/") || self.board.hasSuffix(".yaml")
            let path = isPath ? self.board : "\(library.folder)/\(self.board).yaml"
            print("file: \(path)")
            let notes = try BoardShow.notes(path)
            if !notes.isEmpty { print("\n" + notes.joined(separator: "\n")) }
        }
    }

    /// The comment at the head of a board file: how it is wired.
    private static func notes(_ path: String) throws -> [String] {
        let bytes = try InputFile.read(path: path, as: "the board file \(path)", limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("#") }
            .map { String($0.dropFirst($0.hasPrefix("# ") ? 2 : 1)) }
    }
}
