import Marquee
import Timelines

/// Mouse and keys in the terminal: space pauses, arrows move by a pixel, the mouse drags, q ends.
struct PreviewInput {
    /// What an event asks for.
    enum Answer: Equatable {
        case `continue`
        case quit
    }

    /// Whether the space bar has paused the sign.
    private(set) var isPaused = false
    private var tracker = DragTracker(scale: .one)

    /// Applies an event to the marquee.
    ///
    /// - Parameters:
    ///   - marquee: what is moved; nil if nothing can move.
    ///   - scale: how many pixels a cell is.
    mutating func handle(
        _ event: TerminalEvent, marquee: Marquee?, scale: DragScale, at instant: Instant
    ) -> Answer {
        switch event {
        case .key(.character("q")), .key(.character("Q")), .key(.escape), .key(.interrupt): return .quit
        case .key(let key):
            // While the mouse drags, a key would release the text, or pause what is held already.
            if let marquee, !tracker.isDragging { press(key, marquee, at: instant) }
        case .mouse(let mouse):
            if let marquee { drag(mouse, marquee, scale: scale, at: instant) }
        }
        return .continue
    }

    private mutating func press(_ key: TerminalKey, _ marquee: Marquee, at instant: Instant) {
        let isHorizontal = marquee.style.direction.isHorizontal
        switch key {
        case .character(" "):
            isPaused.toggle()
            if isPaused { marquee.pause(at: instant) } else { marquee.resume(at: instant) }
        case .left where isHorizontal, .up where !isHorizontal: nudge(marquee, by: -1, at: instant)
        case .right where isHorizontal, .down where !isHorizontal: nudge(marquee, by: 1, at: instant)
        default: break
        }
    }

    private func nudge(_ marquee: Marquee, by pixels: Int, at instant: Instant) {
        let velocity = marquee.velocity
        marquee.beginDrag(at: instant)
        marquee.drag(by: pixels, at: instant)
        // Let go at the speed that it had: the text is a pixel further, and does not stumble.
        marquee.release(velocity: velocity, at: instant)
    }

    private mutating func drag(
        _ mouse: TerminalMouse, _ marquee: Marquee, scale: DragScale, at instant: Instant
    ) {
        let isHorizontal = marquee.style.direction.isHorizontal
        let now = instant.nanoseconds
        switch mouse.action {
        case .press:
            tracker = DragTracker(scale: scale)
            tracker.press(column: mouse.column, row: mouse.row, at: now)
            marquee.beginDrag(at: instant)
        case .drag where tracker.isDragging:
            let moved = tracker.move(column: mouse.column, row: mouse.row, at: now)
            marquee.drag(by: isHorizontal ? moved.x : moved.y, at: instant)
        case .release where tracker.isDragging:
            let (moved, velocity) = tracker.release(column: mouse.column, row: mouse.row, at: now)
            marquee.drag(by: isHorizontal ? moved.x : moved.y, at: instant)
            let pixels = Int64(clamping: isHorizontal ? velocity.x : velocity.y)
            let limited = min(max(pixels, -20_000), 20_000)
            marquee.release(velocity: limited * Subpixel.perPixel, at: instant)
        case .drag, .release: break
        }
    }
}
