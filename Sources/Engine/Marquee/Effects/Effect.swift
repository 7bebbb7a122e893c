import PixelGraphics
import Timelines

/// A way in or out of a picture, by the name that sign users know.
///
/// Each is a function of progress and the finished picture. As a way in it shows nothing at the start of its time and
/// exactly the picture at its end; as a way out the picture at the start and nothing at the end. Shifts continue in their
/// direction on the way out; edges (wipe, opening, closing, blinds, dissolve, random, sprite) run the same way again
/// and remove what they have uncovered; mesh, slice, fade and the growing ones run backwards.
public enum Effect: String, CaseIterable, Hashable, Sendable {
    /// At once, whatever the duration.
    case print
    /// The picture comes from below and leaves at the top.
    case scrollUp = "scroll_up"
    /// The picture comes from above and leaves at the bottom.
    case scrollDown = "scroll_down"
    /// The picture comes from the right and leaves at the left.
    case scrollLeft = "scroll_left"
    /// The picture comes from the left and leaves at the right.
    case scrollRight = "scroll_right"
    /// The picture comes from the lower right corner and leaves at the upper left one.
    case scrollUpLeft = "scroll_up_left"
    /// The picture comes from the lower left corner and leaves at the upper right one.
    case scrollUpRight = "scroll_up_right"
    /// The picture comes from the upper right corner and leaves at the lower left one.
    case scrollDownLeft = "scroll_down_left"
    /// The picture comes from the upper left corner and leaves at the lower right one.
    case scrollDownRight = "scroll_down_right"
    /// Column by column from the left.
    case wipe
    /// Column by column from the left, behind a light bar.
    case wipeCursor = "wipe_cursor"
    /// From the middle column to both ends.
    case opening
    /// From the middle column to both ends, behind two light bars.
    case openingCursor = "opening_cursor"
    /// From both ends to the middle column.
    case closing
    /// From both ends to the middle column, behind two light bars.
    case closingCursor = "closing_cursor"
    /// One lit column passes from the left, then the picture is there (or gone).
    case scanHoriz = "scan_horiz"
    /// One dark column passes through the picture from the left.
    case scanHorizx = "scan_horizx"
    /// One lit row passes from the top, then the picture is there (or gone).
    case scanVert = "scan_vert"
    /// One dark row passes through the picture from the top.
    case scanVertx = "scan_vertx"
    /// Columns fly in one at a time from the right edge, the left-most first; on the way out they fly back.
    case slice
    /// Even columns come from above, odd ones from below.
    case mesh
    /// Bands of columns turn over together.
    case blinds
    /// LEDs one by one in a pseudo-random order that is the same every time.
    case dissolve
    /// Columns one by one in a pseudo-random order that is the same every time.
    case random
    /// The picture grows brighter; on mono panels more and more of its LEDs are lit, evenly spread.
    case fade
    /// Rows unfold upwards from the lower edge.
    case growUp = "grow_up"
    /// Rows unfold downwards from the upper edge.
    case growDown = "grow_down"
    /// A small image runs across from the left and uncovers the picture behind it, or removes it.
    case sprite
}

/// An effect with its time and looks.
public struct EffectSettings: Sendable {
    /// What happens.
    public var effect: Effect
    /// How long it takes, 0 to 1 h; others are clamped.
    public var duration: Nanoseconds
    /// How the progress is spread over the duration.
    ///
    /// Overshoots of springs and steep curves count as the end they pass, and their look is taken 60 times a second.
    public var easing: Easing
    /// The small image of `Effect.sprite`; nil for ``Sprite/rocket``.
    public var sprite: ColoredStrip?
    /// The colour of light bars and lit columns; mono panels light them.
    public var light: Color

    /// Creates settings.
    public init(
        _ effect: Effect, duration: Nanoseconds = .seconds(1), easing: Easing = .linear, sprite: ColoredStrip? = nil,
        light: Color = .white
    ) {
        self.effect = effect
        self.duration = duration
        self.easing = easing
        self.sprite = sprite
        self.light = light
    }

    /// Returns when it ends if it starts at an instant.
    public func end(from start: Instant) -> Instant {
        effect == .print ? start : start + min(max(duration, .zero), .seconds(3600))
    }
}

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
    /// - Parameter turn: how many steps a pixel is as it was: it changes with the next one, 0 to `steps - 1`.
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
