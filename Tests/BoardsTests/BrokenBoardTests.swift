import Boards
import Foundation
import Testing

/// Broken board files, each of which says in comments what is wrong with it: `# problem LINE:COLUMN NAME`.
///
/// They are in `Tests/BrokenBoards`, are read by the fuzz target too, and their places were counted by hand.
struct BrokenBoard: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: [String]

    var testDescription: String { name }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("BrokenBoards")

    /// All files, and two that are too large to keep.
    static func all() throws -> [BrokenBoard] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let files = try names.filter { $0.hasSuffix(".yaml") }.map { name in
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            let expected = lines.filter { $0.hasPrefix("# problem ") }.map { String($0.dropFirst(10)) }
            return BrokenBoard(name: name, bytes: bytes, expected: expected)
        }
        return files + [
            BrokenBoard(
                name: "64 KiB and a byte in lines",
                bytes: Array(String(repeating: "# fifteen bytes\n", count: 4_096).utf8) + [0x61],
                expected: ["1:1 tooLarge"]),
            BrokenBoard(
                name: "64 KiB and a byte in one line", bytes: [UInt8](repeating: 0x61, count: 65_537),
                expected: ["1:1 tooLarge"]),
        ]
    }

    /// What the reader finds, in the same words.
    func found() -> [String] {
        do {
            _ = try Board(parsing: bytes, name: "broken", path: name)
            return []
        } catch {
            return error.problems.map { "\($0.line):\($0.column) \(ReasonName($0.reason).rawValue)" }
        }
    }
}

/// The names of the reasons and features; a new one does not compile here until it is named, and fails below until two
/// files have it.
enum ReasonName: String, CaseIterable {
    case tooLarge, notUTF8, controlCharacter, notYAML, tab, severalDocuments, notAMapping, duplicateKey, unknownKey
    case keyOfOtherDevice, missingKey, wrongType, outOfRange, unknownValue, unevenRows, pinUsedTwice, bootMemory
    case anchor, alias, tag, mergeKey, explicitKey, nesting

    init(_ reason: BoardProblem.Reason) {
        switch reason {
        case .tooLarge: self = .tooLarge
        case .notUTF8: self = .notUTF8
        case .controlCharacter: self = .controlCharacter
        case .notYAML: self = .notYAML
        case .tab: self = .tab
        case .severalDocuments: self = .severalDocuments
        case .feature(.anchor): self = .anchor
        case .feature(.alias): self = .alias
        case .feature(.tag): self = .tag
        case .feature(.mergeKey): self = .mergeKey
        case .feature(.explicitKey): self = .explicitKey
        case .feature(.nesting): self = .nesting
        case .notAMapping: self = .notAMapping
        case .duplicateKey: self = .duplicateKey
        case .unknownKey: self = .unknownKey
        case .keyOfOtherDevice: self = .keyOfOtherDevice
        case .missingKey: self = .missingKey
        case .wrongType: self = .wrongType
        case .outOfRange: self = .outOfRange
        case .unknownValue: self = .unknownValue
        case .unevenRows: self = .unevenRows
        case .pinUsedTwice: self = .pinUsedTwice
        case .bootMemory: self = .bootMemory
        }
    }
}

@Suite struct BrokenBoardTests {
    @Test("each broken file has the problems that it says, all of them, in order, at their places")
    func places() throws {
        for board in try BrokenBoard.all() {
            #expect(board.found() == board.expected, "\(board.name)")
        }
    }

    @Test("every reason is met by at least two broken files")
    func everyReason() throws {
        var files: [ReasonName: Set<String>] = [:]
        for board in try BrokenBoard.all() {
            for problem in board.expected {
                let word = String(problem.split(separator: " ").last ?? "")
                let name = try #require(ReasonName(rawValue: word), "\(board.name): \(word)")
                files[name, default: []].insert(board.name)
            }
        }
        for name in ReasonName.allCases {
            let count = files[name]?.count ?? 0
            #expect(count >= 2, "\(name) has \(count) files")
        }
    }
}
