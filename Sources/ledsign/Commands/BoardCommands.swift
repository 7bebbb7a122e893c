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
            for name in names {
                let board = try library.board(name)
                print(name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + board.summary)
            }
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
                }
                print("clock: \(wired.clockRate) Hz")
            }
            let isPath = self.board.contains("/") || self.board.hasSuffix(".yaml")
            print("file: \(isPath ? self.board : "\(library.folder)/\(self.board).yaml")")
        }
    }
}
