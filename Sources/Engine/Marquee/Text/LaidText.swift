import BitmapFonts
import PixelGraphics
import Timelines

/// A message's text laid out: its lines, and what each of its runs looks like.
struct LaidText {
    let lines: [TextLine]
    let block: TextBlock
    let looks: [Look]
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
    /// The runs of the text for the layout; empty for a plain text.
    private var layoutRuns: [TextRun] {
        guard let styled else { return [] }
        return styled.runs.map { run in
            let fonts = run.look.fonts ?? self.fonts
            return TextRun(
                run.text, fonts: fonts, letterSpacing: run.look.letterSpacing ?? textStyle.letterSpacing,
                picture: run.picture?.glyph(in: fonts))
        }
    }

    /// What each run looks like.
    private var looks: [LaidText.Look] {
        guard let styled, !styled.runs.isEmpty else { return [LaidText.Look(ink: ink)] }
        return styled.runs.map { run in
            let color = run.look.color ?? self.color
            return LaidText.Look(
                ink: Ink(color, onto: run.look.background ?? self.background),
                background: run.look.background.map { Ink(behind: color, color: $0) }, blink: run.look.blink,
                speed: run.look.speed)
        }
    }

    /// Lays the text out for an area of a number of columns, if that is known, and wraps it to them if asked to.
    func laid(width: Int? = nil, isWrapped: Bool = false) throws(LayoutError) -> LaidText {
        if let image {
            return LaidText(lines: [], block: TextBlock(size: image.size, origins: []), looks: [], width: nil)
        }
        let layout = layout
        let maximumWidth = isWrapped ? width : nil
        let lines =
            styled == nil
            ? try layout.lines(of: text, width: maximumWidth) : try layout.lines(of: layoutRuns, width: maximumWidth)
        return LaidText(lines: lines, block: layout.block(of: lines, width: width), looks: looks, width: width)
    }

    /// Lays the text out in pages.
    func laidPages(_ size: Size) throws(LayoutError) -> [LaidText] {
        let layout = layout
        let pages =
            styled == nil
            ? try layout.pages(of: text, width: size.width, height: size.height)
            : try layout.pages(of: layoutRuns, width: size.width, height: size.height)
        let looks = looks
        return pages.map { lines in
            LaidText(
                lines: lines, block: layout.block(of: lines, width: size.width), looks: looks, width: size.width)
        }
    }

    /// Rasterizes a text that was laid out.
    ///
    /// - Throws: `LayoutError.stripTooLarge`.
    func strip(of laid: LaidText) throws(LayoutError) -> ColoredStrip {
        if let image { return ColoredStrip(reducesMotion ? image.still : image, start: imageStart) }
        guard let styled, !styled.runs.isEmpty else {
            var strip = ColoredStrip(try layout.strip(of: laid.lines, width: laid.width), ink: ink)
            strip.textDirection = layout.direction(of: text)
            return strip
        }
        return ColoredStrip(
            size: laid.block.size, columns: laid.block.columns,
            parts: try backgrounds(of: laid) + letters(of: laid, styled) + pictures(of: laid, styled),
            speeds: laid.speeds(isHorizontal: motion.direction.isHorizontal),
            textDirection: layout.direction(of: styled.plainText))
    }

    /// What stands behind the letters: from one column before them to the pen behind them.
    private func backgrounds(of laid: LaidText) throws(LayoutError) -> [ColoredStrip.Part] {
        guard laid.looks.contains(where: { $0.background != nil }) else { return [] }
        var room = Strip.maximumWords
        var parts: [ColoredStrip.Part] = []
        for (line, origin) in zip(laid.lines, laid.block.origins) {
            let whole = [RunSpan(whole: line)]
            for span in line.spans.isEmpty ? whole : line.spans where !span.columns.isEmpty {
                guard let ink = laid.looks[span.run].background else { continue }
                let size = Size(width: span.columns.count + 1, height: line.height)
                let words = size.width.multipliedReportingOverflow(by: (line.height + 63) >> 6)
                guard !words.overflow, words.partialValue <= room else {
                    let block = laid.block.size
                    throw .stripTooLarge(columns: block.width, rows: block.height, limit: Strip.maximumWords)
                }
                room -= words.partialValue
                var canvas = Canvas(size: size, format: .mono)
                canvas.fill(.white)
                parts.append(
                    ColoredStrip.Part(
                        x: origin.x + span.columns.lowerBound - 1, y: origin.y - line.ascent, mask: canvas.mono,
                        ink: ink))
            }
        }
        return parts
    }

    private func letters(of laid: LaidText, _ styled: StyledText) throws(LayoutError) -> [ColoredStrip.Part] {
        struct Key: Hashable {
            let ink: Ink
            let blink: Blink?
        }
        var numbers: [Key: Int] = [:]
        var keys: [Key] = []
        let layers = zip(styled.runs, laid.looks).map { run, look -> Int? in
            guard run.picture == nil else { return nil }
            let key = Key(ink: look.ink, blink: look.blink)
            if let number = numbers[key] { return number }
            numbers[key] = keys.count
            keys.append(key)
            return keys.count - 1
        }
        return try layout.parts(of: laid.lines, layers: layers, width: laid.width).map { part in
            ColoredStrip.Part(
                x: part.origin.x, y: part.origin.y, mask: part.mask, ink: keys[part.layer].ink,
                blink: keys[part.layer].blink)
        }
    }

    private func pictures(of laid: LaidText, _ styled: StyledText) -> [ColoredStrip.Part] {
        var parts: [ColoredStrip.Part] = []
        for (line, origin) in zip(laid.lines, laid.block.origins) {
            for placed in line.glyphs {
                guard let picture = styled.runs[placed.run].picture else { continue }
                let (x, y) = (origin.x + placed.x + placed.glyph.left, origin.y - placed.glyph.top)
                let blink = laid.looks[placed.run].blink
                parts.append(
                    picture.animation.map { animation in
                        ColoredStrip.Part(
                            x: x, y: y, animation: reducesMotion ? animation.still : animation, start: imageStart,
                            blink: blink)
                    } ?? ColoredStrip.Part(x: x, y: y, image: picture.image, mask: picture.mask, blink: blink))
            }
        }
        return parts
    }
}

extension RunSpan {
    /// The only run of a line.
    init(whole line: TextLine) { self.init(run: 0, columns: 0..<line.advance) }
}

extension LaidText {
    /// The speeds of the runs along the direction of motion; of several lines side by side the first one with a
    /// speed counts, of several runs in a line below each other the first.
    func speeds(isHorizontal: Bool) -> SpeedProfile {
        guard looks.contains(where: { $0.speed != nil }) else { return SpeedProfile() }
        var parts: [SpeedProfile.Part] = []
        for (line, origin) in zip(lines, block.origins) {
            let spans = line.spans.isEmpty ? [RunSpan(whole: line)] : line.spans
            for span in spans {
                guard let speed = looks[span.run].speed else { continue }
                guard isHorizontal else {
                    let top = origin.y - line.ascent
                    parts.append(SpeedProfile.Part(range: top..<max(top, origin.y + line.descent), speed: speed))
                    break
                }
                let columns = span.columns.lowerBound + origin.x..<span.columns.upperBound + origin.x
                parts.append(SpeedProfile.Part(range: columns, speed: speed))
            }
            if isHorizontal, !parts.isEmpty { break }
        }
        return SpeedProfile(parts)
    }
}

extension InlinePicture {
    /// The picture as a letter: its mask for a shape, in the middle of the line's height, with a blank column behind it.
    func glyph(in fonts: FontChain) -> Glyph {
        let free = fonts.ascent + fonts.descent - image.height
        return Glyph(
            picture: mask ?? MonoBitmap(width: image.width, height: image.height, fill: true), advance: image.width + 1,
            top: fonts.ascent - (free >> 1))
    }
}

extension LaidText {
    /// Returns what this text and an older one have in common at their ends along the direction of motion, in pixels:
    /// letters that look the same and are as far from that end.
    ///
    /// O(letters). Nothing if the lines cannot be compared: because there are more or fewer of them, or (along the
    /// lines) because they are of other heights.
    func keptEnds(of old: LaidText, isHorizontal: Bool) -> KeptEnds {
        isHorizontal ? keptColumns(of: old) : keptRows(of: old)
    }

    private func keptColumns(of old: LaidText) -> KeptEnds {
        guard lines.count == old.lines.count, block.size.height == old.block.size.height else { return .none }
        var kept = KeptEnds(start: .max, end: .max)
        for number in lines.indices {
            guard block.origins[number].y == old.block.origins[number].y else { return .none }
            let count = min(lines[number].glyphs.count, old.lines[number].glyphs.count)
            var start = 0
            while start < count, isSame(start, as: start, of: old, line: number, atEnd: false) { start += 1 }
            var end = 0
            let last = (lines[number].glyphs.count - 1, old.lines[number].glyphs.count - 1)
            while end < count, isSame(last.0 - end, as: last.1 - end, of: old, line: number, atEnd: true) { end += 1 }
            kept.start = min(kept.start, left(of: start, line: number), old.left(of: start, line: number))
            kept.end = min(
                kept.end, right(of: last.0 - end, line: number), old.right(of: last.1 - end, line: number))
        }
        return kept.limited(to: block.size.width, old.block.size.width)
    }

    /// Whether a letter of a line is the same as one of the older text, and stands as far from one end of the block.
    private func isSame(_ index: Int, as other: Int, of old: LaidText, line: Int, atEnd: Bool) -> Bool {
        let (first, second) = (lines[line].glyphs[index], old.lines[line].glyphs[other])
        let x = (first.x + block.origins[line].x, second.x + old.block.origins[line].x)
        let isInPlace = atEnd ? block.size.width - x.0 == old.block.size.width - x.1 : x.0 == x.1
        return isInPlace && first.glyph.looksLike(second.glyph) && looks[first.run].isSame(as: old.looks[second.run])
    }

    /// The columns from the block's start to a letter; to its end behind the last one.
    private func left(of index: Int, line: Int) -> Int {
        guard index < lines[line].glyphs.count else { return .max }
        let placed = lines[line].glyphs[index]
        return block.origins[line].x + placed.x + min(0, placed.glyph.left)
    }

    /// The columns from a letter to the block's end.
    private func right(of index: Int, line: Int) -> Int {
        guard index >= 0 else { return .max }
        let placed = lines[line].glyphs[index]
        let end = placed.x + max(placed.glyph.advance, placed.glyph.left + placed.glyph.width)
        return block.size.width - block.origins[line].x - end
    }

    private func keptRows(of old: LaidText) -> KeptEnds {
        let count = min(lines.count, old.lines.count)
        var start = 0
        while start < count, isSameLine(start, as: start, of: old) { start += 1 }
        var end = 0
        while end < count, isSameLine(lines.count - 1 - end, as: old.lines.count - 1 - end, of: old) { end += 1 }
        let kept = KeptEnds(start: top(of: start), end: block.size.height - top(of: lines.count - end))
        return kept.limited(to: block.size.height, old.block.size.height)
    }

    private func isSameLine(_ index: Int, as other: Int, of old: LaidText) -> Bool {
        let (first, second) = (lines[index].glyphs, old.lines[other].glyphs)
        let x = (block.origins[index].x, old.block.origins[other].x)
        guard first.count == second.count, lines[index].ascent == old.lines[other].ascent,
            lines[index].descent == old.lines[other].descent
        else { return false }
        return first.indices.allSatisfy { number in
            first[number].x + x.0 == second[number].x + x.1
                && first[number].glyph.looksLike(second[number].glyph)
                && looks[first[number].run].isSame(as: old.looks[second[number].run])
        }
    }

    /// The row in which a line begins; the height of the block behind the last one.
    private func top(of line: Int) -> Int {
        lines.indices.contains(line) ? block.origins[line].y - lines[line].ascent : block.size.height
    }
}

extension LaidText.Look {
    /// Whether letters of both look the same; their speed is not seen.
    fileprivate func isSame(as other: LaidText.Look) -> Bool {
        ink == other.ink && background == other.background && blink == other.blink
    }
}

extension Glyph {
    /// Whether both are the same pixels in the same place.
    fileprivate func looksLike(_ other: Glyph) -> Bool {
        advance == other.advance && left == other.left && top == other.top && width == other.width
            && height == other.height && columns == other.columns
    }
}
