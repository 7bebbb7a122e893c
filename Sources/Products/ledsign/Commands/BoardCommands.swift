import ArgumentParser
import Boards
import Foundation
import SignHost

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
        try reporting {
            let library = try BoardResolver.library()
            if parts { return try Self.listParts(library) }
            let names = try library.names()
            var rows: [(name: String, size: String, summary: String)] = []
            var problems: [String] = []
            for name in names {
                do {
                    let board = try library.board(name)
                    rows.append((name, "\(board.size)", board.summary))
                } catch {
                    problems.append("\(error)")
                }
            }
            let nameWidth = rows.map(\.name.count).max() ?? 0
            let sizeWidth = rows.map(\.size.count).max() ?? 0
            for row in rows {
                print(Self.padded(row.name, to: nameWidth) + Self.padded(row.size, to: sizeWidth) + row.summary)
            }
            if names.isEmpty {
                problems.append("no boards in \(library.folder); reinstall the program, or set LEDSIGN_DATA")
            }
            if !problems.isEmpty { throw CommandError(problems.joined(separator: "\n")) }
        }
    }

    /// Prints the panels and wirings that board files can use.
    private static func listParts(_ library: BoardLibrary) throws {
        var problems: [String] = []
        for kind in BoardFiles.Kind.allCases {
            let names = try library.names(of: kind)
            let width = names.map(\.count).max() ?? 0
            print("\(kind.folder):")
            for name in names {
                do {
                    let summary = try library.check("\(library.folder)/\(kind.folder)/\(name).yaml")
                    print("  " + padded(name, to: width) + summary)
                } catch {
                    problems.append("\(error)")
                }
            }
        }
        if !problems.isEmpty { throw CommandError(problems.joined(separator: "\n")) }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: width + 2 - text.count)
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

    @Argument(
        help: ArgumentHelp("A board by name or path.", valueName: "board"),
        completion: .custom { _, _, _ in BoardChoice.names() })
    var board: String

    func run() throws {
        try reporting {
            let library = try BoardResolver.library()
            let board = try library.board(self.board)
            for line in BoardDescription.lines(of: board) { print(line) }
            let path = library.path(of: self.board)
            print("file: \(path)")
            let notes = try BoardShow.notes(path)
            if !notes.isEmpty { print("\n" + notes.joined(separator: "\n")) }
        }
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
