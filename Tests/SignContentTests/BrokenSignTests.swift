import BitmapFonts
import Foundation
import PixelGraphics
import Schedules
import SettingsFiles
import Testing
import Timelines

@testable import SignContent

/// Broken sign files, each of which says in comments what is wrong with it: `# problem LINE:COLUMN NAME`.
///
/// They are in `Tests/BrokenSigns`, are read by the fuzz target too, and their places were counted by hand.
struct BrokenSign: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: [String]

    var testDescription: String { name }

    static let folder = TestFonts.root.appendingPathComponent("Tests/BrokenSigns")

    /// All files, and some that are too large to keep.
    static func all() throws -> [BrokenSign] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let files = try names.filter { $0.hasSuffix(".yaml") }.map { name in
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            let expected = lines.filter { $0.hasPrefix("# problem ") }.map { String($0.dropFirst(10)) }
            return BrokenSign(name: name, bytes: bytes, expected: expected)
        }
        let long = String(repeating: "word ", count: 40_000)
        return files + [
            BrokenSign(
                name: "256 KiB and a byte in lines",
                bytes: Array(String(repeating: "# fifteen bytes\n", count: 16_384).utf8) + [0x61],
                expected: ["1:1 tooLarge"]),
            BrokenSign(
                name: "256 KiB and a byte in one line", bytes: [UInt8](repeating: 0x61, count: 262_145),
                expected: ["1:1 tooLarge"]),
            BrokenSign(
                name: "a text that is too long", bytes: Array("message:\n  text: \(long)\n".utf8),
                expected: ["2:9 layout"]),
            BrokenSign(
                name: "a text that is too long, quoted", bytes: Array("message: {text: \"\(long)\"}\n".utf8),
                expected: ["1:17 layout"]),
        ]
    }

    /// What the reader finds, in the same words; of boards only sim-32x8 is there.
    func found() -> [String] { names(all()) }

    /// What is found by those who read a file to show it: the values first, and what they name only if those are right.
    func foundByPlaying() -> [String] {
        do throws(SignError) {
            let file = try SignFile(parsing: bytes, path: name)
            _ = try SignPlayer(file, size: Self.size, fonts: TestFonts.fonts, start: .zero)
            return []
        } catch {
            return names(error.problems)
        }
    }

    private static let size = Size(width: 32, height: 8)

    private func all() -> [SignProblem] {
        let (readable, problems) = SignFile.readable(in: bytes, path: name)
        guard let file = readable else { return problems }
        let hasBoard = file.board == nil || file.board == "sim-32x8"
        let boardProblems = hasBoard ? [] : file.boardError("there is none").problems
        let inspection = SignInspection(
            file, found: problems + boardProblems, size: hasBoard ? Self.size : nil, fonts: TestFonts.fonts,
            time: WallTime(seconds: 1_800_000_000))
        guard inspection.problems.isEmpty else { return inspection.problems }
        // What a sign that was started with this file could not take over from the broken one.
        let old = try? SignFile(parsing: "board: sim-32x8\nmessage:\n  text: A\n", path: name)
        return old.map { file.changesForRestart(since: $0) } ?? []
    }

    private func names(_ problems: [SignProblem]) -> [String] {
        problems.map { "\($0.line):\($0.column) \(SignReasonName($0.reason).rawValue)" }
    }
}

/// The names of the reasons and features; a new one does not compile here until it is named, and fails below until two
/// files have it.
enum SignReasonName: String, CaseIterable {
    case tooLarge, notUTF8, controlCharacter, notYAML, tab, severalDocuments, notAMapping, duplicateKey, unknownKey
    case missingKey, wrongType, outOfRange, unknownValue
    case anchor, alias, tag, mergeKey, explicitKey, nesting
    case color, speedAndCycle, cycleWithinPauses, font, board, needsRestart, layout
    case noContent, unknownPixel, firstOffset, cueInTurns, tooDeep, partsTooLarge, ticks, partsImage
    case exclusiveKeys, duplicateName, areaOutside, fieldName, field, schedule, zone, markup, image, unknownCue

    init(_ reason: SignProblem.Reason) {
        switch reason {
        case .settings(let fault): self.init(fault)
        case .color: self = .color
        case .speedAndCycle: self = .speedAndCycle
        case .cycleWithinPauses: self = .cycleWithinPauses
        case .font: self = .font
        case .board: self = .board
        case .needsRestart: self = .needsRestart
        case .layout: self = .layout
        case .exclusiveKeys: self = .exclusiveKeys
        case .duplicateName: self = .duplicateName
        case .areaOutside: self = .areaOutside
        case .timeLine(let fault): self.init(fault)
        case .fieldName: self = .fieldName
        case .field: self = .field
        case .schedule: self = .schedule
        case .zone: self = .zone
        case .markup: self = .markup
        case .image: self = .image
        case .unknownCue: self = .unknownCue
        }
    }

    private init(_ fault: TimeLineFault) {
        switch fault {
        case .noContent: self = .noContent
        case .unknownPixel: self = .unknownPixel
        case .firstOffset: self = .firstOffset
        case .cueInTurns: self = .cueInTurns
        case .tooDeep: self = .tooDeep
        case .tooLarge: self = .partsTooLarge
        case .ticks: self = .ticks
        case .image: self = .partsImage
        }
    }

    private init(_ fault: SettingsFault) {
        switch fault {
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
        case .missingKey: self = .missingKey
        case .wrongType: self = .wrongType
        case .outOfRange: self = .outOfRange
        case .unknownValue: self = .unknownValue
        }
    }
}

@Suite struct BrokenSignTests {
    @Test("each broken file has the problems that it says, all of them, in order, at their places")
    func places() throws {
        for sign in try BrokenSign.all() {
            #expect(sign.found() == sign.expected, "\(sign.name)")
        }
    }

    @Test("whoever shows a file finds nothing in it that was not found before, and refuses it as well")
    func playing() throws {
        for sign in try BrokenSign.all() {
            let isShown = sign.expected.allSatisfy { $0.hasSuffix("needsRestart") || $0.hasSuffix("board") }
            let found = sign.foundByPlaying()
            #expect(found.isEmpty == isShown, "\(sign.name)")
            #expect(found.allSatisfy(sign.expected.contains), "\(sign.name)")
        }
    }

    @Test("wherever a good file is made wrong, the rest of it is looked over all the same")
    func mutations() throws {
        let font = try TestFonts.fonts.load("ledsign-8")
        let fonts = SignFonts(usual: { _ in "any" }, fallbacks: [], load: { _ in font })
        let folder = TestFonts.root.appendingPathComponent("Examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        var refused = 0
        for name in names.sorted() {
            let path = folder.appendingPathComponent(name).path
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for number in lines.indices {
                guard let colon = lines[number].range(of: ": ") else { continue }
                for value in ["[[1], {a: b}]", "\u{7F}", "{x: 1}", "-1"] {
                    var changed = lines
                    changed[number] = lines[number][..<colon.upperBound] + value
                    let (readable, problems) = SignFile.readable(in: changed.joined(separator: "\n").utf8, path: path)
                    guard let file = readable else { continue }
                    let inspection = SignInspection(
                        file, found: problems, size: Size(width: 64, height: 32), fonts: fonts,
                        time: WallTime(seconds: 1_800_000_000))
                    let all = Set(inspection.problems.map(\.description))
                    #expect(all.isSuperset(of: problems.map(\.description)), "\(name):\(number + 1) \(value)")
                    refused += all.isEmpty ? 0 : 1
                }
            }
        }
        #expect(refused > 200)
    }

    @Test("every reason is met by at least two broken files")
    func everyReason() throws {
        var files: [SignReasonName: Set<String>] = [:]
        for sign in try BrokenSign.all() {
            for problem in sign.expected {
                let word = String(problem.split(separator: " ").last ?? "")
                let name = try #require(SignReasonName(rawValue: word), "\(sign.name): \(word)")
                files[name, default: []].insert(sign.name)
            }
        }
        for name in SignReasonName.allCases {
            let count = files[name]?.count ?? 0
            #expect(count >= 2, "\(name) has \(count) files")
        }
    }
}
