import BitmapFonts
import PixelGraphics
import Timelines

/// A clock in digits, each as wide as the widest one, so that nothing jitters.
///
/// Digits are rasterized once; drawing allocates nothing. While the time is unknown it shows dashes.
public final class DigitalClock: Content {
    /// A piece, rasterized.
    private enum Piece {
        case still(ColoredStrip)
        case number(DigitalClockPattern.Field, digits: Int)
    }

    /// Pieces side by side, and the columns before the first one's ink and behind the last one's.
    private typealias Line = (pieces: [Piece], left: Int, right: Int)

    /// The extent of its area in pixels.
    public let size: Size
    private let look: Message
    private let blinks: Bool
    private let source: any LocalTimeSource
    private let cadence: SharedCadence
    private let all: Line
    private let withoutSeconds: Line
    private let showsSeconds: Bool
    /// 0 to 9, a dash, AM and PM.
    private let glyphs: [ColoredStrip]
    private let cell: Int
    private let height: Int
    /// The row of its top.
    private let top: Int
    private static let dash = 10

    /// Rasterizes a clock.
    ///
    /// - Parameters:
    ///   - look: its fonts, colour, distance of letters and place in the area, as of a text; the text itself does not count.
    ///   - blinks: whether what stands between the fields is dark in the second half of every second.
    /// - Throws: `LayoutError` if a text between the fields cannot be laid out.
    public init(
        _ pattern: DigitalClockPattern, look: Message, blinks: Bool = false, size: Size, source: any LocalTimeSource,
        cadence: SharedCadence = SharedCadence()
    ) throws(LayoutError) {
        let layout = TextLayout(fonts: look.fonts, style: look.textStyle)
        func strip(_ text: String) throws(LayoutError) -> ColoredStrip {
            ColoredStrip(try layout.strip(text), ink: Ink(look.color))
        }
        func pieces(_ pattern: DigitalClockPattern) throws(LayoutError) -> [Piece] {
            var pieces: [Piece] = []
            for piece in pattern.pieces {
                switch piece {
                case .literal(let text): pieces.append(.still(try strip(text)))
                case .field(let field, let digits): pieces.append(.number(field, digits: digits))
                }
            }
            return pieces
        }
        var glyphs: [ColoredStrip] = []
        for text in (0...9).map({ String($0) }) + ["-", "AM", "PM"] { glyphs.append(try strip(text)) }
        self.glyphs = glyphs
        cell = glyphs[...Self.dash].reduce(0) { max($0, $1.size.width) }
        all = Self.line(try pieces(pattern), glyphs: glyphs, cell: cell)
        withoutSeconds = Self.line(try pieces(pattern.withoutSeconds), glyphs: glyphs, cell: cell)
        let height = glyphs.reduce(0) { max($0, $1.size.height) }
        top = look.motion.verticalAlign.start(
            rows: height, ink: glyphs.reduce(nil) { rows, glyph in glyph.inkRows?.union(rows) ?? rows }, in: size.height
        )
        self.height = height
        showsSeconds = pattern.showsSeconds
        (self.look, self.blinks, self.size, self.source, self.cadence) = (look, blinks, size, source, cadence)
    }

    /// Grows when the clock is set, and when the cadence changes.
    public var revision: Int { source.revision + cadence.revision }

    /// Draws the time.
    public func draw(at instant: Instant, into frame: inout Frame) {
        let time = source.localTime(at: instant)
        let line = cadence.cadence == .minutes ? withoutSeconds : all
        let pieces = line.pieces
        let isDark = blinks && cadence.cadence == .live && (time?.nanosecond ?? 0) >= 500_000_000
        // It is aligned by its ink.
        let inked = width(at: time, of: pieces) - line.left - line.right
        var x = look.motion.align.start(free: size.width - inked) - line.left
        let y = top
        for number in pieces.indices {
            switch pieces[number] {
            case .still(let strip):
                if !isDark { strip.draw(at: Point(x: x, y: y), into: &frame.canvas) }
                x += strip.size.width + look.textStyle.letterSpacing
            case .number(.halfDay, _):
                if let time { halfDay(time).draw(at: Point(x: x, y: y), into: &frame.canvas) }
                x += halfDay(time).size.width + look.textStyle.letterSpacing
            case .number(let field, let digits):
                let count = self.digits(of: field, digits, at: time)
                var value = 0
                if let time { value = field.number(at: time, digits: digits) }
                for place in 0..<count {
                    let glyph = glyphs[time == nil ? Self.dash : value % 10]
                    let left = x + (count - 1 - place) * (cell + look.textStyle.letterSpacing)
                    glyph.draw(at: Point(x: left + (cell - glyph.size.width) / 2, y: y), into: &frame.canvas)
                    value /= 10
                }
                x += count * (cell + look.textStyle.letterSpacing)
            }
        }
    }

    /// Returns when another second or minute begins, or the dots turn on or off; once a second while the time is unknown.
    public func nextChange(after instant: Instant) -> Instant? {
        guard let time = source.localTime(at: instant) else { return instant + .seconds(1) }
        let step: Int64 =
            switch cadence.cadence {
            case .live where blinks: 500_000_000
            case .live where showsSeconds, .seconds where showsSeconds: 1_000_000_000
            default: 60_000_000_000
            }
        return time.next(every: step, after: instant)
    }

    /// The columns from the first ink to the last at the time that takes the most, and the rows of its font.
    package var largestExtent: Size {
        let extra = glyphs[Self.dash + 2].size.width - glyphs[Self.dash + 1].size.width
        let markers = all.pieces.filter { if case .number(.halfDay, _) = $0 { true } else { false } }.count
        let width = width(at: nil, of: all.pieces) + max(0, extra) * markers - all.left - all.right
        return Size(width: width, height: height)
    }

    private func halfDay(_ time: LocalTime?) -> ColoredStrip { glyphs[Self.dash + 1 + (time?.hour ?? 0) / 12] }

    private func digits(of field: DigitalClockPattern.Field, _ digits: Int, at time: LocalTime?) -> Int {
        guard digits == 1, let time else { return field == .year && digits == 1 ? 4 : max(digits, 2) }
        let value = field.number(at: time, digits: digits)
        return value >= 1000 ? 4 : value >= 100 ? 3 : value >= 10 ? 2 : 1
    }

    /// Measures the blank columns at both ends; digits count as wide as the widest of them, AM as PM.
    private static func line(_ pieces: [Piece], glyphs: [ColoredStrip], cell: Int) -> Line {
        func blank(_ strip: ColoredStrip, width: Int) -> (left: Int, right: Int) {
            let start = (width - strip.size.width) / 2
            return (start + strip.columns.lowerBound, width - start - strip.columns.upperBound)
        }
        func blank(_ piece: Piece?) -> (left: Int, right: Int) {
            let sides =
                switch piece {
                case nil: [(left: 0, right: 0)]
                case .still(let strip): [blank(strip, width: strip.size.width)]
                case .number(.halfDay, _): glyphs[(dash + 1)...].map { blank($0, width: $0.size.width) }
                case .number: glyphs[..<dash].map { blank($0, width: cell) }
                }
            return (sides.map(\.left).min() ?? 0, sides.map(\.right).min() ?? 0)
        }
        return (pieces, blank(pieces.first).left, blank(pieces.last).right)
    }

    private func width(at time: LocalTime?, of pieces: [Piece]) -> Int {
        var width = 0
        for number in pieces.indices {
            if number > 0 { width += look.textStyle.letterSpacing }
            switch pieces[number] {
            case .still(let strip): width += strip.size.width
            case .number(.halfDay, _): width += halfDay(time).size.width
            case .number(let field, let digits):
                let count = self.digits(of: field, digits, at: time)
                width += count * cell + (count - 1) * look.textStyle.letterSpacing
            }
        }
        return width
    }
}
