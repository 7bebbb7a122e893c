import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// What is drawn for the parts of a list.
extension ListContent {
    /// Returns what a node shows on an area of a size; what is known stays where only its place is another one.
    ///
    /// - Parameters:
    ///   - start: when the time of something new starts.
    ///   - isPaged: whether its time starts whenever its page comes.
    func content(of node: Node, _ size: Size, start: Instant, isPaged: Bool, at instant: Instant) -> Shown? {
        let inner = node.isInset ? Rectangle(size).inset(by: node.part.box.padding).size : size
        if let list = node.list {
            list.extent = Size(width: extent.width, height: max(extent.height, inner.height))
            list.place(inner, at: instant)
            problems += list.takeProblems()
            return Shown(content: list, size: inner)
        }
        // The list itself shows nothing but its parts.
        if node.owner == nil || (node.part.axis != nil && node.part.isPlain) {
            node.isShown = true
            return nil
        }
        let known = node.shown.flatMap { $0.size == inner && $0.isPaged == isPaged ? $0 : nil }
        if let known, node.isShown { return known }
        defer { node.isShown = true }
        var shown = newContent(
            of: node, known: isPaged ? nil : known, inner, start: start, isPaged: isPaged, at: instant)
        shown?.isPaged = isPaged
        if shown?.number == 0 {
            made += 1
            shown?.number = made
        }
        return shown
    }

    private func newContent(
        of node: Node, known: Shown?, _ inner: Size, start: Instant, isPaged: Bool, at instant: Instant
    ) -> Shown? {
        if let message = node.message, node.part.isPlain {
            return text(message, of: node, known: known, inner, start: start, isPaged: isPaged, at: instant)
        }
        let isBehindSame = known?.background == node.background
        let isSame = known?.picture?.key == node.picture?.key && known?.picture?.animation == node.picture?.animation
        let isDynamic = node.part.given.image == nil ? node.isRepeated && node.part.hasFields : !isSame
        if var known, !isDynamic, isBehindSame {
            known.isKnown = node.isKnown
            return known
        }
        let construction = PartsConstruction(node.maker)
        (construction.followsImages, construction.pictureBefore) = (false, node.picture)
        construction.slideEffect = change(of: node)?.effect
        var part = node.part.given
        (part.area, part.corner, part.box) = (nil, nil, part.box.colored(in: node.maker.scope))
        var scope = scope
        scope.start = start
        let layers = construction.layers([part], size: inner, scope: scope)
        if !node.isRepeated {
            problems += construction.problems
            cues += construction.cues
        }
        return Shown(
            content: layers, size: inner, isKnown: node.isKnown, background: node.background,
            picture: node.picture, refreshers: construction.refreshers)
    }

    private func text(
        _ given: Message, of node: Node, known: Shown?, _ size: Size, start: Instant, isPaged: Bool,
        at instant: Instant
    ) -> Shown? {
        let look = node.part.look ?? SignLook()
        var message = given
        if node.part.box.fitsLargest, case .text(let text) = node.part.content {
            message = node.maker.largest(text, sample: node.part.box.sample, size: size) ?? given
        }
        message.motion = look.style(width: size.width, of: message.text)
        if let background = node.background, background.isFilled { message.backdrop = background.color }
        if let known, let text = known.text {
            var changed = known
            changed.isKnown = node.isKnown
            if !message.looksSame(as: text.message) {
                message.imageStart = text.message.imageStart
                // One that cannot be laid out leaves the old one.
                try? text.replace(message, swap: look.swap, isUpdate: true, at: instant)
                if known.isKnown { changed.changedAt = instant }
            }
            return changed
        }
        let isPaced = !isPaged && !node.part.followsTheClock
        if !isPaged, let moved = moved(node, isPaced: isPaced, message, to: size, at: instant) { return moved }
        if isPaced, let known, known.moving?.message.looksSame(as: message) ?? false { return known }
        let path = scope.path()
        let start = isPaced ? path.inner(start) : start
        message.imageStart = start
        guard let text = try? MessageContent(message, size: size, start: start) else { return nil }
        guard isPaced else { return Shown(content: text, size: size, text: text, moving: text, isKnown: node.isKnown) }
        return Shown(content: PacedContent(text, path), size: size, moving: text)
    }
}

extension ListContent.Node {
    /// Whether it is repeated for an element, or lies within something that is.
    var isRepeated: Bool { maker.element != nil }

    /// Whether all sources of what it shows have values.
    var isKnown: Bool {
        part.sources.allSatisfy { maker.reading(of: $0).value != nil }
    }

    /// Whether its padding is around what it draws; other content draws it itself.
    var isInset: Bool { list != nil || (message != nil && part.isPlain) }

    /// The rows of pixels that it asks for in rows; nil for one that takes what is left.
    var askedHeight: Int? {
        switch part.box.height {
        case .pixels(let height): height
        case .fill: nil
        case .fit(let minimum): measuredHeight.map { max(minimum, $0) }
        case nil: measuredHeight
        }
    }

    /// The rows of pixels that it measures with its padding; nil for rows and columns with a picture of their own.
    private var measuredHeight: Int? {
        guard part.axis == nil || !part.isPlain else { return list == nil ? box.measured.height : nil }
        return measured.map { $0.height + 2 * part.box.padding.height }
    }

    /// The bar or plot that it is, with its values as they are.
    private func chart(_ size: Size) -> ColoredStrip {
        let construction = PartsConstruction(maker)
        var frame = Frame(canvas: Canvas(size: size, format: .rgb, tracksCoverage: true))
        switch part.content {
        case .plot(let plot) where part.isPlain: construction.plot(plot, size: size).draw(at: .zero, into: &frame)
        case .bar(let bar) where part.isPlain: construction.bar(bar, size: size).draw(at: .zero, into: &frame)
        default:
            var given = part.given
            given.box = SignBox()
            let scope = PartsConstruction.Scope(start: .zero)
            construction.layers([given], size: size, scope: scope).draw(at: .zero, into: &frame)
        }
        frame.canvas.darkenSoftEdges()
        return ColoredStrip(
            ImageAnimation(frames: [(frame.canvas.rgb, frame.canvas.coverage, .zero)], look: .threshold(1)))
    }

    /// The key of the extent that it needs, because what it shows has none of its own; nil for none.
    var missingExtent: String? {
        let isHorizontal = axis == .horizontal
        switch part.content {
        case .shape, .bar, .plot: break
        case .analogClock where !isHorizontal: break
        default: return nil
        }
        switch isHorizontal ? part.box.width : part.box.height {
        case nil, .fit(minimum: 0): return isHorizontal ? "width" : "height"
        default: return nil
        }
    }

    /// What it draws on an area of the strip of its list; nil where it is none.
    ///
    /// Content that is kept is drawn again only if its area has another size.
    func strip(_ area: Rectangle, start: Instant) -> ColoredStrip? {
        let (known, point): (ColoredStrip, Point)
        if let drawn, drawn.area.size == area.size {
            guard drawn.area != area else { return drawn.strip }
            (known, point) = (drawn.strip, Point(x: area.x - drawn.area.x, y: area.y - drawn.area.y))
        } else {
            guard let made = newStrip(area.size, start: start) else { return nil }
            (known, point) = (made.strip, Point(x: area.x + made.at.x, y: area.y + made.at.y))
        }
        let strip = ColoredStrip(size: area.size, strips: [(known, point)])
        drawn = (strip, area)
        return strip
    }

    private func newStrip(_ size: Size, start: Instant) -> (strip: ColoredStrip, at: Point)? {
        guard part.axis == nil else { return nil }
        let inner = Rectangle(size).inset(by: part.box.padding)
        let look = part.look ?? SignLook()
        let strip: ColoredStrip
        var (align, verticalAlign) = (look.motion.align, look.motion.verticalAlign)
        switch part.content {
        case .text:
            guard var message else { return nil }
            message.imageStart = start
            if let background, background.isFilled { message.backdrop = background.color }
            guard let text = try? message.forSharedLine(inner.size).strip() else { return nil }
            strip = text
        case .image(let image, let given, let verticalGiven):
            guard let picture else { return (.empty, inner.origin) }
            strip = ColoredStrip(picture.animation.fitted(image.fit, in: inner.size, image.scaling), start: start)
            (align, verticalAlign) = (given, verticalGiven)
        case .pixels(let art, let given, let verticalGiven):
            strip = art.strip()
            (align, verticalAlign) = (given, verticalGiven)
        case .shape(let shape): strip = shape.strip(inner.size)
        case .bar, .plot: strip = chart(inner.size)
        case .parts(let parts) where parts.isEmpty: strip = .empty
        default: return nil
        }
        let x = align.start(free: inner.width - strip.columns.count) - strip.columns.lowerBound
        let y = strip.top(in: inner.height, verticalAlign)
        return (strip, Point(x: inner.x + x, y: inner.y + y))
    }
}

extension MessageMaker {
    /// A message in the largest of its fonts and factors in which it fits an area, with a text that has its place there in any
    /// case; nil where it fits in none.
    func largest(_ given: SignMessage, sample: String?, size: Size) -> Message? {
        var found: (message: Message, rows: Int)?
        func fits(_ font: FontName, isOutline: Bool) -> Bool {
            let message = try? message(given, in: font, size: size)
            guard let message, let extent = try? message.measured(sample: sample),
                let rows = try? message.inkRows(sample: sample), extent.width <= size.width,
                (isOutline ? rows : extent.height) <= size.height
            else { return false }
            if found.map({ rows > $0.rows }) ?? true { found = (message, rows) }
            return true
        }
        for font in fonts.candidates(for: given.look) {
            guard fonts.font(named: font.description, in: file, rows: size.height)?.capitals != nil else {
                _ = (1...8).first { !fits(FontName(name: font.name, factor: $0), isOutline: false) }
                continue
            }
            // Halves the sizes that are left: larger letters never take less. Without an Ä or a g, capitals may have all rows.
            var (low, high) = (OutlineSize.capitalRows.lowerBound, size.height)
            while low <= high {
                let middle = (low + high + 1) / 2
                if fits(font.sized(.capitals(middle)), isOutline: true) { low = middle + 1 } else { high = middle - 1 }
            }
        }
        return found?.message
    }

    /// The extent of a clock at the time that takes the most; zero if it cannot be laid out.
    func extent(of pattern: DigitalClockPattern, look: SignLook, _ size: Size) -> Size {
        guard let fonts = try? fonts.chain(for: look, of: file, height: size.height) else { return .zero }
        let clock = try? DigitalClock(
            pattern, look: look.message(fonts: fonts, size: size), size: size, source: ClockFace())
        return clock?.largestExtent ?? .zero
    }

    /// A message in the smallest of its fonts.
    func smallest(_ given: SignMessage, size: Size) throws(SignError) -> Message {
        let candidates = fonts.candidates(for: given.look)
        let rows = candidates.map { fonts.font(named: $0.description, in: file)?.lineHeight ?? .max }
        guard let font = zip(candidates, rows).min(by: { $0.1 < $1.1 })?.0 else {
            return try message(given, size: size)
        }
        return try message(given, in: font, size: size)
    }

    private func message(_ given: SignMessage, in font: FontName, size: Size) throws(SignError) -> Message {
        var given = given
        given.look.letters.fonts = [font.description]
        return try message(given, size: size)
    }
}
