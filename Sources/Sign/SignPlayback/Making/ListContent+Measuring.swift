import BitmapFonts
import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// What the parts of a list measure.
extension ListContent {
    /// Measures all parts with their values; returns what they ask for.
    @discardableResult
    func measure(height: Int, width: Int) -> Size {
        let space = Size(width: width, height: height)
        if let list = part.given.listed, list.isLine, part.box.each == nil {
            let line = line(list, space)
            self.line = line
            box = MeasuredBox(Box(.leaf(line.size)))
            asked = line.size
            return asked
        }
        takeEarlier()
        let root = add(part, NodePlace(index: 0), maker, in: nil, axis)
        let isRepeated = part.box.each != nil
        let tree = list(axis, parts: isRepeated ? [part] : part.parts, isRepeated: isRepeated, of: root, space: space)
        if tree != self.tree { (self.tree, box, rectangles) = (tree, MeasuredBox(tree), nil) }
        if !isChecked {
            let given = nodes.dropFirst().filter { !$0.isRepeated }
            recordMissingExtents(given)
            if let part = given.dropFirst(Self.maximumNodes).first?.part {
                problems.append(error(PartsConstruction.tooLarge, part.place))
            }
        }
        isChecked = true
        (earlier, earlierPlaces) = ([], [:])
        asked = box.size
        return asked
    }

    /// The axis along which the parts lie: that of the list, or for one that is repeated that of the list around it.
    var axis: Box.Axis { part.box.each == nil ? part.axis ?? .vertical : .vertical }

    /// Takes over the node of the layout before, or makes one.
    @discardableResult
    private func add(
        _ part: ListPart, _ place: NodePlace, _ maker: MessageMaker, in owner: Node?, _ axis: Box.Axis,
        list: ListContent? = nil, isHead: Bool = false
    ) -> Node {
        let known = earlierPlace(of: place, in: owner)
        if let known { expectedPlace = known + 1 }
        let before = known.map { earlier[$0] }
        let node: Node
        if let before, before.part === part, before.owner === owner, before.list === list {
            node = before
            node.maker = maker
        } else {
            node = Node(part, place, in: owner, axis: axis, maker: maker, list: list, isHead: isHead)
            (node.shown, node.placed, node.picture) = (before?.shown, before?.placed, before?.picture)
        }
        let box = part.box
        let background = box.backgroundField == nil ? box.background : box.background(in: maker.scope)
        if background != node.background { node.renew() }
        (node.number, node.background, node.layout) = (nodes.count, background, layout)
        nodes.append(node)
        return node
    }

    /// Makes the box of a list, and the nodes in it.
    ///
    /// - Parameters:
    ///   - isRepeated: whether the parts are repeated for the elements of this list itself.
    ///   - owner: the node of the list.
    private func list(
        _ axis: Box.Axis, parts: [ListPart], isRepeated: Bool = false, of owner: Node, space: Size
    ) -> Box {
        let gap = axis == .horizontal ? owner.part.box.gap.width : owner.part.box.gap.height
        func table(_ boxes: [Box]) -> Box {
            var box = Box(.list(axis, boxes, gap: gap))
            box.isTable = isRepeated
            return box
        }
        func make(_ heights: [Int: Int]) -> (boxes: [Box], parts: [Int]) {
            var made: (boxes: [Box], parts: [Int]) = ([], [])
            for (index, part) in parts.enumerated() {
                let boxes = boxes(
                    of: part, index, axis, isRepeated: isRepeated, of: owner, space, height: heights[index])
                made.boxes += boxes
                made.parts += boxes.map { _ in index }
            }
            return made
        }
        let (before, given, place) = (problems, owner.heights, expectedPlace)
        var made = make(given)
        // The font of a text that fills suits the rows that the others leave, whatever it measures itself.
        if axis == .vertical, made.boxes.contains(where: \.fillsHeight) {
            let left = Box.heights(of: made.boxes, in: space.height, gap: gap)
            let heights = Dictionary(zip(made.parts, left)) { first, _ in first }
            owner.heights = heights
            guard heights != given else { return table(made.boxes) }
            nodes.removeSubrange((owner.number + 1)...)
            (problems, expectedPlace) = (before, place)
            made = make(heights)
        }
        return table(made.boxes)
    }

    /// Makes the boxes of a part of a list: none, one, or one for each element.
    private func boxes(
        of part: ListPart, _ index: Int, _ axis: Box.Axis, isRepeated: Bool, of owner: Node,
        _ space: Size, height: Int?
    ) -> [Box] {
        guard part.box.each != nil else {
            var place = NodePlace(index: index)
            guard owner.maker.hold(part.given.conditions) else {
                checkTemplate(part, owner.maker, in: owner, axis, space)
                guard owner.owner != nil, isTableRow(owner) else { return [] }
                place.isEmpty = true
                return [child(part.emptied, place, owner.maker, in: owner, axis, space)]
            }
            return [child(part, place, owner.maker, in: owner, axis, space, height: height)]
        }
        if axis == .vertical, !isRepeated {
            let fills = if case .fill = part.box.height { true } else { false }
            let space = Size(width: space.width, height: fills ? height ?? space.height : space.height)
            return [inner(part, NodePlace(index: index), owner.maker, in: owner, axis, space)]
        }
        checkTemplate(part, owner.maker, in: owner, axis, space)
        var boxes: [Box] = []
        for element in owner.maker.elements(of: part.given) where nodes.count < Self.maximumNodes {
            let place = NodePlace(index: index, key: element.key)
            let shown: ListPart
            var isHead = false
            switch element.kind {
            case .element: shown = part.element
            case .head(let number): (shown, isHead) = (part.head[number], true)
            case .text(let text): shown = ListPart(text)
            }
            var box = child(
                shown, place, element.maker, in: owner, axis, space, height: isHead ? nil : height, isHead: isHead)
            box.spansTable = isHead
            boxes.append(box)
        }
        return boxes
    }

    /// Whether the parts of a list are the columns of a table, where those that are hidden leave their place empty.
    private func isTableRow(_ list: Node) -> Bool {
        part.box.each != nil && list.owner?.owner == nil && !list.isHead && list.part.axis == .horizontal
    }

    /// Makes the node of rows or columns with a picture of their own.
    private func inner(
        _ part: ListPart, _ place: NodePlace, _ maker: MessageMaker, in owner: Node, _ axis: Box.Axis, _ space: Size
    ) -> Box {
        let known = earlierPlace(of: place, in: owner).flatMap { earlier[$0].list }
        let list = known.flatMap { $0.part === part ? $0 : nil } ?? ListContent(part, maker: maker, scope: scope)
        (list.maker, list.outerChange) = (maker, givenChange(of: owner))
        list.calls = calls
        list.isWithinStep = isWithinStep || stepGroup(of: owner) != nil
        let size = list.measure(height: space.height, width: space.width)
        problems += list.takeProblems()
        add(part, place, maker, in: owner, axis, list: list)
        var box = Box(.leaf(size))
        // The elements themselves have the extents that the file gives; those that fill share what is left for all.
        guard part.box.each == nil else {
            if case .fill = part.box.height { box.height = .fill(shares: 1) }
            return box
        }
        part.describe(&box, in: axis, look: owner.part.look)
        return box
    }

    /// Finds what is wrong with a part that is repeated, however many elements there are.
    private func checkTemplate(
        _ part: ListPart, _ maker: MessageMaker, in owner: Node, _ axis: Box.Axis, _ space: Size
    ) {
        guard !isChecked else { return }
        let kept = nodes
        for part in [part.box.each == nil ? part : part.element] + part.head {
            _ = child(part, NodePlace(index: 0), maker, in: owner, axis, space)
        }
        recordMissingExtents(nodes[kept.count...])
        nodes = kept
    }

    func takeProblems() -> [SignProblem] {
        defer { problems = [] }
        return problems
    }

    /// Makes the box of a part, and the nodes in it.
    private func child(
        _ part: ListPart, _ place: NodePlace, _ maker: MessageMaker, in owner: Node, _ axis: Box.Axis,
        _ space: Size, height: Int? = nil, isHead: Bool = false
    ) -> Box {
        let space = part.space(in: space, axis: axis, height: height)
        if let box = keep(part, place, maker, in: owner, space) { return box }
        if part.axis != nil, part.isPlain, part.box.overflow != nil {
            return inner(part, place, maker, in: owner, axis, space)
        }
        let node = add(part, place, maker, in: owner, axis, isHead: isHead)
        var box: Box
        if let axis = part.axis, part.isPlain {
            box = list(axis, parts: part.parts, of: node, space: space)
        } else {
            let size = ink(of: node, space)
            node.measured = size
            box = Box(.leaf(size))
        }
        part.describe(&box, in: axis, look: owner.part.look)
        (node.box, node.count) = (box, nodes.count - node.number)
        node.inputs = Inputs(part, in: maker, space)
        return box
    }

    /// What a part that is no list measures.
    private func ink(of node: Node, _ space: Size) -> Size {
        if case .text(let given) = node.part.content { return text(given, of: node, space) }
        if case .image(let image, _, _) = node.part.content {
            let before = node.picture
            node.picture = node.maker.picture(of: image, before: before)
            if before?.key != node.picture?.key || before?.animation != node.picture?.animation { node.renew() }
            guard let size = node.picture?.animation.size else { return .zero }
            return image.fit == .natural ? size : image.fit.size(of: size, in: image.area ?? size)
        }
        node.renew()
        switch node.part.content {
        case .pixels(let art, _, _): return art.size
        case .parts(let parts):
            let ends = parts.compactMap(\.area)
            return Size(width: ends.map(\.maxX).max() ?? 0, height: ends.map(\.maxY).max() ?? 0)
        // Rows and columns with a time or motion of their own.
        case .list:
            return ListContent(node.part, maker: node.maker, scope: scope)
                .measure(height: space.height, width: space.width)
        case .clock(let pattern, let look, _): return node.maker.extent(of: pattern, look: look, space)
        case .analogClock: return Size(width: space.height, height: space.height)
        // As large as the largest.
        case .turns(let parts, _):
            let kept = nodes.count
            defer { nodes.removeSubrange(kept...) }
            return parts.reduce(.zero) { largest, part in
                // No other node has this place.
                let place = NodePlace(index: -1)
                let extent = child(ListPart(part), place, node.maker, in: node, node.axis, space).measured
                return Size(width: max(largest.width, extent.width), height: max(largest.height, extent.height))
            }
        case .text, .image, .shape, .bar, .plot: return .zero
        }
    }

    /// Returns the size of a text; it is drawn again only if it looks different.
    private func text(_ given: SignMessage, of node: Node, _ space: Size) -> Size {
        let isAlike = node.inputs?.isAlike(in: node.maker, space) ?? false
        if !isAlike { node.sample = nil }
        let before = node.message
        node.message = nil
        do throws(SignError) {
            var message =
                node.part.box.fitsLargest
                ? try node.maker.smallest(given, size: space) : try node.maker.message(given, size: space)
            if isAlike, let before, let measured = node.measured, node.shown?.isKnown ?? false,
                message.looksSame(as: before)
            {
                node.message = before
                return measured
            }
            defer { node.message = message }
            node.renew()
            return try node.maker.layingOut(given) { () throws(LayoutError) in
                try message.layOut()
                let own = try message.measured()
                guard let text = node.part.box.sample else { return own }
                if node.sample == nil { node.sample = try message.saying(text).measured() }
                let sample = node.sample ?? .zero
                return Size(width: max(own.width, sample.width), height: max(own.height, sample.height))
            }
        } catch {
            node.renew()
            problems += error.problems
            return .zero
        }
    }
}
