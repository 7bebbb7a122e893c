import PixelGraphics

/// Which pixels an effect shows that takes them one by one; goes from step to step by those that change.
struct EffectMask {
    /// The pixels that are seen at the step at hand.
    private(set) var bitmap: MonoBitmap
    /// The pixels by the step after which they change, row by row.
    private var order: [UInt32]
    /// How many of these have changed at every step.
    private var changedAt: [Int]
    private var changed = 0
    private let isLeaving: Bool

    /// Creates the mask of step 0.
    ///
    /// - Parameters:
    ///   - isLeaving: whether pixels go; else they come.
    ///   - turn: how many steps a pixel is as it was: it changes with the next one, 0 to `steps - 1`.
    init(size: Size, steps: Int, isLeaving: Bool, turn: (_ x: Int, _ y: Int) -> Int) {
        self.isLeaving = isLeaving
        bitmap = MonoBitmap(width: size.width, height: size.height, fill: isLeaving)
        changedAt = [Int](repeating: 0, count: steps + 1)
        var turns: [Int] = []
        turns.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                turns.append(min(max(turn(x, y), 0), steps - 1))
                changedAt[turns[turns.count - 1] + 1] += 1
            }
        }
        for step in 1..<max(steps + 1, 1) { changedAt[step] += changedAt[step - 1] }
        order = [UInt32](repeating: 0, count: turns.count)
        var next = changedAt
        for (pixel, turn) in turns.enumerated() {
            order[next[turn]] = UInt32(pixel)
            next[turn] += 1
        }
    }

    /// Goes to a step, 0 to the last; costs O(pixels that change) and allocates nothing.
    mutating func go(to step: Int) {
        let wanted = changedAt[min(max(step, 0), changedAt.count - 1)]
        let width = bitmap.width
        while changed < wanted {
            let pixel = Int(order[changed])
            bitmap[pixel % width, pixel / width] = !isLeaving
            changed += 1
        }
        while changed > wanted {
            changed -= 1
            let pixel = Int(order[changed])
            bitmap[pixel % width, pixel / width] = isLeaving
        }
    }
}
