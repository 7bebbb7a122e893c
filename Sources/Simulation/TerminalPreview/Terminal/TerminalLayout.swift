import PixelGraphics

/// Where a panel's picture lies in a terminal's window: enlarged, one to one, reduced or cropped by whole numbers.
package struct TerminalLayout: Hashable, Sendable {
    /// The most that a picture is reduced; what is larger still is cropped.
    package static let maximumReduction = 4

    /// The extent of the panel in LEDs.
    package let panel: Size
    /// The number of columns of the window.
    package let columns: Int
    /// The number of rows of the window.
    package let rows: Int
    /// How many dots lie above each other in a cell: 2 for half blocks, 1 for characters.
    package let dotsPerCell: Int
    /// How many dots wide and high a LED is; 1 or more.
    package let magnification: Int
    /// How many LEDs in each direction share a dot; 1 or more.
    package let reduction: Int
    /// The extent of the picture in dots, after cropping.
    package let dots: Size
    package let cells: Rectangle

    /// Lays a panel out; one row of the window is kept for the status.
    ///
    /// - Parameter maximumMagnification: how much a picture may be enlarged.
    package init(panel: Size, columns: Int, rows: Int, dotsPerCell: Int, maximumMagnification: Int) {
        self.panel = panel
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.dotsPerCell = max(1, dotsPerCell)
        let room = Size(width: self.columns, height: max(0, self.rows - 1) * self.dotsPerCell)
        guard !room.isEmpty, !panel.isEmpty else {
            magnification = 1
            reduction = 1
            dots = .zero
            cells = Rectangle(.zero)
            return
        }
        let fit = min(room.width / panel.width, room.height / panel.height, maximumMagnification)
        magnification = max(1, fit)
        let need = max(Self.quotient(panel.width, room.width), Self.quotient(panel.height, room.height))
        reduction = min(need, Self.maximumReduction)
        dots = Size(
            width: min(room.width, Self.quotient(panel.width, reduction) * magnification),
            height: min(room.height, Self.quotient(panel.height, reduction) * magnification))
        let height = Self.quotient(dots.height, self.dotsPerCell)
        cells = Rectangle(
            x: (self.columns - dots.width) / 2, y: (self.rows - 1 - height) / 2, width: dots.width, height: height)
    }

    /// The quotient rounded up.
    private static func quotient(_ number: Int, _ divisor: Int) -> Int { (number + divisor - 1) / divisor }

    /// The LEDs that are seen; fewer than the panel's where the picture is cropped.
    package var visible: Size {
        Size(
            width: min(panel.width, dots.width * reduction / magnification),
            height: min(panel.height, dots.height * reduction / magnification))
    }

    /// What a user should know of the picture's size: empty, `1:2`, or `1:4, cropped to 320x64`.
    package var note: String {
        let scale = reduction > 1 ? "1:\(reduction)" : ""
        guard visible != panel else { return scale }
        return (scale.isEmpty ? "" : scale + ", ") + "cropped to \(visible)"
    }

    /// The row of the status: under the picture, after a free row where there is one.
    package var statusRow: Int { max(0, min(rows - 1, cells.maxY + 1)) }

    /// How far a hand that moves by one cell moves the picture.
    package var dragScale: DragScale {
        DragScale(
            horizontal: reduction, vertical: reduction * dotsPerCell, divisor: magnification)
    }
}

/// How a terminal is able to show a picture.
package enum TerminalPictureStyle: Hashable, Sendable {
    /// Half blocks (U+2580) in 24-bit colours: two LEDs a cell.
    case trueColor
    /// Half blocks in the 256 colours of xterm.
    case palette256
    /// One character a LED: `#` lit, `.` dark.
    case ascii
}

extension TerminalPictureStyle {
    /// Judges from its environment how a terminal shows pictures; nil where they cannot be drawn in place.
    ///
    /// - Parameters:
    ///   - term: the environment variable `TERM`.
    ///   - colorTerm: `COLORTERM`; `truecolor` and `24bit` promise 24-bit colours.
    ///   - noColor: `NO_COLOR`; any text but the empty one asks for no colour (no-color.org).
    ///   - locale: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set and not empty; half blocks need UTF-8.
    package init?(isTerminal: Bool, term: String?, colorTerm: String?, noColor: String?, locale: String?) {
        guard isTerminal, let term, !term.isEmpty, term != "dumb" else { return nil }
        let charset = (locale ?? "").lowercased()
        let isUTF8 = charset.hasSuffix("utf-8") || charset.hasSuffix("utf8")
        guard isUTF8, (noColor ?? "").isEmpty else {
            self = .ascii
            return
        }
        if ["truecolor", "24bit"].contains(colorTerm ?? "") || term.hasSuffix("-direct") {
            self = .trueColor
        } else if term.hasSuffix("256color") || Self.known.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) {
            self = .palette256
        } else {
            self = .ascii
        }
    }

    /// Terminals that understand the 256 colours whatever their name says; the Linux console maps them to its own.
    private static let known = ["xterm", "screen", "tmux", "rxvt", "linux", "alacritty", "foot", "konsole", "kitty"]
}
