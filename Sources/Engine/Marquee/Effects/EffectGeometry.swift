import PixelGraphics

/// What the steps of an effect do to a picture: each column (or row) is displaced, hidden, or replaced by light.
///
/// Step 0 is the state before, step `steps` the state after. A line is a column, or a row if `areLinesRows`.
struct EffectGeometry {
    let effect: Effect
    let size: Size
    let isLeaving: Bool
    /// The number of steps from before to after; 0 for an immediate change.
    let steps: Int
    /// The width of the small image that runs across.
    let spriteWidth: Int
    /// The turns of columns in `random`, of pixels, row by row, in `dissolve`.
    private let order: [UInt32]

    init(_ effect: Effect, size: Size, isLeaving: Bool, spriteWidth: Int = 0) {
        self.effect = effect
        self.size = size
        self.isLeaving = isLeaving
        self.spriteWidth = spriteWidth
        steps = size.isEmpty ? 0 : Self.steps(effect, size, spriteWidth: spriteWidth)
        order =
            switch effect {
            case .random: Self.shuffled(count: size.width)
            case .dissolve: Self.shuffled(count: size.width * size.height)
            default: []
            }
    }

    /// The most steps of effects whose natural steps are too small to be seen one by one.
    private static let finest = (dissolve: 128, fade: 64, slice: 512)

    private static func steps(_ effect: Effect, _ size: Size, spriteWidth: Int) -> Int {
        let half = (size.width + 1) / 2
        switch effect {
        case .print: return 0
        case .scrollUp, .scrollDown, .mesh, .growUp, .growDown: return size.height
        case .scrollLeft, .scrollRight, .wipe, .random: return size.width
        case .scrollUpLeft, .scrollUpRight, .scrollDownLeft, .scrollDownRight: return max(size.width, size.height)
        case .wipeCursor, .scanHoriz, .scanHorizx: return size.width + 1
        case .scanVert, .scanVertx: return size.height + 1
        case .opening, .closing: return half
        case .openingCursor, .closingCursor: return half + 1
        case .slice: return min(flights(of: size.width, width: size.width), finest.slice)
        case .blinds: return blind(size)
        case .dissolve: return min(size.width * size.height, finest.dissolve)
        case .fade: return finest.fade
        case .sprite: return size.width + spriteWidth
        }
    }

    var areLinesRows: Bool {
        switch effect {
        case .scanVert, .scanVertx, .growUp, .growDown: return true
        default: return false
        }
    }

    var lineCount: Int { areLinesRows ? size.height : size.width }

    // MARK: Lines

    /// Returns how far a line of the picture is moved at a step, or nil if it is hidden.
    func displacement(ofLine line: Int, at step: Int) -> Point? {
        switch effect {
        case .scrollUp: return shift(x: 0, y: -1, at: step)
        case .scrollDown: return shift(x: 0, y: 1, at: step)
        case .scrollLeft: return shift(x: -1, y: 0, at: step)
        case .scrollRight: return shift(x: 1, y: 0, at: step)
        case .scrollUpLeft: return shift(x: -1, y: -1, at: step)
        case .scrollUpRight: return shift(x: 1, y: -1, at: step)
        case .scrollDownLeft: return shift(x: -1, y: 1, at: step)
        case .scrollDownRight: return shift(x: 1, y: 1, at: step)
        case .mesh:
            let away = isLeaving ? step : steps - step
            return Point(x: 0, y: line % 2 == 0 ? -away : away)
        case .slice: return flight(ofColumn: line, at: isLeaving ? steps - step : step)
        default: return isShown(line: line, at: step) ? .zero : nil
        }
    }

    /// Returns whether a line of the area is full of light at a step.
    func isLight(line: Int, at step: Int) -> Bool {
        switch effect {
        case .wipeCursor, .openingCursor, .closingCursor, .scanHoriz, .scanVert:
            return step > 0 && turn(ofLine: line) == step - 1
        default: return false
        }
    }

    private func isShown(line: Int, at step: Int) -> Bool {
        let turn = turn(ofLine: line)
        switch effect {
        case .print: return !isLeaving
        case .scanHoriz, .scanVert: return isLeaving ? step == 0 : step == steps
        case .scanHorizx, .scanVertx:
            guard step > 0, step < steps else { return isLeaving == (step == 0) }
            return turn != step - 1
        case .growUp, .growDown: return turn < (isLeaving ? steps - step : step)
        // The bar, or the small image, hides what it passes.
        case .wipeCursor, .openingCursor, .closingCursor: return isLeaving ? turn >= step : turn < step - 1
        case .sprite: return isLeaving ? turn >= step : turn < step - spriteWidth
        default: return isLeaving ? turn >= step : turn < step
        }
    }

    /// The step before which an edge has not reached a line: the first line has turn 0.
    private func turn(ofLine line: Int) -> Int {
        switch effect {
        case .opening, .openingCursor: return max((size.width - 1) / 2 - line, line - size.width / 2)
        case .closing, .closingCursor: return min(line, size.width - 1 - line)
        case .growUp: return size.height - 1 - line
        case .blinds: return line % Self.blind(size)
        case .random: return Int(order[line])
        default: return line
        }
    }

    /// Whether the whole picture moves, so that it pushes out what was there before.
    var isShift: Bool {
        switch effect {
        case .scrollUp, .scrollDown, .scrollLeft, .scrollRight: return true
        case .scrollUpLeft, .scrollUpRight, .scrollDownLeft, .scrollDownRight: return true
        default: return false
        }
    }

    // MARK: Pixels

    /// Whether it takes pixels one by one instead of lines.
    var takesPixels: Bool { effect == .dissolve || effect == .fade }

    /// The pixels that are seen at each step, for the effects that take pixels one by one; nil for the others.
    func mask() -> EffectMask? {
        guard takesPixels, steps > 0 else { return nil }
        return EffectMask(size: size, steps: steps, isLeaving: isLeaving) { x, y in
            guard effect == .fade else { return Int(order[y * size.width + x]) * steps / order.count }
            let turn = OrderedDither.turn(x: x, y: y)
            return isLeaving ? steps - 1 - turn : turn
        }
    }

    /// How bright the picture is at a step of `fade`, 0 to 256.
    func light(at step: Int) -> Int {
        guard effect == .fade, steps > 0 else { return 256 }
        return 256 * (isLeaving ? steps - step : step) / steps
    }

    // MARK: Motions

    /// The whole picture on its way in a direction: on the way in from outside to its place, then on and out.
    private func shift(x: Int, y: Int, at step: Int) -> Point {
        let away = isLeaving ? step : step - steps
        return Point(x: x * share(of: size.width, away), y: y * share(of: size.height, away))
    }

    /// So many steps of all as pixels of an extent, rounded away from the picture's place.
    private func share(of extent: Int, _ away: Int) -> Int {
        let pixels = (away.magnitude * UInt(extent) + UInt(steps - 1)) / UInt(steps)
        return away < 0 ? -Int(pixels) : Int(pixels)
    }

    /// Where a column is that flies in from the right edge when those left of it have landed; nil before.
    private func flight(ofColumn column: Int, at step: Int) -> Point? {
        let flown = Self.flights(of: size.width, width: size.width) * step / steps
        let own = flown - Self.flights(of: column, width: size.width)
        guard own > 0 else { return nil }
        return Point(x: max(0, size.width - column - own), y: 0)
    }

    /// The pixels that the first so many columns fly together.
    private static func flights(of columns: Int, width: Int) -> Int {
        columns * width - columns * (columns - 1) / 2
    }

    /// The width of a band that turns over: an eighth of the area, and 8 columns at least.
    private static func blind(_ size: Size) -> Int {
        min(size.width, max(8, (size.width + 7) / 8))
    }

    /// Returns a turn for each of `count` places: every number in `0..<count` once, in a pseudo-random order that is the same
    /// on every machine and every time.
    ///
    /// Shuffled by Fisher and Yates from a fixed seed.
    private static func shuffled(count: Int) -> [UInt32] {
        var turns = (0..<UInt32(clamping: count)).map { $0 }
        let seed: UInt64 = 0x6C65_6473_6967_6E00
        for (index, last) in turns.indices.dropFirst().reversed().enumerated() {
            turns.swapAt(last, Int(seed.random(at: UInt64(index)) % UInt64(last + 1)))
        }
        return turns
    }
}
