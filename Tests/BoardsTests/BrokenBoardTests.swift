import Boards
import Foundation
import SignTestSupport
import Testing

/// A broken board file of `Tests/BrokenBoards`.
///
/// The fuzz target reads them too, and their places were counted by hand. The folders `panels` and `wirings` have files of
/// these kinds, broken ones and some that broken boards name.
struct BrokenBoard {
    let file: BrokenFile
    var kind: BoardFiles.Kind?

    static let folder = PackageFolder.root.appendingPathComponent("Tests/BrokenBoards")

    /// All files, and two that are too large to keep.
    static func all() throws -> [BrokenBoard] {
        let kinds: [(name: String, kind: BoardFiles.Kind?)] = [("", nil), ("panels", .panel), ("wirings", .wiring)]
        let files = try kinds.flatMap { name, kind in
            try BrokenFile.all(in: folder.appendingPathComponent(name)).map { BrokenBoard(file: $0, kind: kind) }
        }
        let large = [
            BrokenFile(
                name: "64 KiB and a byte in lines",
                bytes: Array(String(repeating: "# fifteen bytes\n", count: 4_096).utf8) + [0x61],
                expected: ["1:1 tooLarge"]),
            BrokenFile(
                name: "64 KiB and a byte in one line", bytes: [UInt8](repeating: 0x61, count: 65_537),
                expected: ["1:1 tooLarge"]),
        ]
        return files + large.map { BrokenBoard(file: $0) }
    }

    /// The shipped panels and wirings by name, and those beside the broken boards by path.
    private static let files = BoardLibrary(
        folder: PackageFolder.root.appendingPathComponent("boards").path
    ).files(for: folder.path + "/broken.yaml")

    /// What the reader finds, in the same words.
    func found() -> [String] { problems().map { "\($0.line):\($0.column) \(ReasonName.of($0.reason))" } }

    func problems() -> [BoardProblem] {
        let (name, bytes) = (file.name, file.bytes)
        do {
            switch kind {
            case .panel: _ = try PanelModel(parsing: bytes, name: "broken", path: name)
            case .wiring: _ = try HUB75Wiring(parsing: bytes, name: "broken", path: name)
            case nil: _ = try Board(parsing: bytes, name: "broken", path: name, files: Self.files)
            }
            return []
        } catch {
            return error.problems
        }
    }
}

/// The names of the reasons that only boards have; a new one does not compile here until it is named, and fails below until
/// two files have it.
enum ReasonName: String, CaseIterable {
    case keyOfOtherDevice, unevenRows, pinUsedTwice, bootMemory
    case keyOfOtherPort, noSuchFile, unreadableFile, linesBesideWiring, missingWire, tooFewChains, pixelMapper
    case chainTooLong, addressing, lineBeyondEngine, lineBeyondMachine, clockBeyondMachine, selfDimmingChip, printOfChip
    case keyOfOtherProtocol, tooManyUniverses
    case tableUnreadable, tableColumnsWithoutRow, tableOtherNumberOfRows, tableOtherNumberOfPixels, tableEmpty
    case tableUnevenTile, tableCollision, tableOutside, tableMatrixRows, tableUnevenColumns, tableMissing

    /// The names of all reasons.
    static var all: Set<String> {
        Set(allCases.map(\.rawValue) + SettingsReasonName.allCases.map(\.rawValue))
    }

    /// The name of a reason.
    static func of(_ reason: BoardReason) -> String {
        if case .settings(let reason) = reason { return SettingsReasonName(reason).rawValue }
        return ReasonName(reason)?.rawValue ?? ""
    }

    private init?(_ reason: BoardReason) {
        switch reason {
        case .settings: return nil
        case .keyOfOtherDevice: self = .keyOfOtherDevice
        case .unevenRows: self = .unevenRows
        case .pinUsedTwice: self = .pinUsedTwice
        case .bootMemory: self = .bootMemory
        case .keyOfOtherPort: self = .keyOfOtherPort
        case .keyOfOtherProtocol: self = .keyOfOtherProtocol
        case .tooManyUniverses: self = .tooManyUniverses
        case .noSuchFile: self = .noSuchFile
        case .unreadableFile: self = .unreadableFile
        case .linesBesideWiring: self = .linesBesideWiring
        case .missingWire: self = .missingWire
        case .tooFewChains: self = .tooFewChains
        case .pixelMapper: self = .pixelMapper
        case .chainTooLong: self = .chainTooLong
        case .lineBeyondEngine: self = .lineBeyondEngine
        case .lineBeyondMachine: self = .lineBeyondMachine
        case .clockBeyondMachine: self = .clockBeyondMachine
        case .addressing: self = .addressing
        case .selfDimmingChip: self = .selfDimmingChip
        case .printOfChip: self = .printOfChip
        case .multiplexing(.unreadable): self = .tableUnreadable
        case .multiplexing(.columnsWithoutRow): self = .tableColumnsWithoutRow
        case .multiplexing(.otherNumberOfRows): self = .tableOtherNumberOfRows
        case .multiplexing(.otherNumberOfPixels): self = .tableOtherNumberOfPixels
        case .multiplexing(.empty): self = .tableEmpty
        case .multiplexing(.unevenTile): self = .tableUnevenTile
        case .multiplexing(.collision): self = .tableCollision
        case .multiplexing(.outside): self = .tableOutside
        case .multiplexing(.matrixRows): self = .tableMatrixRows
        case .multiplexing(.unevenColumns): self = .tableUnevenColumns
        case .multiplexing(.missing): self = .tableMissing
        }
    }
}

@Suite struct BrokenBoardTests {
    @Test("each broken file has the problems that it lists, in order, at their places")
    func problems() throws {
        for board in try BrokenBoard.all() {
            expectEqual(board.found(), board.file.expected, "\(board.file.name)")
        }
    }

    @Test("the messages are those of Tests/BrokenBoards/messages.txt, word for word")
    func messages() throws {
        let all = try BrokenBoard.all().flatMap { $0.problems().map(\.description) }
        try BrokenFile.expectMessages(all, in: BrokenBoard.folder)
    }

    @Test("every reason has at least two broken files")
    func everyReason() throws {
        let files = BrokenFile.names(try BrokenBoard.all().map(\.file))
        expectEqual(Set(files.keys), ReasonName.all)
        for (name, found) in files { #expect(found.count >= 2, "\(name): \(found)") }
    }
}
