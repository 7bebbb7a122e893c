import BitmapFonts
import PixelGraphics
import Timelines

/// A text and everything that decides its look: fonts, colours, motion, and what to do when it does not fit.
public struct Message: Sendable {
    /// The text with the looks of its parts.
    public var styled: StyledText { didSet { lines = nil } }
    /// A still or animated image that is shown instead of the text; it moves and stands like one.
    public var image: ImageAnimation?
    /// When the time of animated images in it starts.
    public var imageStart = Instant.zero
    /// By what each image of a slide show takes the place of the one before; nil for at once.
    ///
    /// A show with an effect stands where it is aligned.
    package var slideEffect: EffectSettings?
    /// The fonts that are searched for every character, in order.
    public var fonts: FontChain { didSet { lines = nil } }
    /// Distances of letters and lines, and the direction of paragraphs; lines are aligned as `motion.align` says.
    public var textStyle = TextStyle() { didSet { lines = nil } }
    /// The colour of the letters.
    public var color = Color.white
    /// The colour of the whole area behind them; nil leaves it dark.
    public var background: Color?
    /// The colour that others have drawn behind them; nil for none.
    ///
    /// A mono panel shows the letters dark on a brighter one.
    package var backdrop: Color?
    /// How it moves and where it stands.
    public var motion = MarqueeStyle()
    /// What happens when it does not fit.
    public var overflow = Overflow.scroll
    /// Whether nothing may move: a text that does not fit is shown in pages.
    public var reducesMotion = false
    /// How long a page is shown; nil for the time that its length takes to read.
    public var pageTime: Nanoseconds?
    /// Its lines where they are not wrapped, once ``layOut()`` has found them.
    private(set) var lines: [TextLine]?

    /// Creates a message in white that moves only if it does not fit.
    public init(_ text: String, fonts: FontChain) { self.init(StyledText(text), fonts: fonts) }

    /// Creates a message in white whose parts may look different, and that moves only if it does not fit.
    public init(_ styled: StyledText, fonts: FontChain) {
        self.styled = styled
        self.fonts = fonts
    }

    /// The text, in which a newline starts a line; setting it drops the looks of its parts.
    public var text: String {
        get { styled.plainText }
        set { styled = StyledText(newValue) }
    }

    /// The time in which a text of some letters can be read: a second to find it, and 60 ms a letter.
    public static func readingTime(letters: Int) -> Nanoseconds {
        .seconds(1) + .milliseconds(60 * Int64(min(max(letters, 0), 1_000_000)))
    }

    /// How long it is shown by default: for as long as it takes to read; of an animation all its pictures once,
    /// a second at least, and of another image 5 s.
    public var defaultTime: Nanoseconds {
        guard let image else { return Self.readingTime(letters: text.count) }
        return image.pictureCount > 1 ? max(image.duration, .seconds(1)) : .seconds(5)
    }

    /// Lays the text out once for all who ask for its lines.
    ///
    /// - Throws: `LayoutError` if the text is too long or too large.
    package mutating func layOut() throws(LayoutError) {
        if image == nil { lines = try layout.lines(of: layoutRuns) }
    }

    /// The layout with the lines on the side of the alignment.
    var layout: TextLayout {
        var style = textStyle
        style.alignment = motion.align
        return TextLayout(fonts: fonts, style: style)
    }
}

/// What happens to a text that does not fit.
public enum Overflow: String, Hashable, Sendable, CaseIterable {
    /// It moves along its line.
    case scroll
    /// It is wrapped into lines; if these do not fit either, they move up.
    case wrap
    /// It is cut at word boundaries into pages that are shown one after the other; nothing moves.
    case pages
    /// It is cut off; nothing moves.
    case cut
}

/// What happens to a text by the room that there is: it stands, moves along its lines, or is wrapped and moves up.
extension Message {
    /// Whether it is shown in pages where it does not fit.
    var turnsPages: Bool { overflow == .pages || reducesMotion }

    /// Lays the text out for an area, with the motion that shows all of it; nil if it is to be shown in pages, and for a slide show
    /// with an effect.
    ///
    /// - Throws: `LayoutError` if the text is too long or too large.
    func laidInMotion(_ size: Size) throws(LayoutError) -> (message: Message, laid: LaidText)? {
        if slides != nil { return nil }
        let whole = try laid(width: size.width)
        let fits = whole.block.columns.count <= size.width && whole.block.size.height <= size.height
        var message = self
        if image == nil {
            if !fits, turnsPages { return nil }
            if overflow == .wrap ? !fits : !isShown(whole, in: size) {
                if message.motion.direction.isHorizontal { message.motion.direction = .up }
                return (message.reducingMotion, try laid(width: size.width, isWrapped: true))
            }
        }
        return (message.reducingMotion, whole)
    }

    /// The direction in which the text moves across an area; nil for pages, and for a text that cannot be laid out.
    package func course(in size: Size) -> Course? {
        guard let shown = try? laidInMotion(size), let strip = try? shown.message.strip(of: shown.laid) else {
            return nil
        }
        return Marquee(strip, style: shown.message.motion, size: size).course
    }

    /// Whether its text is wrapped on an area so that all of it is seen; no for one that cannot be laid out.
    package func isWrapped(in size: Size) -> Bool {
        guard image == nil, !turnsPages, let whole = try? laid(width: size.width) else { return false }
        return overflow != .wrap && !isShown(whole, in: size)
    }

    /// Whether the motion that it has shows all of a text that is not wrapped; so it does where nothing may move.
    private func isShown(_ laid: LaidText, in size: Size) -> Bool {
        guard motion.scroll != .never, !reducesMotion else { return true }
        guard motion.direction.isHorizontal else { return laid.block.columns.count <= size.width }
        return laid.lines.count <= 1 || hasRoom(for: laid, in: size)
    }

    /// Whether all rows of a text that have something in them are inside an area, as its lines stand in it.
    private func hasRoom(for laid: LaidText, in size: Size) -> Bool {
        guard laid.block.size.height > size.height, let rows = laid.seenRows else { return true }
        let top = motion.verticalAlign.start(free: size.height - laid.block.size.height)
        return top + rows.lowerBound >= 0 && top + rows.upperBound <= size.height
    }

    /// What of the text is never seen, because it neither moves nor is shown in pages.
    package enum Cut: Hashable, Sendable {
        /// Lines; the rows that the text needs.
        case rows(Int)
        /// The ends of lines; the columns that the text needs.
        case columns(Int)
    }

    /// Returns what an area does not show of the text; nil where it shows all of it at some time, and for an image.
    ///
    /// - Throws: `LayoutError` if the text is too long or too large.
    package func cut(in size: Size) throws(LayoutError) -> Cut? {
        let stands = if case .speed(let speed) = motion.pace { speed.isZero } else { false }
        guard image == nil, !turnsPages, motion.scroll == .never || stands,
            let shown = try laidInMotion(size), !shown.laid.lines.isEmpty
        else { return nil }
        let (laid, motion) = (shown.laid, shown.message.motion)
        var placed = self
        // Lines that would move up begin at the top.
        if !motion.direction.isHorizontal { placed.motion.verticalAlign = .top }
        if laid.lines.count > 1, !placed.hasRoom(for: laid, in: size) { return .rows(laid.block.size.height) }
        return laid.block.columns.count > size.width ? .columns(laid.block.columns.count) : nil
    }

    /// The slide show and the effect, if it is one with an effect.
    var slides: (show: ImageAnimation, effect: EffectSettings)? {
        guard let image, let slideEffect, image.pictureCount > 1, !reducesMotion else { return nil }
        return (image, slideEffect)
    }

    /// The message as it moves: not at all where its motion is reduced.
    private var reducingMotion: Message {
        var message = self
        if reducesMotion { message.motion.scroll = .never }
        return message
    }

    /// The message with its lines one behind the other, a space between them.
    package var onOneLine: Message {
        var message = self
        for number in styled.runs.indices { message.styled.runs[number].text = styled.runs[number].text.onOneLine }
        return message
    }

    /// The message for a line that it shares with others: on one line itself where an area has no room for all its lines.
    ///
    /// - Throws: `LayoutError` if the text is too long or too large.
    package func forSharedLine(_ size: Size) throws(LayoutError) -> Message {
        guard image == nil else { return self }
        let laid = try laid()
        return laid.lines.count <= 1 || hasRoom(for: laid, in: size) ? self : onOneLine
    }
}

extension LaidText {
    /// The rows of the block from the first to the last with something to see: ink, or a background; nil for none.
    var seenRows: Range<Int>? {
        var seen: Range<Int>?
        for (line, origin) in zip(lines, block.origins) {
            let hasBackground = line.runSpans.contains { looks[$0.run].background != nil && !$0.columns.isEmpty }
            let ownRows = hasBackground ? 0 - line.ascent..<max(line.descent, 0 - line.ascent) : line.inkRows
            if let own = ownRows { seen = own.shifted(by: origin.y).union(seen) }
        }
        return seen
    }
}

extension String {
    /// The text with a space in the place of each line end.
    fileprivate var onOneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
