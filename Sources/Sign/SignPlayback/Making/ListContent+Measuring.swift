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
        if let list = part.listed, list.isLine, part.box.each == nil {
            let line = line(list, Size(width: width, height: height))
            self.line = line
            box = MeasuredBox(Box(.leaf(line.size)))
            asked = line.size
            return asked
        }
        takeEarlier()
        let axis = axis
        let parts = part.box.each == nil ? part.listed?.parts ?? [] : [part]
        add(Node(part: part, identity: "", maker: maker, parent: (0, axis)))
        box = MeasuredBox(
            list(
                axis, parts: parts, isRepeated: part.box.each != nil, of: 0, space: Size(width: width, height: height)))
        if !isChecked {
            let given = nodes.dropFirst().filter { !$0.isRepeated }
            recordMissingExtents(given)
            if let part = given.dropFirst(Self.maximumNodes).first?.part {
                problems.append(error(PartsConstruction.tooLarge, part.place.place))
            }
        }
        isChecked = true
        (earlier, earlierPlaces) = ([], [:])
        asked = box.size
        return asked
    }

    /// The axis along which the parts lie: that of the list, or for one that is repeated that of the list around it.
    var axis: Box.Axis { part.box.each == nil ? part.listed?.axis ?? .vertical : .vertical }

    @discardableResult
    private func add(_ node: Node) -> Int {
        node.number = nodes.count
        node.part.box = node.part.box.colored(in: node.maker.scope)
        if let place = earlierPlace(of: node.identity) {
            (node.shown, node.placed) = (earlier[place].shown, earlier[place].placed)
            if node.part.image != nil { node.picture = earlier[place].picture }
            expectedPlace = place + 1
        }
        nodes.append(node)
        return node.number
    }

    /// Makes the box of a list, and the nodes in it.
    ///
    /// - Parameters:
    ///   - isRepeated: whether the parts are repeated for the elements of this list itself.
    ///   - number: the node of the list.
    private func list(
        _ axis: Box.Axis, parts: [SignPart], isRepeated: Bool = false, of number: Int, space: Size
    ) -> Box {
        let gap = axis == .horizontal ? nodes[number].part.box.gap.width : nodes[number].part.box.gap.height
        func table(_ boxes: [Box]) -> Box {
            var box = Box(.list(axis, boxes, gap: gap))
            box.isTable = isRepeated
            return box
        }
        func make(_ heights: [Int: Int]) -> (boxes: [Box], parts: [Int]) {
            var made: (boxes: [Box], parts: [Int]) = ([], [])
            for (index, part) in parts.enumerated() {
                let boxes = boxes(
                    of: part, index, axis, isRepeated: isRepeated, of: number, space, height: heights[index])
                made.boxes += boxes
                made.parts += boxes.map { _ in index }
            }
            return made
        }
        let identity = nodes[number].identity
        let (before, given, place) = (problems, heights[identity] ?? [:], expectedPlace)
        var made = make(given)
        // The font of a text that fills suits the rows that the others leave, whatever it measures itself.
        if axis == .vertical, made.boxes.contains(where: \.fillsHeight) {
            let left = Box.heights(of: made.boxes, in: space.height, gap: gap)
            let heights = Dictionary(zip(made.parts, left)) { first, _ in first }
            self.heights[identity] = heights
            guard heights != given else { return table(made.boxes) }
            nodes.removeSubrange((number + 1)...)
            (problems, expectedPlace) = (before, place)
            made = make(heights)
        }
        return table(made.boxes)
    }

    /// Makes the boxes of a part of a list: none, one, or one for each element.
    private func boxes(
        of part: SignPart, _ index: Int, _ axis: Box.Axis, isRepeated: Bool, of number: Int,
        _ space: Size, height: Int?
    ) -> [Box] {
        let owner = nodes[number]
        let identity = "\(owner.identity)/\(index)"
        guard part.box.each != nil || owner.maker.hold(part.conditions) else {
            checkTemplate(part, owner.maker, in: (number, axis), space)
            guard number > 0, isTableRow(owner) else { return [] }
            return [child(part.emptied, identity, owner.maker, in: (number, axis), space)]
        }
        guard part.box.each != nil else {
            return [child(part, identity, owner.maker, in: (number, axis), space, height: height)]
        }
        if axis == .vertical, !isRepeated {
            let fills = if case .fill = part.box.height { true } else { false }
            let space = Size(width: space.width, height: fills ? height ?? space.height : space.height)
            return [inner(part, identity, owner.maker, in: (number, axis), space)]
        }
        var part = part
        // It is the elements together that turn pages or scroll.
        if isRepeated { part.box.overflow = nil }
        checkTemplate(part, owner.maker, in: (number, axis), space)
        var boxes: [Box] = []
        for element in owner.maker.elements(of: part) where nodes.count < Self.maximumNodes {
            // Values have no control characters, so no key looks like a way into another element.
            let name = "\(identity):\(element.key)\u{0}"
            var box = child(
                element.part, name, element.maker, in: (number, axis), space,
                height: element.isHead ? nil : height, isHead: element.isHead)
            box.spansTable = element.isHead
            boxes.append(box)
        }
        return boxes
    }

    /// Whether the parts of a list are the columns of a table, where those that are hidden leave their place empty.
    private func isTableRow(_ list: Node) -> Bool {
        part.box.each != nil && list.parent.number == 0 && !list.isHead && list.part.listed?.axis == .horizontal
    }

    /// Makes the node of rows or columns with a picture of their own.
    private func inner(
        _ part: SignPart, _ identity: String, _ maker: MessageMaker, in parent: (Int, Box.Axis),
        _ space: Size
    ) -> Box {
        let known = earlierPlace(of: identity).flatMap { earlier[$0].list }
        let list = known ?? ListContent(part, maker: maker, scope: scope)
        (list.part, list.maker, list.outerChange) = (part, maker, givenChange(of: parent.0))
        list.calls = calls
        list.isWithinStep = isWithinStep || stepGroup(of: parent.0) != nil
        let size = list.measure(height: space.height, width: space.width)
        problems += list.takeProblems()
        add(Node(part: part, identity: identity, maker: maker, parent: parent, list: list))
        var box = Box(.leaf(size))
        // The elements themselves have the extents that the file gives; those that fill share what is left for all.
        guard part.box.each == nil else {
            if case .fill = part.box.height { box.height = .fill(shares: 1) }
            return box
        }
        part.describe(&box, in: parent.1, look: nodes[parent.0].part.look)
        return box
    }

    /// Finds what is wrong with a part that is repeated, however many elements there are.
    private func checkTemplate(_ part: SignPart, _ maker: MessageMaker, in parent: (Int, Box.Axis), _ space: Size) {
        guard !isChecked else { return }
        let kept = nodes
        var template = part
        template.box.each = nil
        for part in [template] + (part.box.each?.head ?? []) { _ = child(part, "", maker, in: parent, space) }
        recordMissingExtents(nodes[kept.count...])
        nodes = kept
    }

    func takeProblems() -> [SignProblem] {
        defer { problems = [] }
        return problems
    }

    /// Makes the box of a part, and the nodes in it.
    private func child(
        _ part: SignPart, _ identity: String, _ maker: MessageMaker, in parent: (number: Int, axis: Box.Axis),
        _ space: Size, height: Int? = nil, isHead: Bool = false
    ) -> Box {
        let space = part.space(in: space, axis: parent.axis, height: height)
        let names = decidingNames(of: part)
        if let names, let box = keep(identity, names, maker, in: parent, space) { return box }
        let first = nodes.count
        var box: Box
        if let list = part.listed, part.isPlain {
            guard part.box.overflow == nil else {
                return inner(part, identity, maker, in: parent, space)
            }
            let number = add(
                Node(part: part, identity: identity, maker: maker, parent: parent, isHead: isHead))
            box = self.list(list.axis, parts: list.parts, of: number, space: space)
        } else {
            let number = add(
                Node(part: part, identity: identity, maker: maker, parent: parent, isHead: isHead))
            box = Box(.leaf(measured(number, space)))
        }
        part.describe(&box, in: parent.axis, look: nodes[parent.number].part.look)
        (nodes[first].box, nodes[first].count) = (box, nodes.count - first)
        nodes[first].inputs = names.map { Inputs($0, in: maker, space) }
        return box
    }

    /// What a part that is no list measures.
    private func measured(_ number: Int, _ space: Size) -> Size {
        let size = ink(of: number, space)
        nodes[number].measured = size
        return size
    }

    private func ink(of number: Int, _ space: Size) -> Size {
        let node = nodes[number]
        switch node.part.content {
        case .text(let given):
            do throws(SignError) {
                let message =
                    node.part.box.fitsLargest
                    ? try node.maker.smallest(given, size: space) : try node.maker.message(given, size: space)
                nodes[number].message = message
                return try node.maker.layingOut(given) { () throws(LayoutError) in
                    try message.measured(sample: node.part.box.sample)
                }
            } catch {
                problems += error.problems
                return .zero
            }
        case .image(let image, _, _):
            nodes[number].picture = node.maker.picture(of: image, before: node.picture)
            guard let size = nodes[number].picture?.animation.size else { return .zero }
            return image.fit == .natural ? size : image.fit.size(of: size, in: image.area ?? size)
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
                // No other node has this identity.
                let extent = child(part, "\(node.identity)\u{0}", node.maker, in: node.parent, space).measured
                return Size(width: max(largest.width, extent.width), height: max(largest.height, extent.height))
            }
        case .shape, .bar, .plot: return .zero
        }
    }
}
