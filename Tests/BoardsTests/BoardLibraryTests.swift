import Boards
import Foundation
import LinuxSystem
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct BoardLibraryTests {
    /// The folder of the boards that are shipped, found from this file.
    private let library = BoardLibrary(
        folder: #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/boards")

    @Test(
        "the shipped boards have the sizes that their names say",
        arguments: [
            ("sim-32x8", 32, 8, Canvas.Format.mono, true), ("sim-64x32", 64, 32, .rgb, true),
            ("sim-128x64", 128, 64, .rgb, true), ("sim-32x16", 32, 16, .mono, true),
            ("sim-64x8", 64, 8, .mono, true), ("max7219-32x8", 32, 8, .mono, false),
            ("max7219-64x8", 64, 8, .mono, false), ("max7219-32x16", 32, 16, .mono, false),
            ("max7219-generic-8x8", 8, 8, .mono, false), ("max7219-gpio-32x8", 32, 8, .mono, false),
        ])
    func shippedBoards(name: String, width: Int, height: Int, format: Canvas.Format, isSimulated: Bool) throws {
        #expect(try library.names().contains(name))
        let board = try library.board(name)
        expectEqual(board.name, name)
        expectEqual(board.size, Size(width: width, height: height))
        expectEqual(board.format, format)
        expectEqual(board.isSimulated, isSimulated)
        try expectEqual(library.board("\(library.folder)/\(name).yaml"), board)
    }

    @Test("every shipped board file is valid")
    func allValid() throws {
        let names = try library.names()
        expectEqual(names.count, 25)
        expectEqual(names, names.sorted())
        for name in names { _ = try library.board(name) }
    }

    @Test("max7219-32x8 is four FC-16 modules on spidev0.0 at 8 MHz")
    func realChain() throws {
        guard case .max7219(let panel) = try library.board("max7219-32x8").panel else {
            Issue.record("not a chain")
            return
        }
        expectEqual(panel.chain.modules.map(\.type.name), ["fc16", "fc16", "fc16", "fc16"])
        expectEqual(panel.device, .spidev(path: "/dev/spidev0.0"))
        expectEqual(panel.clockRate, 8_000_000)
    }

    @Test("an unknown board is reported with the nearest name, or with all of them")
    func unknownBoards() {
        #expect(throws: WordedError.self) { try library.board("sim-64x23") }
        #expect(message { try library.board("sim-64x23") }.contains("did you mean \"sim-64x32\"?"))
        #expect(message { try library.board("q") }.contains("max7219-32x16, max7219-32x8, max7219-64x8"))
    }

    @Test("errors about unreadable files and folders say why, and what to do")
    func unreadable() {
        expectEqual(
            message { try library.board("/nowhere/b.yaml") },
            "cannot read /nowhere/b.yaml: No such file or directory; check the path")
        expectEqual(
            message { try library.board(library.folder + "/") },
            "cannot read \(library.folder)/: Is a directory; give the path of a file")
        expectEqual(
            message { _ = try BoardLibrary(folder: "/nowhere").names() },
            "cannot read /nowhere: No such file or directory; check the path")
    }

    @Test("FIFOs and devices are rejected at once, as boards and as files that boards name")
    func notRegular() throws {
        let folder = NSTemporaryDirectory() + "/ledsign-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        expectEqual(mkfifo(folder + "/fifo.yaml", 0o600), 0)
        let words = "it is a FIFO, not a regular file; give the path of a regular file"
        expectEqual(message { try library.board(folder + "/fifo.yaml") }, "cannot read \(folder)/fifo.yaml: \(words)")
        #expect(message { _ = try library.panel(folder + "/fifo.yaml") }.hasSuffix(words))
        #expect(message { _ = try library.check("/dev/zero") }.contains("it is a device"))
        let text = "summary: A\nkind: hub75\nport: gpiod\npanel: ./fifo.yaml\nwiring: regular\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/board.yaml"))
        #expect(message { try library.board(folder + "/board.yaml") }.contains(words))
    }

    /// What is asked for, and the error's name; a new case does not compile in `name(of:)` until it is named.
    @Test("every error of the library occurs in at least two tests")
    func everyError() {
        let cases: [(asked: String, name: ErrorName)] = [
            ("/nowhere/b.yaml", .cannotRead), ("/", .cannotRead), ("sim-64x23", .unknownBoard), ("", .unknownBoard),
            ("\(Self.broken)/duplicate.yaml", .invalid), ("\(Self.broken)/not-utf8-latin1.yaml", .invalid),
        ]
        var counts: [ErrorName: Int] = [:]
        for (asked, name) in cases {
            do {
                _ = try library.board(asked)
                Issue.record("\(asked) is a board")
            } catch {
                #expect(Self.name(of: error) == name, "\(asked): \(error)")
                counts[name, default: 0] += 1
            }
        }
        for name in ErrorName.allCases { #expect(counts[name] ?? 0 >= 2, "\(name)") }
    }

    private enum ErrorName: CaseIterable {
        case cannotRead, unknownBoard, invalid
    }

    private static let broken = BrokenBoard.folder.path

    private static func name(of error: any Error) -> ErrorName? {
        if error is BoardError { return .invalid }
        let words = "\(error)"
        return words.hasPrefix("cannot read ") ? .cannotRead : words.hasPrefix("unknown board ") ? .unknownBoard : nil
    }

    @Test("bytes that are not UTF-8 are found in a file, not repaired")
    func notUTF8() {
        let path = "\(Self.broken)/not-utf8-latin1.yaml"
        expectEqual(
            message { try library.board(path) }, "\(path):1:13: this is not UTF-8; save the file as UTF-8 text")
    }

    /// The words of the error that `body` throws.
    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    private func message(_ body: () throws -> Board) -> String {
        message { _ = try body() }
    }
}
