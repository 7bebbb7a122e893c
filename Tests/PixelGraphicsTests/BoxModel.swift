import PixelGraphics
import SignTestSupport

/// A plain second implementation of what boxes promise: pixels are handed out one at a time.
enum BoxModel {
    /// A random tree without tables.
    static func tree(_ random: inout SeededRandom, depth: Int) -> Box {
        let isLeaf = depth == 0 || Int.random(in: 0..<4, using: &random) == 0
        var box: Box
        if isLeaf {
            box = Box(
                .leaf(
                    Size(width: Int.random(in: 0...40, using: &random), height: Int.random(in: 0...16, using: &random)))
            )
        } else {
            let boxes = (0..<Int.random(in: 0...5, using: &random)).map { _ in tree(&random, depth: depth - 1) }
            box = Box(
                .list(
                    Bool.random(using: &random) ? .horizontal : .vertical, boxes,
                    gap: Int.random(in: 0...3, using: &random)))
        }
        box.width = extent(&random)
        box.height = extent(&random)
        box.isUnbounded = !isLeaf && Int.random(in: 0..<8, using: &random) == 0
        if Int.random(in: 0..<3, using: &random) == 0 {
            box.padding = Size(
                width: Int.random(in: 0...3, using: &random), height: Int.random(in: 0...3, using: &random))
        }
        return box
    }

    private static func extent(_ random: inout SeededRandom) -> BoxExtent? {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .pixels(Int.random(in: 0...60, using: &random))
        case 1: .fit(minimum: Int.random(in: 0...20, using: &random))
        case 2, 3: .fill(shares: Int.random(in: 1...3, using: &random))
        default: nil
        }
    }

    /// What is wrong with the rectangles of a tree; takes them from the front of `placed`.
    static func check(_ box: Box, _ placed: inout ArraySlice<Rectangle>) -> [String] {
        guard let own = placed.popFirst() else { return ["a rectangle is missing"] }
        guard case .list(let axis, let boxes, let gap) = box.content else { return [] }
        let (h, v) = (min(box.padding.width, own.width), min(box.padding.height, own.height))
        let area = Rectangle(
            x: own.x + h, y: own.y + v, width: own.width - 2 * box.padding.width,
            height: own.height - 2 * box.padding.height)
        var words: [String] = []
        var along: [Int] = []
        var end: Int?
        for child in boxes {
            guard let rectangle = placed.first else { return ["a rectangle is missing"] }
            if !box.isUnbounded, rectangle.intersection(area).size != rectangle.size {
                words.append("\(rectangle) is not within \(area)")
            }
            let (start, extent) = axis == .horizontal ? (rectangle.x, rectangle.width) : (rectangle.y, rectangle.height)
            if let end, start != end + gap, extent > 0 { words.append("a gap of \(start - end) in place of \(gap)") }
            end = start + extent
            along.append(extent)
            let (across, full) = axis == .horizontal ? (rectangle.height, area.height) : (rectangle.width, area.width)
            let wanted = self.across(child, axis, full)
            if across != wanted { words.append("\(across) in place of \(wanted) across") }
            words += check(child, &placed)
        }
        let space = (axis == .horizontal ? area.width : area.height) - gap * max(boxes.count - 1, 0)
        let asks = boxes.map { ask($0, axis) }
        let expected = box.isUnbounded ? asks.map { max($0.pixels, 0) } : divide(space, asks)
        if along != expected { words.append("\(along) in place of \(expected) of \(space)") }
        return words
    }

    /// The extent across a list: all there is, or what the box asks for if that is less.
    private static func across(_ box: Box, _ axis: Box.Axis, _ space: Int) -> Int {
        let other: Box.Axis = axis == .horizontal ? .vertical : .horizontal
        switch axis == .horizontal ? box.height : box.width {
        case nil, .fill: return space
        case .pixels, .fit: return min(ask(box, other).pixels, space)
        }
    }

    /// What a box asks for along an axis: its extent, and the pixels that go with it.
    private static func ask(_ box: Box, _ axis: Box.Axis) -> (extent: BoxExtent, pixels: Int) {
        let extent = (axis == .horizontal ? box.width : box.height) ?? .fit(minimum: 0)
        let measured = axis == .horizontal ? box.measured.width : box.measured.height
        switch extent {
        case .pixels(let count): return (extent, count)
        case .fit(let minimum): return (extent, max(minimum, measured))
        case .fill: return (extent, measured)
        }
    }

    /// Hands out a space pixel by pixel.
    private static func divide(_ space: Int, _ asks: [(extent: BoxExtent, pixels: Int)]) -> [Int] {
        var given = asks.map { _ in 0 }
        var rest = max(space, 0)
        for (index, ask) in asks.enumerated() {
            guard case .pixels = ask.extent else { continue }
            while rest > 0, given[index] < ask.pixels { (given[index], rest) = (given[index] + 1, rest - 1) }
        }
        while rest > 0 {
            // The box with the fewest pixels is next, of several the one that asks for the most, of those the first.
            let hungry = asks.indices.filter {
                if case .fit = asks[$0].extent { given[$0] < asks[$0].pixels } else { false }
            }
            guard let next = hungry.min(by: { (given[$0], -asks[$0].pixels) < (given[$1], -asks[$1].pixels) }) else {
                break
            }
            (given[next], rest) = (given[next] + 1, rest - 1)
        }
        let shares = asks.map { if case .fill(let shares) = $0.extent { shares } else { 0 } }
        let total = shares.reduce(0, +)
        guard total > 0 else { return given }
        for pixel in 0..<rest {
            var sum = 0
            let owner = shares.firstIndex {
                sum += $0
                return $0 > 0 && (pixel + 1) * total <= rest * sum
            }
            if let owner { given[owner] += 1 }
        }
        return given
    }
}
