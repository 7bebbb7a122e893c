import PixelGraphics

/// How many pixels a hand moves the picture by when it moves by one cell: a fraction for each direction.
package struct DragScale: Hashable, Sendable {
    /// Pixels per column, times `divisor`.
    package let horizontal: Int
    /// Pixels per row, times `divisor`.
    package let vertical: Int
    /// What both are divided by; 1 or more.
    package let divisor: Int
}

/// Follows a hand that drags the picture, from its press on: how far since then, and how fast at the release.
///
/// Instants are nanoseconds of any monotonic clock, and never go back.
package struct DragTracker: Sendable {
    /// How far back from the release the speed is measured: 100 ms.
    package static let window: Int64 = 100_000_000
    /// A press and release closer together than this count as this long, so that a twitch is no flick: 20 ms.
    package static let minimumTime: Int64 = 20_000_000
    /// The most positions that are kept; far more than a terminal reports in the window.
    private static let capacity = 64

    private let scale: DragScale
    private let start: (cell: Point, instant: Int64)
    private var samples: [(cell: Point, instant: Int64)]

    /// The hand takes hold at a cell.
    package init(scale: DragScale, column: Int, row: Int, at instant: Int64) {
        self.scale = scale
        start = (Point(x: column, y: row), instant)
        samples = [start]
    }

    /// The hand moves to a cell; returns the pixels moved since the press, rounded towards zero.
    package mutating func move(column: Int, row: Int, at instant: Int64) -> Point {
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
