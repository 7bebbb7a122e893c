import PixelGraphics

/// How many pixels a hand moves the picture by when it moves by one cell: a fraction for each direction.
package struct DragScale: Hashable, Sendable {
    /// Pixels per column, times `divisor`.
    package let horizontal: Int
    /// Pixels per row, times `divisor`.
    package let vertical: Int
    /// What both are divided by; 1 or more.
    package let divisor: Int

    /// Creates a scale; a divisor below 1 counts as 1.
    package init(horizontal: Int, vertical: Int, divisor: Int) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.divisor = max(1, divisor)
    }

    /// One pixel a cell.
    package static let one = DragScale(horizontal: 1, vertical: 1, divisor: 1)
}

/// Follows a hand that drags the picture: how far since the press, and how fast at the release.
///
/// Instants are nanoseconds of any monotonic clock, and never go back.
package struct DragTracker: Sendable {
    /// How far back from the release the speed is measured: 100 ms.
    package static let window: Int64 = 100_000_000
    /// A press and release closer together than this count as this long, so that a twitch is no flick: 20 ms.
    package static let minimumTime: Int64 = 20_000_000
    /// The most positions that are kept; far more than a terminal reports in the window.
    private static let capacity = 64

    /// Pixels per cell.
    package let scale: DragScale
    private var start: (cell: Point, instant: Int64)?
    private var samples: [(cell: Point, instant: Int64)] = []

    /// Creates a tracker without a hand on it.
    package init(scale: DragScale) {
        self.scale = scale
        samples.reserveCapacity(Self.capacity)
    }

    /// Whether the hand is on the picture.
    package var isDragging: Bool { start != nil }

    /// The hand takes hold at a cell.
    package mutating func press(column: Int, row: Int, at instant: Int64) {
        let cell = Point(x: column, y: row)
        start = (cell, instant)
        samples.removeAll(keepingCapacity: true)
        samples.append((cell, instant))
    }

    /// The hand moves to a cell; returns the pixels moved since the press, rounded towards zero.
    package mutating func move(column: Int, row: Int, at instant: Int64) -> Point {
        guard let start else { return .zero }
        if samples.count == Self.capacity { samples.removeFirst() }
        samples.append((Point(x: column, y: row), instant))
        return Point(
            x: (column - start.cell.x) * scale.horizontal / scale.divisor,
            y: (row - start.cell.y) * scale.vertical / scale.divisor)
    }

    /// The hand lets go at a cell; returns the pixels moved since the press and the velocity in pixels per second.
    ///
    /// The velocity is the way of the last 100 ms over their length: a hand that stood still before it let go throws
    /// nothing. It is rounded towards zero.
    package mutating func release(column: Int, row: Int, at instant: Int64) -> (moved: Point, velocity: Point) {
        let moved = move(column: column, row: row, at: instant)
        guard let start else { return (.zero, .zero) }
        self.start = nil
        let from = max(instant - Self.window, start.instant)
        // Where the hand was at the beginning of the window: it stays where it was last seen.
        let before = samples.last { $0.instant <= from } ?? samples.first ?? start
        let time = max(instant - max(from, before.instant), Self.minimumTime)
        return (
            moved,
            Point(
                x: velocity(cells: column - before.cell.x, scale: scale.horizontal, time: time),
                y: velocity(cells: row - before.cell.y, scale: scale.vertical, time: time))
        )
    }

    private func velocity(cells: Int, scale factor: Int, time: Int64) -> Int {
        Int(Int128(cells) * Int128(factor) * 1_000_000_000 / (Int128(scale.divisor) * Int128(time)))
    }
}
