import SignTestSupport
import TerminalPreview
import Testing

@Suite struct TerminalPictureStyleTests {
    private func style(
        _ term: String?, _ colorTerm: String? = nil, noColor: String? = nil, locale: String? = "en_GB.UTF-8",
        isTerminal: Bool = true
    ) -> TerminalPictureStyle? {
        TerminalPictureStyle(
            isTerminal: isTerminal, term: term, colorTerm: colorTerm, noColor: noColor, locale: locale)
    }

    @Test("COLORTERM and -direct promise true colour")
    func trueColor() {
        expectEqual(style("xterm-256color", "truecolor"), .trueColor)
        expectEqual(style("xterm", "24bit"), .trueColor)
        expectEqual(style("xterm-direct"), .trueColor)
    }

    @Test("Known terminals have 256 colours")
    func palette() {
        for term in ["xterm-256color", "xterm", "screen.xterm-256color", "tmux", "screen-bce", "linux", "foot-extra"] {
            expectEqual(style(term), .palette256, "\(term)")
        }
        expectEqual(style("xterm", "yes"), .palette256)
    }

    @Test("Unknown terminals, NO_COLOR and other charsets get characters")
    func characters() {
        for term in ["vt100", "ansi", "xtermish"] {
            expectEqual(style(term), .ascii, "\(term)")
        }
        expectEqual(style("xterm-256color", "truecolor", noColor: "1"), .ascii)
        expectEqual(style("xterm-256color", "truecolor", noColor: ""), .trueColor)
        for locale in ["C", "POSIX", "de_DE.ISO-8859-1", "", nil] {
            expectEqual(style("xterm", "truecolor", locale: locale), .ascii, "\(locale ?? "nil")")
        }
        expectEqual(style("xterm", "truecolor", locale: "C.utf8"), .trueColor)
    }

    @Test("Nothing is drawn in pipes, and on terminals without a cursor to place")
    func noPicture() {
        for term in ["dumb", "", nil] { #expect(style(term, "truecolor") == nil, "\(term ?? "nil")") }
        #expect(style("xterm", "truecolor", isTerminal: false) == nil)
    }
}
