import BitmapFonts
import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

extension PartsConstruction {
    /// The content of a part, and its place in the area around it.
    typealias Made = (content: any Content, place: Rectangle)

    /// Makes what a part shows, without its key frames.
    func content(of part: SignPart, in size: Size, scope: Scope) throws(SignError) -> Made {
        let place = part.place(in: size)
        if part.box.background != nil || part.box.padding != .zero {
            return (try surrounded(part, place.size, scope: scope), place)
        }
        switch part.content {
        case .text(let message):
            return (try text(message, part: part, size: place.size, scope: scope), place)
        case .image(let image, let align, let verticalAlign):
            return try self.image(image, of: part, in: place, align, verticalAlign, scope: scope)
        case .shape(let given): return (shape(given, size: place.size), place)
        case .bar(let given): return (bar(given, size: place.size), place)
        case .plot(let given): return (plot(given, size: place.size), place)
        case .pixels(let art, let align, let verticalAlign):
            return part.placed(Still(art.strip()), size: art.size, in: place, align, verticalAlign)
        case .clock(let pattern, let look, let blinks):
            return (try clock(pattern, look: look, blinks: blinks, part: part, size: place.size), place)
        case .analogClock(let style):
            return (AnalogClock(style, size: place.size, source: maker.time, cadence: cadence), place)
        case .turns(let parts, let order):
            return (turns(parts, order: order, part: part, size: place.size, scope: scope), place)
        case .parts(let parts):
            return (layers(parts, size: place.size, scope: scope), place)
        case .list: return (list(part, size: place.size, scope: scope), place)
        }
    }

    /// Makes rows or columns, which are laid out again where values change.
    private func list(_ part: SignPart, size: Size, scope: Scope) -> any Content {
        let list = ListContent(ListPart(part), maker: maker, scope: scope)
        list.measure(height: size.height, width: size.width)
        list.place(size, at: scope.start)
        problems += list.takeProblems()
        cues += list.cues + list.changeCues
        if part.hasFields { refreshers.append { list.refresh(at: $0) } }
        return list
    }

    /// Makes what a part shows within its padding, on what stands behind it.
    private func surrounded(_ part: SignPart, _ size: Size, scope: Scope) throws(SignError) -> Layers {
        let layers = Layers()
        var inner = part
        (inner.box.background, inner.box.padding, inner.area, inner.corner) = (nil, .zero, nil, nil)
        inner.box.backgroundField = nil
        if part.box.background != nil {
            let make = { [maker] in
                let shown = part.box.colored(in: maker.scope).background
                return Still(shown?.strip(size, behind: part.color) ?? .empty)
            }
            let behind = follow([part.box.backgroundField].compactMap { $0 }, by: make(), make)
            layers.add(behind, in: Rectangle(size))
        }
        let place = Rectangle(size).inset(by: part.box.padding)
        let made = try content(of: inner, in: place.size, scope: scope)
        layers.add(made.content, in: made.place.offset(dx: place.x, dy: place.y))
        return layers
    }

    /// Brings content into the time of a part.
    func paced(_ content: any Content, part: SignPart, scope: Scope) -> any Content {
        PacedContent(content, scope.path(part.keyFrames == nil ? part.moveTicks(self, scope) : nil))
    }

    private func text(
        _ message: SignMessage, part: SignPart, size: Size, scope: Scope
    ) throws(SignError) -> any Content {
        let content = try maker.content(message, size: size, start: scope.start)
        if let content = content as? any DirectedContent { directed.append(content) }
        if message.hasFields { follow(message, by: content, size: size) }
        return part.followsTheClock ? content : paced(content, part: part, scope: scope)
    }

    /// Has new values put into a text in place.
    ///
    /// Texts with values have the time of the sign, however their part's own time runs.
    private func follow(_ given: SignMessage, by text: MessageContent, size: Size) {
        refreshers.append { [maker] instant in
            guard var next = try? maker.message(given, size: size), !next.looksSame(as: text.message) else { return }
            next.imageStart = text.message.imageStart
            // One that cannot be laid out leaves the old one.
            try? text.replace(next, swap: given.look.swap, isUpdate: true, at: instant)
        }
    }

    private func clock(
        _ pattern: DigitalClockPattern, look: SignLook, blinks: Bool, part: SignPart, size: Size
    ) throws(SignError) -> any Content {
        let fonts = try maker.fonts.chain(for: look, of: maker.file, height: size.height)
        let make = { [maker, cadence] () throws(LayoutError) in
            let colored = look.colored(in: maker.scope).message(fonts: fonts, size: size)
            return try DigitalClock(
                pattern, look: colored, blinks: blinks, size: size, source: maker.time, cadence: cadence)
        }
        do throws(LayoutError) {
            return follow(look.colorFields.all, by: try make()) { try? make() }
        } catch {
            throw self.error(.layout(error), of: part)
        }
    }

    /// Makes parts that take turns, each in a time of its own unless it shows the time of day.
    private func turns(
        _ parts: [SignPart], order: SelectionOrder, part: SignPart, size: Size, scope: Scope
    ) -> any Content {
        let choices = parts.map { choice -> (content: any Content, restarts: Bool) in
            let follows = choice.followsTheClock
            let own = Scope(start: .zero, refresh: scope.refresh)
            let content = layers([choice], size: size, scope: follows ? scope : own)
            return (content, !follows)
        }
        let given = part.ticks ?? .periodic(from: nil, every: .seconds(1))
        let ticks = given.schedule(start: scope.start, time: maker.time)
        let path = given.followsTheClock ? scope.timeOfDay.path() : scope.path()
        return SelectedContent(choices, ticks: ticks, order: order, path: path)
    }
}

extension SignPart {
    /// Its area within an area of a size.
    func place(in size: Size) -> Rectangle {
        if let area { return area }
        guard let corner else { return Rectangle(size) }
        return Rectangle(x: corner.x, y: corner.y, width: size.width - corner.x, height: size.height - corner.y)
    }

    /// Puts content with an extent of its own into an area: what moves keeps its extent, what stands is cut off.
    func placed(
        _ content: any Content, size: Size, in area: Rectangle, _ align: HorizontalAlignment,
        _ verticalAlign: VerticalAlignment
    ) -> (content: any Content, place: Rectangle) {
        let free = Size(width: area.width, height: area.height)
        let dx = self.corner != nil ? 0 : align.start(free: free.width - size.width)
        let dy = self.corner != nil ? 0 : verticalAlign.start(free: free.height - size.height)
        return (content, Rectangle(x: area.x + dx, y: area.y + dy, width: size.width, height: size.height))
    }
}

extension [SignPart] {
    /// The parts and all parts within them, each with the extent of its area on an area of a size.
    func placed(on size: Size) -> [(part: SignPart, size: Size)] {
        flatMap { part in
            let area = part.place(in: size).size
            // Where the parts of rows and columns are, their texts decide.
            return [(part, area)] + (part.listed == nil ? part.inner.placed(on: area) : [])
        }
    }
}

extension SignShape {
    /// Rasterizes the shape for an area of a size.
    func strip(_ size: Size) -> ColoredStrip {
        var canvas = Canvas(size: size, format: .mono)
        let style: ShapeStyle = isFilled ? .filled : .outlined
        let box = Rectangle(size)
        switch kind {
        case .line:
            canvas.line(
                from: from ?? .zero, to: to ?? Point(x: size.width - 1, y: size.height - 1), ink: .white)
        case .box: canvas.rectangle(box, ink: .white, style: style)
        case .circle:
            let side = min(size.width, size.height)
            let square = Rectangle(
                x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
            canvas.circle(in: square, ink: .white, style: style)
        case .roundedBox: canvas.roundedRectangle(box, radius: radius, ink: .white, style: style)
        case .capsule: canvas.capsule(in: box, ink: .white, style: style)
        }
        return ColoredStrip(mask: canvas.mono, ink: Ink(color))
    }
}

extension SignPixelArt {
    /// Makes a strip of a mask for every colour, so that mono panels light all but black.
    func strip() -> ColoredStrip {
        var masks: [Color: MonoBitmap] = [:]
        var order: [Color] = []
        for (y, row) in rows.enumerated() {
            for (x, color) in row.enumerated() {
                guard let color else { continue }
                if masks[color] == nil { order.append(color) }
                masks[color, default: MonoBitmap(size: size)][x, y] = true
            }
        }
        let parts = order.compactMap { color in
            masks[color].map { (strip: ColoredStrip(mask: $0, ink: Ink(color)), at: Point.zero) }
        }
        return ColoredStrip(size: size, strips: parts)
    }
}
