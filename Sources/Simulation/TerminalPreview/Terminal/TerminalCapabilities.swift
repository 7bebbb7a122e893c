/// How a terminal is able to show a picture.
package enum TerminalPictureStyle: Hashable, Sendable {
    /// Half blocks (U+2580) in 24-bit colours: two LEDs a cell.
    case trueColor
    /// Half blocks in the 256 colours of xterm.
    case palette256
    /// One character a LED: `#` lit, `.` dark.
    case ascii
}

/// What a terminal is able to do, judged from its environment; pure, so that every rule is tested.
package struct TerminalCapabilities: Hashable, Sendable {
    /// How it shows pictures.
    package let pictureStyle: TerminalPictureStyle
    /// Whether pictures can be drawn in place; otherwise only lines can be written.
    package let isInteractive: Bool

    /// Judges a terminal.
    ///
    /// - Parameters:
    ///   - isTerminal: whether the output is a terminal (isatty(3)).
    ///   - term: the environment variable `TERM`.
    ///   - colorTerm: `COLORTERM`; `truecolor` and `24bit` promise 24-bit colours.
    ///   - noColor: `NO_COLOR`; any text but the empty one asks for no colour (no-color.org).
    ///   - locale: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set and not empty; half blocks need UTF-8.
    package init(isTerminal: Bool, term: String?, colorTerm: String?, noColor: String?, locale: String?) {
        let term = term ?? ""
        isInteractive = isTerminal && !term.isEmpty && term != "dumb"
        let charset = (locale ?? "").lowercased()
        let isUTF8 = charset.hasSuffix("utf-8") || charset.hasSuffix("utf8")
        let wantsColor = (noColor ?? "").isEmpty
        guard isInteractive, isUTF8, wantsColor else {
            pictureStyle = .ascii
            return
        }
        if ["truecolor", "24bit"].contains(colorTerm ?? "") || term.hasSuffix("-direct") {
            pictureStyle = .trueColor
        } else if term.hasSuffix("256color") || Self.known.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) {
            pictureStyle = .palette256
        } else {
            pictureStyle = .ascii
        }
    }

    /// Terminals that understand the 256 colours whatever their name says; the Linux console maps them to its own.
    private static let known = ["xterm", "screen", "tmux", "rxvt", "linux", "alacritty", "foot", "konsole", "kitty"]
}
