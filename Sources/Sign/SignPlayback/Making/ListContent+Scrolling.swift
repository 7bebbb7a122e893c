import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// Lists that move as one strip.
extension ListContent {
    /// The columns that a strip may have.
    private static let maximumWidth = 65_536

    /// Shows a strip that moves.
    func scroll(_ strip: ColoredStrip, at instant: Instant) {
        guard strip.size.width <= Self.maximumWidth else {
            problems.append(error(PartsConstruction.tooLarge, part.place))
            return
        }
        var style = (part.look ?? SignLook()).style(width: size.width)
        if axis == .vertical { style.direction = .up }
        if part.look?.reducesMotion ?? false { style.scroll = .never }
        style = style.showingAll(of: strip, in: size)
        if let marquee {
            if marquee.style != style { marquee.apply(style, at: instant) }
            // In a line of items a box may begin with the same pixels.
            marquee.exchange(
                for: strip, swap: part.look?.swap ?? .seam, keepsLetters: line == nil, at: instant)
        } else {
            earlierRevisions += current.revision + 1
            let made = Marquee(strip, style: style, size: size, start: placedCount == 0 ? scope.start : instant)
            marquee = made
            let ticks =
                part.given.keyFrames == nil ? part.given.ticks?.schedule(start: scope.start, time: maker.time) : nil
            current = part.followsTheClock ? made : PacedContent(made, scope.path(ticks))
        }
        placedCount = 0
    }

    /// All parts in one strip.
    func strip(_ rectangles: [Rectangle]) -> ColoredStrip {
        var strips: [(strip: ColoredStrip, at: Point)] = []
        strips.reserveCapacity(nodes.count)
        for (number, node) in nodes.enumerated() {
            let place = rectangles[number]
            if number > 0, let background = node.background {
                strips.append((background.strip(place.size, behind: node.part.given.color), place.origin))
            }
            if let list = node.list {
                let inner = place.inset(by: node.part.box.padding)
                strips.append((list.whole(inner.size), inner.origin))
                continue
            }
            guard let strip = node.strip(place, start: scope.start) else {
                if node.part.axis == nil, number > 0 {
                    problems.append(error(.part(.unscrollable), node.part.place))
                }
                continue
            }
            strips.append((strip, .zero))
        }
        let whole = asked
        let extent =
            axis == .horizontal
            ? Size(width: whole.width, height: size.height) : Size(width: size.width, height: whole.height)
        return ColoredStrip(size: extent, columns: 0..<extent.width, strips: strips)
    }

    /// All of it in one strip, for a list around it that moves.
    private func whole(_ size: Size) -> ColoredStrip {
        if let line { return line }
        self.size = size
        box.isUnbounded = true
        return strip(placed(size))
    }

    /// Makes the line of a list of items, each as large as its ink and what is around it.
    func line(_ list: SignList, _ size: Size) -> ColoredStrip {
        var items: [Item] = []
        for var part in list.parts {
            part.box = part.box.colored(in: maker.scope)
            guard let strip = item(part, size) else { continue }
            let look = (part.look ?? list.look).colored(in: maker.scope)
            items.append(
                Item(
                    strip, color: look.letters.color ?? list.look.letters.color ?? .white,
                    background: part.box.background, horizontalPadding: part.box.padding.width,
                    verticalPadding: part.box.padding.height))
        }
        let direction = list.look.style(width: size.width).lineDirection
        return ColoredStrip(items: items, spacing: list.look.spacing ?? 0, direction: direction)
    }

    private func item(_ part: SignPart, _ size: Size) -> ColoredStrip? {
        if case .pixels(let art, _, _) = part.content { return art.strip() }
        guard case .text(var message) = part.content else { return nil }
        // On mono panels letters are dark where the background is the brighter one.
        if let background = part.box.background, background.isFilled {
            message.look.letters.background = background.color
        }
        do throws(SignError) {
            let text = try maker.strip(message, size: size)
            return part.box.background == nil ? text : text.trimmedToInk()
        } catch {
            problems += error.problems
            return nil
        }
    }
}
