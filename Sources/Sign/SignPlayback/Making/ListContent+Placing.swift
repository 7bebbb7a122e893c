import BitmapFonts
import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// Where the parts of a list lie, and whether they turn pages or scroll.
extension ListContent {
    /// Lays out what was measured on an area of a size, from an instant on.
    func place(_ size: Size, at instant: Instant) {
        if let line {
            self.size = size
            return scroll(line, at: instant)
        }
        let isFirst = placedCount == 0 && earlierRevisions == 0
        self.size = size
        let before = (turnsPages, extent)
        extent = Size(width: max(extent.width, size.width), height: max(extent.height, size.height))
        let isTooLarge = axis == .vertical ? asked.height > size.height : asked.width > size.width
        let overflow = part.box.overflow ?? (part.box.each == nil ? nil : .pages)
        box.isUnbounded = isTooLarge && overflow.map { $0 != .cut } ?? false
        let rectangles = placed(size)
        turnsPages = box.isUnbounded && overflow != .scroll
        guard box.isUnbounded, overflow == .scroll else {
            layPictures(rectangles, isAlike: before == (turnsPages, extent), at: instant)
            if isFirst, !box.isUnbounded { recordProblems(rectangles) }
            return
        }
        scroll(strip(rectangles), at: instant)
    }

    /// The rectangles of all nodes on an area of a size.
    func placed(_ size: Size) -> [Rectangle] {
        if let rectangles, rectangles.size == size, rectangles.isUnbounded == box.isUnbounded {
            return rectangles.places
        }
        let places = box.placed(in: Rectangle(size))
        rectangles = (size, box.isUnbounded, places)
        return places
    }

    /// - Parameter isAlike: whether it turns pages if it did so before, and has the same space for what slides.
    private func layPictures(_ rectangles: [Rectangle], isAlike: Bool, at instant: Instant) {
        let start = turnsPages ? .zero : placedCount == 0 ? scope.start : instant
        let isComplete = placedCount == nodes.count
        var changed: Set<Int> = []
        for (number, node) in nodes.enumerated() {
            let old = placedCount > 0 ? node.placed : nil
            if let old, isAlike, node.isSettled(old, in: rectangles[number]) { continue }
            node.seenAt = nil
            node.shown =
                turnsPages
                ? content(of: node, rectangles[number].size, start: start, isPaged: true, at: instant)
                : changing(node, in: rectangles[number], from: old, start: start, at: instant)
            var place = Placed(
                node: number, rectangle: rectangles[number], background: node.background,
                content: node.shown?.number)
            if !turnsPages, let old {
                place.move = move(of: node, from: old, to: place.rectangle, node.shown?.changedAt, at: instant)
            } else if !turnsPages, number > 0, let last = nodes[number - 1].placed {
                place.move = move(of: node, to: place.rectangle, behind: last, at: instant)
            }
            if node.shown?.changedAt == instant || place.move?.start == instant { callCue(of: node, at: instant) }
            if place != old { changed.insert(number) }
            node.placed = place
        }
        let next = turnsPages ? pageRanges(rectangles) : [Page(nodes: 0..<nodes.count, top: 0)]
        keepInStep(next.map(\.nodes), turnsPages: turnsPages, at: instant)
        guard !isComplete || !changed.isEmpty else { return }
        placedCount = nodes.count
        earlierRevisions += current.revision + 1
        let known = isComplete && isAlike ? pages : []
        pages = next.enumerated().map { number, page in
            // A page on which nothing has changed stays.
            if number < known.count, known[number].page == page,
                changed.allSatisfy({ !page.nodes.contains($0) && !page.heads.contains($0) })
            {
                return known[number]
            }
            let layers = Layers()
            if let head = page.heads.first { add(page.heads, rectangles, top: rectangles[head].y, to: layers) }
            add(page.nodes, rectangles, top: page.top, to: layers)
            return (page, layers)
        }
        current = pages.count == 1 ? pages[0].picture : turning(pages.map(\.picture))
    }

    private func add(_ numbers: Range<Int>, _ rectangles: [Rectangle], top: Int, to layers: Layers) {
        for number in numbers {
            let (node, place) = (nodes[number], rectangles[number].offset(dx: 0, dy: -top))
            let move = node.placed?.move
            // The box of the list itself is the one around it.
            if number > 0, let background = node.background, node.part.isPlain,
                node.message != nil || node.part.axis != nil
            {
                add(Still(background.strip(place.size, behind: node.part.given.color)), in: place, move, to: layers)
            }
            guard let content = node.shown else { continue }
            var inner = node.isInset ? place.inset(by: node.part.box.padding) : place
            // What slides in a list may come from below it.
            if let list = node.list, list.isSliding {
                inner = Rectangle(x: inner.x, y: inner.y, width: inner.width, height: list.extent.height)
            }
            add(content.content, in: inner, move.map { $0.offset(from: place, to: inner) }, to: layers)
        }
    }

    /// Whether parts of it may slide.
    private var isSliding: Bool { nodes.contains { change(of: $0)?.kind == .slide } }

    /// Puts content where it is, or where its change has brought it.
    private func add(_ content: any Content, in place: Rectangle, _ move: Move?, to layers: Layers) {
        guard let move, let changing = move.content(content, in: place, refresh: scope.refresh) else {
            layers.add(content, in: place)
            return
        }
        layers.add(changing, in: move.change.kind == .slide ? Rectangle(extent) : place)
    }

    /// The pages of rows that do not fit.
    ///
    /// No row is cut that fits on a page, and the head of a group is on the page of its first element if both fit there; it comes
    /// again on pages that begin within the group, where it leaves space for a row.
    private func pageRanges(_ rectangles: [Rectangle]) -> [Page] {
        var pages: [Page] = []
        var (first, top, again) = (1, 0, 0..<0)
        let rows = nodes.indices.dropFirst().filter { nodes[$0].owner === nodes[0] }
        for (number, row) in rows.enumerated() where row > first && rectangles[row].maxY - top > size.height {
            let heads = rows[..<number].reversed().prefix { nodes[$0].isHead && $0 > first }
            let next = heads.last { rectangles[row].maxY - rectangles[$0].y <= size.height } ?? row
            pages.append(Page(nodes: first..<next, top: top, heads: again))
            (first, top, again) = (next, rectangles[next].y, 0..<0)
            guard next == row, let start = groupStart(of: number, in: rows) else { continue }
            let height = rectangles[start.upperBound].y - rectangles[start.lowerBound].y
            guard height + rectangles[next].height <= size.height else { continue }
            (top, again) = (top - height, start)
        }
        return pages + [Page(nodes: first..<max(first, nodes.count), top: top, heads: again)]
    }

    /// The nodes of the head of the group that a row, by its number among all rows, lies in without being its first; nil for none.
    private func groupStart(of number: Int, in rows: [Int]) -> Range<Int>? {
        guard !nodes[rows[number]].isHead, let last = rows[..<number].lastIndex(where: { nodes[$0].isHead }),
            last + 1 < number
        else { return nil }
        let first = rows[...last].lastIndex { !nodes[$0].isHead }.map { $0 + 1 } ?? 0
        return rows[first]..<rows[last + 1]
    }

    /// Shows pages one after the other, each for the time of `hold`, or for as long as it takes to read, and at least until
    /// texts that scroll have been seen whole.
    private func turning(_ pages: [Layers]) -> any Content {
        let letters = nodes.reduce(0) { $0 + $1.letters } / pages.count
        let reading = Message.readingTime(letters: letters)
        // In whole seconds, so that a longer text seldom changes the time of a page.
        let given = part.look?.hold ?? .seconds(reading.count / 1_000_000_000 + 1)
        var seen = Instant.zero
        let keepsTimes = !hasSteps
        for node in nodes {
            let end: Instant? = node.seenAt ?? node.shown?.moving?.marquee?.instant(ofCopiesIn: 1, notBefore: .zero)
            // What is in step depends on others, too.
            node.seenAt = keepsTimes ? .some(end) : nil
            if let end { seen = max(seen, end) }
        }
        let time = max(given, seen - .zero)
        return SelectedContent(
            pages.map { (content: $0, restarts: true) }, ticks: PeriodicTicks(from: scope.start + time, by: time),
            path: scope.path())
    }

    // MARK: - Problems

    /// Records nodes that could not be seen, because what they show has no extent of its own, and those that find nothing to fill.
    func recordMissingExtents(_ nodes: some Sequence<Node>) {
        for node in nodes {
            recordNothingToFill(node)
            guard let key = node.missingExtent else { continue }
            problems.append(error(.part(.noExtent(key: key)), node.part.place))
        }
    }

    /// Records a node that is to fill a list which is only as large as what is in it.
    private func recordNothingToFill(_ node: Node) {
        // How much space the list itself has is known outside of it.
        guard let list = node.owner, list.owner != nil else { return }
        let isHorizontal = node.axis == .horizontal
        let (own, outer) = (node.part.box, list.part.box)
        guard case .fill? = isHorizontal ? own.width : own.height else { return }
        switch isHorizontal ? outer.width : outer.height {
        case .fit(minimum: 0): break
        case nil where list.axis == node.axis: break
        default: return
        }
        let place = own.places.dropFirst(isHorizontal ? 0 : 1).first?.place ?? node.part.place
        problems.append(error(.part(.nothingToFill(key: isHorizontal ? "width" : "height")), place))
    }

    /// Records what finds no space; only of what the file says itself, not of elements.
    private func recordProblems(_ rectangles: [Rectangle]) {
        var taken: [Int: Int] = [:]
        for (number, node) in nodes.enumerated() where number > 0 && !node.isRepeated {
            guard let owner = node.owner else { continue }
            let padding = owner.owner == nil ? .zero : owner.part.box.padding
            let around = rectangles[owner.number].inset(by: padding)
            switch node.axis {
            case .horizontal:
                let given = rectangles[number].width
                guard case .pixels(let width) = node.part.box.width, given < width else { continue }
                let place = node.part.box.places.first?.place ?? node.part.place
                let reason = SignReason.PartReason.tooWide(width, taken: around.width - given, of: around.width)
                problems.append(error(.part(reason), place))
            case .vertical:
                // Rows that turn pages or take what is left need no height of their own.
                guard node.list == nil, let asked = node.askedHeight else { continue }
                let before = taken[owner.number] ?? 0
                taken[owner.number] = before + asked + owner.part.box.gap.height
                guard before + asked > around.height else { continue }
                let left = max(around.height - before, 0)
                problems.append(error(.part(.tooHigh(asked, left: left, of: around.height)), node.part.place))
            }
        }
    }

    func error(_ reason: SignReason, _ place: TextPlace?) -> SignProblem {
        SignProblem(reason, path: maker.file.path, place: place ?? .start)
    }
}

extension ListContent.Node {
    /// Whether it is in its place with all that it shows.
    fileprivate func isSettled(_ old: ListContent.Placed, in rectangle: Rectangle) -> Bool {
        isShown && old.node == number && old.move == nil && old.rectangle == rectangle
            && old.background == background && shown?.transition == nil
    }
}
