import BitmapFonts
import PixelGraphics
import Timelines

/// A message's text laid out: its lines, and what each of its runs looks like.
struct LaidText {
    let lines: [TextLine]
    let block: TextBlock
    let looks: [Look]
    /// The picture that each run is, if it is one.
    let pictures: [ImageAnimation?]
    /// The columns there are, if that is known.
    let width: Int?

    /// What the letters of a run look like on any panel.
    struct Look: Hashable {
        var ink: Ink
        var background: Ink?
        var blink: Blink?
        var speed: Speed?
    }
}

extension Message {
    /// The parts of the text, at least one; emoji that are pictures are parts of their own.
    private var runs: [StyledText.Run] {
        let runs = styled.runs.isEmpty ? [StyledText.Run("")] : styled.runs
        guard runs.contains(where: { $0.text.mayHaveColorEmoji }) else { return runs }
        return runs.flatMap { $0.withPicturesOfEmoji(of: $0.look.fonts ?? fonts) }
    }

    /// The runs of the text for the layout.
    var layoutRuns: [TextRun] { layoutRuns(runs) }

    private func layoutRuns(_ runs: [StyledText.Run]) -> [TextRun] {
        runs.map { run in
            let fonts = run.look.fonts ?? self.fonts
            return TextRun(
                run.text, fonts: fonts, letterSpacing: run.look.letterSpacing ?? textStyle.letterSpacing,
                picture: run.picture.map { Glyph($0, in: fonts) })
        }
    }

    /// What each run looks like.
    private func looks(_ runs: [StyledText.Run]) -> [LaidText.Look] {
        runs.map { run in
            let color = run.look.color ?? self.color
            return LaidText.Look(
                ink: Ink(color, onto: run.look.background ?? self.background ?? backdrop),
                background: run.look.background.map { Ink(behind: color, color: $0) }, blink: run.look.blink,
                speed: run.look.speed)
        }
    }

    /// What the text measures: the columns of its ink, with space for other digits, and the rows of its lines; with a sample
    /// at least as much as that.
    ///
    /// - Throws: `LayoutError` if the text is too long or too large.
    package func measured(sample: String? = nil) throws(LayoutError) -> Size {
        guard let sample else {
            let block = try laid().block
            return text.isEmpty && image == nil ? .zero : Size(width: block.columns.count, height: block.size.height)
        }
        let (own, like) = (try measured(), try saying(sample).measured())
        return Size(width: max(own.width, like.width), height: max(own.height, like.height))
    }

    /// The rows from the first one with ink to the last one that the text takes, with a sample at least as many as that.
    ///
    /// - Throws: `LayoutError` if the text is too long.
    package func inkRows(sample: String?) throws(LayoutError) -> Int {
        let own = try laid().seenRows?.count ?? 0
        guard let sample else { return own }
        return max(own, try saying(sample).laid().seenRows?.count ?? 0)
    }

    /// The same with another text.
    package func saying(_ text: String) -> Message {
        var message = self
        message.text = text
        return message
    }

    /// Lays the text out for an area of a number of columns, if that is known, and wraps it to them if asked to.
    func laid(width: Int? = nil, isWrapped: Bool = false) throws(LayoutError) -> LaidText {
        if let image {
            return LaidText(
                lines: [], block: TextBlock(size: image.size, origins: []), looks: [], pictures: [], width: nil)
        }
        let (layout, runs) = (layout, runs)
        let lines: [TextLine]
        if !isWrapped, let known = self.lines {
            lines = known
        } else {
            lines = try layout.lines(of: layoutRuns(runs), width: isWrapped ? width : nil)
        }
        return LaidText(
            lines: lines, block: layout.block(of: lines, width: width), looks: looks(runs),
            pictures: runs.map(\.picture), width: width)
    }

    /// Lays the text out in pages.
    func laidPages(_ size: Size) throws(LayoutError) -> [LaidText] {
        let (layout, runs) = (layout, runs)
        let (looks, pictures) = (looks(runs), runs.map(\.picture))
        let lines = try layout.lines(of: layoutRuns(runs), width: size.width)
        return layout.pages(of: lines, height: size.height).map { lines in
            LaidText(
                lines: lines, block: layout.block(of: lines, width: size.width), looks: looks, pictures: pictures,
                width: size.width)
        }
    }

    /// The direction of the whole text; a walk through it up to its first letter that has one.
    var textDirection: TextDirection { layout.direction(of: text) }

    /// Rasterizes a text that was laid out.
    ///
    /// - Parameter direction: ``textDirection``, if it is known already.
    /// - Throws: `LayoutError.stripTooLarge`.
    func strip(of laid: LaidText, direction: TextDirection? = nil) throws(LayoutError) -> ColoredStrip {
        if let image { return ColoredStrip(reducesMotion ? image.still : image, start: imageStart) }
        return ColoredStrip(
            size: laid.block.size, columns: laid.block.columns,
            parts: try backgrounds(of: laid) + letters(of: laid) + pictures(of: laid),
            speeds: laid.speeds(isHorizontal: motion.direction.isHorizontal),
            textDirection: direction ?? textDirection)
    }

    /// What stands behind the letters: from one column before them to the pen behind them.
    private func backgrounds(of laid: LaidText) throws(LayoutError) -> [ColoredStrip.Part] {
        guard laid.looks.contains(where: { $0.background != nil }) else { return [] }
        var room = Strip.maximumWords
        var parts: [ColoredStrip.Part] = []
        for (line, origin) in zip(laid.lines, laid.block.origins) {
            for span in line.runSpans where !span.columns.isEmpty {
                guard let ink = laid.looks[span.run].background else { continue }
                let size = Size(width: span.columns.count + 1, height: line.height)
                let words = size.width.multipliedReportingOverflow(by: (line.height + 63) >> 6)
                guard !words.overflow, words.partialValue <= room else {
                    let block = laid.block.size
                    throw .stripTooLarge(columns: block.width, rows: block.height, limit: Strip.maximumWords)
                }
                room -= words.partialValue
                parts.append(
                    ColoredStrip.Part(
                        x: origin.x + span.columns.lowerBound - 1, y: origin.y - line.ascent,
                        mask: MonoBitmap(width: size.width, height: size.height, fill: true), ink: ink))
            }
        }
        return parts
    }

    private func letters(of laid: LaidText) throws(LayoutError) -> [ColoredStrip.Part] {
        var numbers: [LaidText.Look: Int] = [:]
        var seen: [LaidText.Look] = []
        let layers = zip(laid.pictures, laid.looks).map { picture, look -> Int? in
            guard picture == nil else { return nil }
            let letters = LaidText.Look(ink: look.ink, blink: look.blink)
            if let number = numbers[letters] { return number }
            numbers[letters] = seen.count
            seen.append(letters)
            return seen.count - 1
        }
        return try layout.parts(of: laid.lines, layers: layers, width: laid.width).map { part in
            ColoredStrip.Part(
                x: part.origin.x, y: part.origin.y, mask: part.picture.mask, shares: part.picture.shares,
                ink: seen[part.layer].ink,
                blink: seen[part.layer].blink)
        }
    }

    private func pictures(of laid: LaidText) -> [ColoredStrip.Part] {
        var parts: [ColoredStrip.Part] = []
        for (line, origin) in zip(laid.lines, laid.block.origins) {
            for placed in line.glyphs {
                guard let picture = laid.pictures[placed.run] else { continue }
                let (x, y) = (origin.x + placed.x + placed.glyph.left, origin.y - placed.glyph.top)
                let blink = laid.looks[placed.run].blink
                parts.append(
                    ColoredStrip.Part(
                        x: x, y: y, image: reducesMotion ? picture.still : picture, start: imageStart, blink: blink))
            }
        }
        return parts
    }
}

extension TextLine {
    /// The columns of its runs; all of it for the only one.
    var runSpans: [RunSpan] { spans.isEmpty ? [RunSpan(run: 0, columns: 0..<advance)] : spans }
}

extension LaidText {
    /// The speeds of the runs along the direction of motion; of several lines side by side the first one with a
    /// speed counts, of several runs in a line below each other the first.
    func speeds(isHorizontal: Bool) -> SpeedProfile {
        guard looks.contains(where: { $0.speed != nil }) else { return SpeedProfile() }
        var parts: [SpeedProfile.Part] = []
        for (line, origin) in zip(lines, block.origins) {
            for span in line.runSpans {
                guard let speed = looks[span.run].speed else { continue }
                guard isHorizontal else {
                    let top = origin.y - line.ascent
                    parts.append(SpeedProfile.Part(range: top..<max(top, origin.y + line.descent), speed: speed))
                    break
                }
                parts.append(SpeedProfile.Part(range: span.columns.shifted(by: origin.x), speed: speed))
            }
            if isHorizontal, !parts.isEmpty { break }
        }
        return SpeedProfile(parts)
    }
}

extension Glyph {
    /// A picture as a letter: its mask for a shape, in the middle of the line's height, with a blank column behind it.
    fileprivate init(_ image: ImageAnimation, in fonts: FontChain) {
        let mask = image.first?.mask ?? MonoBitmap(size: .zero)
        let free = fonts.ascent + fonts.descent - mask.height
        self.init(picture: mask, advance: mask.width + 1, top: fonts.ascent - (free >> 1))
    }
}
