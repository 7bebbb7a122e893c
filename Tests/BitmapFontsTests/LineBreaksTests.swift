import Foundation
import SignTestSupport
import Testing

@testable import BitmapFonts

/// Where lines may end, compared with Unicode's own test of its rules, from Debian's package unicode-data.
@Suite struct LineBreaksTests {
    /// A text marked with `÷` where a line may end.
    private func marked(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = ""
        for (scalar, ends) in zip(scalars, LineBreaks.ends(of: scalars[...])) {
            result.unicodeScalars.append(scalar)
            if ends { result += "÷" }
        }
        return result
    }

    @Test(
        "All lines of LineBreakTest.txt are as Unicode says, but for what signs need otherwise and Unicode has changed")
    func unicode() throws {
        let test = try UnicodeLineBreaks()
        var (compared, wrong) = (0, [String]())
        for line in test.lines where !test.isOtherwise(line) {
            compared += 1
            // The end of the text is no place to break at: it is the end of the line anyhow.
            if LineBreaks.ends(of: line.scalars[...]).dropLast() != line.ends.dropLast() { wrong.append(line.source) }
        }
        #expect(compared > 6_000, "only \(compared) of \(test.lines.count) lines")
        expectEqual(wrong, [])
    }

    @Test("Quotation marks and punctuation stay with their words, also behind a space")
    func punctuation() {
        expectEqual(marked("Il dit : « Bonjour ! » Oui ; non ?"), "Il ÷dit : ÷« Bonjour ! » ÷Oui ; ÷non ?")
        expectEqual(marked("„Hallo“, sagt er (leise)."), "„Hallo“, ÷sagt ÷er ÷(leise).")
        expectEqual(marked("3,50 € oder $4.20, 20 %"), "3,50 ÷€ ÷oder ÷$4.20, ÷20 ÷%")
        expectEqual(marked("一「二」。三"), "一÷「二」。÷三")
    }

    @Test("What signs need: units, ranges of numbers, signs of numbers, and the syllables of Thai")
    func signs() {
        expectEqual(marked("50 km/h, Mo/Di 8–12 Uhr"), "50 ÷km/h, ÷Mo/Di ÷8–12 ÷Uhr")
        expectEqual(marked("-5 °C, +.5, -b, Nr.5"), "-5 ÷°C, ÷+.5, ÷-b, ÷Nr.5")
        expectEqual(marked("Nord-Süd, 2026-11-27"), "Nord-÷Süd, ÷2026-11-27")
        expectEqual(marked("a — b, a—b"), "a ÷— ÷b, ÷a÷—÷b")
        // Two syllables, the second with its vowel first.
        expectEqual(marked("\u{E01}\u{E32}\u{E40}\u{E01}"), "\u{E01}\u{E32}÷\u{E40}\u{E01}")
    }

    @Test("Lines end between emoji and flags, never within one")
    func emoji() {
        expectEqual(marked("🇩🇪🇫🇷"), "🇩🇪÷🇫🇷")
        expectEqual(marked("👨‍👩‍👧👍🏽ok"), "👨‍👩‍👧÷👍🏽÷ok")
    }
}

/// Unicode's file of tests and its classes of characters.
private struct UnicodeLineBreaks {
    struct Line {
        let source: String
        let scalars: [Unicode.Scalar]
        /// Whether a line may end behind each of them.
        let ends: [Bool]
    }

    private static let folder = "/usr/share/unicode"
    let lines: [Line]
    private let isBeforeVersion15Point1: Bool
    private let classes: [(codes: ClosedRange<UInt32>, name: Substring)]

    init() throws {
        func read(_ name: String) throws -> [Substring] {
            guard let text = try? String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8) else {
                throw FontTools.ToolError(description: "\(Self.folder)/\(name) is missing: \(FontTools.fix)")
            }
            return text.split(separator: "\n")
        }
        func code(_ digits: Substring) -> UInt32 { UInt32(digits, radix: 16) ?? 0 }
        let tests = try read("auxiliary/LineBreakTest.txt")
        isBeforeVersion15Point1 = tests[0].contains("-15.0")
        lines = tests.filter { $0.first != "#" }.map { line in
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
            let marks = words.filter { $0 == "÷" || $0 == "×" }
            let codes = words.filter { $0 != "÷" && $0 != "×" }.map(code)
            return Line(
                source: String(line), scalars: codes.compactMap { Unicode.Scalar($0) },
                ends: marks.dropFirst().map { $0 == "÷" })
        }
        classes = try read("LineBreak.txt").filter { $0.first != "#" }.map { line in
            let parts = line.prefix { $0 != "#" && $0 != " " }.split(separator: ";")
            let ends = parts[0].split(separator: ".").map(code)
            let name = line.split(separator: ";")[1].split { $0 == " " || $0 == "#" }[0]
            return (ends[0]...ends[ends.count - 1], name)
        }.sorted { $0.codes.lowerBound < $1.codes.lowerBound }
    }

    private func name(of scalar: Unicode.Scalar) -> Substring {
        var (low, high) = (0, classes.count)
        while low < high {
            let middle = (low + high) / 2
            if classes[middle].codes.upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < classes.count && classes[low].codes.contains(scalar.value) ? classes[low].name : "XX"
    }

    /// Whether a line has what signs break otherwise, or what Unicode has changed since version 15.0.
    func isOtherwise(_ line: Line) -> Bool {
        let names = line.scalars.map(name)
        // Ends of lines are no part of a paragraph; letters of Java and Bali are as in 15.0; 1F02C is not assigned.
        let others: Set<Substring> = ["BK", "CR", "LF", "NL", "AK", "AP", "AS", "VF", "VI"]
        if names.contains(where: others.contains) { return true }
        if line.scalars.contains(where: { (0x1B50...0x1B59).contains($0.value) || $0.value == 0x1F02C }) { return true }
        let letters = zip(line.scalars.map(\.value), names).filter { $0.1 != "CM" && $0.1 != "ZWJ" }
        return letters.indices.dropFirst().contains { index in
            let ((before, this), (_, next)) = (letters[index - 1], letters[index])
            let isLetter = ["AL", "HL", "AI", "SA", "XX", "SG"].contains(next)
            let isDash = [0x2D, 0x058A, 0x2010, 0x2012, 0x2013, 0x2014].contains(before)
            let startsWord = index == 1 || ["SP", "ZW", "CB", "GL"].contains(letters[index - 2].1)
            return this == "SY" && isLetter || isDash && next == "NU" || this == "IS" && next == "NU"
                || isDash && isLetter && startsWord
                || isBeforeVersion15Point1 && (this == "QU" && next == "SP" || this == "SP" && next == "QU")
        }
    }
}
