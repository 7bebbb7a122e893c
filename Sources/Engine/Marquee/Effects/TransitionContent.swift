import PixelGraphics
import Timelines

/// Content whose new picture takes the place of the old one by an effect, in all of its area or letter by letter.
///
/// Between changes it draws its content straight into the frame. A change begins from the picture that is seen then, also
/// from one that another change has reached. Costs O(pixels) for a step; allocates nothing after the first draw of a change.
public final class TransitionContent: Content {
    /// A picture on both kinds of panels, because what it will be drawn on is not known.
    struct Picture {
        var mono: Canvas
        var rgb: Canvas

        subscript(format: Canvas.Format) -> Canvas { format == .mono ? mono : rgb }
    }

    /// A part of the area on its way from the old picture to the new one.
    struct Cell {
        var area: Rectangle
        let run: EffectRun
    }

    /// What it looks like at an instant, kept before its content changes.
    public struct Look {
        /// What is seen, and what would be seen without any change under way.
        var seen: Picture
        var settled: Canvas
        /// Where letters stand that roll; nil for content that has none, or does not stand still.
        public internal(set) var letters: [Rectangle]?
        /// The changes that are under way, and what they come from.
        var cells: [Cell]
        var before: Picture?

        /// The same on an area of a size, moved to another place in it.
        public func placed(_ size: Size, at offset: Point) -> Look {
            var moved = self
            func place(_ canvas: Canvas) -> Canvas {
                var placed = Canvas(size: size, format: canvas.format, tracksCoverage: true)
                placed.composite(canvas, at: offset)
                return placed
            }
            func place(_ picture: Picture) -> Picture { Picture(mono: place(picture.mono), rgb: place(picture.rgb)) }
            (moved.seen, moved.settled, moved.before) = (place(seen), place(settled), before.map(place))
            moved.letters = letters?.map { $0.offset(dx: offset.x, dy: offset.y) }
            // What takes pixels one by one needs all of the area that it was made for.
            moved.cells = cells.filter { !$0.run.takesPixels }
            for number in moved.cells.indices {
                moved.cells[number].area = moved.cells[number].area.offset(dx: offset.x, dy: offset.y)
            }
            return moved
        }
    }

    /// The area in pixels.
    public let size: Size
    private var picture: ContentPicture
    private var cells: [Cell] = []
    /// When the last of them ends.
    private var end = Instant.zero
    private var before: Picture?
    /// Where the picture is put together.
    private var work: Canvas?
    /// What it was drawn on last.
    private var format: Canvas.Format?
    private var events = 0

    /// Creates content that has not changed yet.
    public init(_ content: any Content, size: Size) {
        self.size = size
        picture = ContentPicture(content, size: size)
    }

    /// What is shown without any change under way.
    public var content: any Content { picture.content }

    /// Grows with every change, and with what the content says.
    public var revision: Int { events + picture.content.revision }

    // MARK: Changes

    /// Returns what it looks like at an instant.
    ///
    /// - Parameter letters: where the letters of its text stand; nil for what is no text, or moves.
    public func look(at instant: Instant, letters: [Rectangle]? = nil) -> Look {
        let cells = cells.filter { instant < $0.run.end }
        let settled = settled(at: instant)
        guard !cells.isEmpty else {
            return Look(
                seen: pictures { picture.content.draw(at: instant, into: &$0) }, settled: settled, letters: letters,
                cells: [])
        }
        let seen = pictures { draw(at: instant, into: &$0) }
        return Look(seen: seen, settled: settled, letters: letters, cells: cells, before: before)
    }

    /// Shows content, perhaps what it shows already with other values, which takes the place of an old look from an instant on.
    ///
    /// What looks the same as before does not change, and what is on its way there continues.
    ///
    /// - Parameters:
    ///   - letters: where the letters stand that change one by one; nil changes all of the area.
    ///   - settings: the effect of each of them.
    /// - Returns: whether it looks different.
    @discardableResult
    public func change(
        from look: Look?, to content: any Content, letters: [Rectangle]? = nil, by settings: EffectSettings?,
        at instant: Instant
    ) -> Bool {
        if content as AnyObject !== picture.content as AnyObject {
            events += picture.content.revision + 1
            picture = ContentPicture(content, size: size)
        }
        guard let look else { return false }
        let settled = settled(at: instant)
        let differs = !settled.looksSame(as: look.settled, in: Rectangle(size))
        guard let settings, differs || !look.cells.isEmpty else {
            take([], nil)
            return differs
        }
        guard let letters else {
            // The whole area: what is the same continues.
            guard differs else {
                take(look.cells, look.before)
                return false
            }
            let run = EffectRun(settings, size: size, isLeaving: false, start: instant)
            take([Cell(area: Rectangle(size), run: run)], look.seen)
            return true
        }
        changeLetters(from: look, to: settled, letters, by: settings, at: instant)
        return differs
    }

    private func changeLetters(
        from look: Look, to settled: Canvas, _ letters: [Rectangle], by settings: EffectSettings, at instant: Instant
    ) {
        var (next, before) = ([Cell](), look.before ?? look.seen)
        for area in (letters + look.cells.map(\.area)).merged {
            let area = area.intersection(Rectangle(size))
            let isSame = settled.looksSame(as: look.settled, in: area)
            let under = look.cells.filter { !$0.area.intersection(area).isEmpty }
            if isSame, under.count == 1, under[0].area == area {
                next.append(under[0])
                continue
            }
            guard !area.isEmpty, !isSame || !under.isEmpty else { continue }
            before.mono.copy(area, of: look.seen.mono)
            before.rgb.copy(area, of: look.seen.rgb)
            next.append(Cell(area: area, run: EffectRun(settings, size: area.size, isLeaving: false, start: instant)))
        }
        take(next, before)
    }

    private func take(_ cells: [Cell], _ before: Picture?) {
        guard !cells.isEmpty || !self.cells.isEmpty else { return }
        (self.cells, self.before) = (cells, cells.isEmpty ? nil : before)
        end = cells.map(\.run.end).max() ?? .zero
        events += 1
    }

    private func canvas(_ format: Canvas.Format, _ draw: (inout Frame) -> Void) -> Canvas {
        var frame = Frame(canvas: Canvas(size: size, format: format, tracksCoverage: true))
        draw(&frame)
        return frame.canvas
    }

    /// The picture of the content without any change.
    private func settled(at instant: Instant) -> Canvas {
        pictures { picture.content.draw(at: instant, into: &$0) }.rgb
    }

    /// Draws on both kinds of panels, on that at hand last, so that what content keeps for it stays.
    private func pictures(_ draw: (inout Frame) -> Void) -> Picture {
        if format == .mono {
            let rgb = canvas(.rgb, draw)
            return Picture(mono: canvas(.mono, draw), rgb: rgb)
        }
        let mono = canvas(.mono, draw)
        return Picture(mono: mono, rgb: canvas(.rgb, draw))
    }

    // MARK: The picture

    /// Draws the content as far as it has taken the place of the old one; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        format = frame.canvas.format
        guard let before, instant < end else { return picture.content.draw(at: instant, into: &frame) }
        let format = frame.canvas.format
        picture.refresh(at: instant, format: format)
        guard let new = picture.frame else { return }
        frame.brightness = min(frame.brightness, new.brightness)
        frame.withArea(Rectangle(size)) { frame in
            // `first` would allocate in builds for debugging.
            if !cells.isEmpty, cells[0].run.takesPixels {
                let run = cells[0].run
                let step = run.step(at: instant)
                return run.paint(new.canvas, over: before[format], at: step, into: &frame.canvas)
            }
            if work?.format != format { work = Canvas(size: size, format: format, tracksCoverage: true) }
            guard var canvas = work.take() else { return }
            canvas.clear()
            canvas.composite(new.canvas, at: .zero)
            for number in cells.indices where instant < cells[number].run.end {
                let cell = cells[number]
                canvas.withArea(cell.area) { canvas in
                    canvas.clear()
                    cell.run.paint(
                        new.canvas, over: before[format], corner: cell.area.origin, at: cell.run.step(at: instant),
                        into: &canvas)
                }
            }
            frame.canvas.composite(canvas, at: .zero)
            work = canvas
        }
    }

    /// Returns when a change takes its next step or the content looks different.
    public func nextChange(after instant: Instant) -> Instant? {
        var next = picture.content.nextChange(after: instant)
        guard instant < end else { return next }
        for number in cells.indices { next = next.earlier(cells[number].run.nextChange(after: instant)) }
        return next
    }
}

extension Canvas {
    /// Whether an area shows the same as that of another RGB canvas, both of which keep coverage.
    fileprivate func looksSame(as other: Canvas, in area: Rectangle) -> Bool {
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                guard coverage[x, y] == other.coverage[x, y] else { return false }
                if coverage[x, y], rgb[x, y] != other.rgb[x, y] { return false }
            }
        }
        return true
    }

    /// Makes an area look like that of another canvas.
    fileprivate mutating func copy(_ area: Rectangle, of other: Canvas) {
        withArea(area) { canvas in
            canvas.clear()
            canvas.composite(other, at: Point(x: -area.x, y: -area.y))
        }
    }
}

extension [Rectangle] {
    /// As few as cover the same without touching each other's pixels.
    fileprivate var merged: [Rectangle] {
        var found: [Rectangle] = []
        for var area in self where !area.isEmpty {
            while let number = found.firstIndex(where: { !$0.intersection(area).isEmpty }) {
                let other = found.remove(at: number)
                let (x, y) = (Swift.min(area.x, other.x), Swift.min(area.y, other.y))
                area = Rectangle(
                    x: x, y: y, width: Swift.max(area.maxX, other.maxX) - x,
                    height: Swift.max(area.maxY, other.maxY) - y)
            }
            found.append(area)
        }
        return found
    }
}
