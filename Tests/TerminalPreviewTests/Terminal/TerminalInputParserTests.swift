import SignTestSupport
import Testing

@testable import TerminalPreview

@Suite struct TerminalInputParserTests {
    /// Sequences and what they mean.
    static let table: [(String, [TerminalEvent])] = [
        ("q", [.key(.character("q"))]), (" ", [.key(.character(" "))]), ("\u{3}", [.key(.interrupt)]),
        ("\r", [.key(.enter)]), ("\n", [.key(.enter)]),
        ("\u{1B}[A", [.key(.up)]), ("\u{1B}[B", [.key(.down)]), ("\u{1B}[C", [.key(.right)]),
        ("\u{1B}[D", [.key(.left)]), ("\u{1B}OA", [.key(.up)]), ("\u{1B}OD", [.key(.left)]),
        ("\u{1B}[1;2C", [.key(.right)]), ("\u{1B}[5~", []), ("\u{1B}[15;2~", []), ("\u{1B}OP", []), ("\u{1B}x", []),
        ("\u{1B}[<0;1;1M", [.mouse(.press, column: 0, row: 0)]),
        ("\u{1B}[<32;80;24M", [.mouse(.drag, column: 79, row: 23)]),
        ("\u{1B}[<0;300;5m", [.mouse(.release, column: 299, row: 4)]),
        ("\u{1B}[<4;3;2M", [.mouse(.press, column: 2, row: 1)]),
        ("\u{1B}[<1;1;1M", []), ("\u{1B}[<2;1;1M", []), ("\u{1B}[<64;1;1M", []), ("\u{1B}[<35;1;1M", []),
        ("\u{1B}[<0;0;1M", []), ("\u{1B}[<0;1M", []), ("\u{1B}[<0;1;1;1M", []), ("\u{1B}[<;;M", []),
        ("\u{1B}[<0;99999999999999999999;1M", []), ("\u{1B}[<0;-1;1M", []), ("\u{1B}[M !!", []),
        ("\u{1B}]0;title q\u{7}", []), ("\u{1B}]11;rgb:0/0/0\u{1B}\\", []), ("\u{1B}P1$r0m\u{1B}\\", []),
        ("\u{1B}[?62;22c", []), ("\u{1B}[200~q \u{3}\u{1B}[A\u{1B}[201\u{1B}[201~", []),
        ("\u{1B}[\u{3}", [.key(.interrupt)]), ("\u{1B}]x\u{3}", [.key(.interrupt)]),
        ("é→", [.key(.character("é")), .key(.character("→"))]),
        ("😀\u{8}\u{7F}", [.key(.character("😀")), .key(.backspace), .key(.backspace)]), ("\u{0}", []),
    ]

    @Test("Every sequence is decoded completely", arguments: table)
    func meaning(text: String, events: [TerminalEvent]) {
        var parser = TerminalInputParser()
        expectEqual(parser.feed(Array(text.utf8)), events)
        #expect(!parser.isPending)
        expectEqual(parser.feed([0x71]), [.key(.character("q"))], "after \(text.debugDescription)")
    }

    @Test("Two consecutive sequences, split at any byte, are decoded like separate ones")
    func pieces() {
        for (first, firstEvents) in Self.table {
            for (second, secondEvents) in Self.table {
                let bytes = Array((first + second).utf8)
                for cut in 0...bytes.count {
                    var parser = TerminalInputParser()
                    let events = parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...])
                    expectEqual(events, firstEvents + secondEvents, "\((first + second).debugDescription) at \(cut)")
                }
            }
        }
    }

    @Test("A lone escape is the escape key once nothing more came; two are one at once")
    func escape() {
        var parser = TerminalInputParser()
        #expect(parser.feed([0x1B]) == [] && parser.isPending)
        expectEqual(parser.flush(), .key(.escape))
        #expect(!parser.isPending && parser.flush() == nil)
        #expect(parser.feed([0x1B, 0x1B]) == [.key(.escape)] && parser.isPending)
        expectEqual(parser.feed(Array("[A".utf8)), [.key(.up)])
    }

    @Test("A sequence that stays unfinished is kept, except strings, which end when nothing more came")
    func unfinished() {
        var parser = TerminalInputParser()
        #expect(parser.feed(Array("\u{1B}[<0;1".utf8)) == [] && parser.flush() == nil)
        expectEqual(
            parser.feed(Array("2;3M".utf8)), [.mouse(.press, column: 11, row: 2)])
        #expect(parser.feed(Array("\u{1B}]never".utf8)) == [] && parser.isPending && parser.flush() == nil)
        expectEqual(parser.feed([0x71]), [.key(.character("q"))])
    }

    @Test(
        "All sequences of two bytes after each beginning, and random bytes, never trap, and later keys are decoded")
    func garbage() {
        for beginning in ["", "\u{1B}", "\u{1B}[", "\u{1B}[<0;1", "\u{1B}O", "\u{1B}]", "\u{1B}[M", "\u{1B}[200~"] {
            for first in UInt8.min...UInt8.max {
                for second in UInt8.min...UInt8.max {
                    var parser = TerminalInputParser()
                    _ = parser.feed(Array(beginning.utf8) + [first, second])
                    _ = parser.flush()
                }
            }
        }
        var random = SeededRandom(seed: 5)
        var parser = TerminalInputParser()
        for _ in 0..<100_000 { _ = parser.feed(UInt8.random(in: 0...255, using: &random)) }
        // Whatever state it is in: the end of a paste, the end of a sequence, and silence.
        _ = parser.feed(Array("\u{1B}[201~".utf8))
        _ = parser.flush()
        expectEqual(parser.feed([0x71]), [.key(.character("q"))])
    }
}
