import Glibc
import LinuxSystem
import PixelGraphics
import TerminalPreview
import Timelines

/// Takes the terminal over and ends in the way its argument names; the tests look at the terminal afterwards.
struct ProbeClock: MonotonicClock {
    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

struct ProbeError: Error {}

/// A text that keys and the mouse move.
struct Demonstration {
    let session: TerminalSession
    var renderer: TerminalRenderer
    var offset = 0
    var tracker: DragTracker?
    var dragStart = 0
    var status = "ready"

    init(_ session: TerminalSession, style: TerminalPictureStyle) {
        self.session = session
        let size = session.windowSize
        renderer = TerminalRenderer(pictureStyle: style, columns: size.columns, rows: size.rows)
    }

    mutating func draw() {
        var frame = Frame(size: Size(width: 32, height: 8), format: .mono)
        for y in 0..<8 { frame.canvas.set(Point(x: (y + offset) & 31, y: y), to: .white) }
        var bytes: [UInt8] = []
        renderer.render(frame, status: status, into: &bytes)
        session.write(bytes)
    }

    mutating func resize() {
        let size = session.windowSize
        status = "resized(columns: \(size.columns), rows: \(size.rows))"
        renderer.resize(columns: size.columns, rows: size.rows)
    }

    mutating func redraw() {
        status = "redraw"
        renderer.invalidate()
    }

    /// Returns whether to go on.
    mutating func handle(_ event: TerminalEvent) -> Bool {
        status = "input(\(event))"
        switch event {
        case .key(.left): offset -= 1
        case .key(.right): offset += 1
        case .key(.character("q")): return false
        case .key: break
        case .mouse(let action, let column, let row): drag(action, column, row)
        }
        return true
    }

    private mutating func drag(_ action: TerminalMouse, _ column: Int, _ row: Int) {
        let now = ProbeClock().now.nanoseconds
        status = "\(action) \(column) \(row)"
        switch action {
        case .press:
            tracker = DragTracker(scale: renderer.layout.dragScale, column: column, row: row, at: now)
            dragStart = offset
        case .drag: offset = dragStart + (tracker?.move(column: column, row: row, at: now).x ?? 0)
        case .release:
            guard let result = tracker?.release(column: column, row: row, at: now) else { return }
            tracker = nil
            status = "moved \(result.moved.x), \(result.velocity.x) px/s"
        }
    }
}

/// Draws what is going on until a signal or q ends it.
func demonstrate(_ session: TerminalSession, _ waiter: EventWaiter, style: TerminalPictureStyle) throws {
    var demonstration = Demonstration(session, style: style)
    while let descriptor = session.descriptor {
        demonstration.draw()
        let events = try waiter.wait(until: session.deadline, watching: [descriptor], clock: ProbeClock())
        for event in events {
            switch event {
            case .readable: break
            case .signal(SIGWINCH): demonstration.resize()
            case .signal(SIGTSTP):
                session.suspend()
                waiter.stopProcess()
                try session.resume()
                demonstration.redraw()
            case .signal(SIGCONT):
                try session.resume()
                demonstration.redraw()
            case .signal(SIGUSR1): break
            case .signal: return
            }
        }
        let isReadable = events.contains(.readable(descriptor))
        for event in session.takeInput(isReadable: isReadable, at: ProbeClock().now) {
            guard demonstration.handle(event) else { return }
        }
    }
}

/// Recurses until the stack ends.
func overflow(_ depth: Int) -> Int { depth == -1 ? 0 : overflow(depth + 1) + 1 }

func run(_ way: String) throws {
    let waiter = try EventWaiter()
    let session = try TerminalSession()
    defer { withExtendedLifetime((waiter, session)) {} }
    switch way {
    case "throw": throw ProbeError()
    case "exit": exit(3)
    case "trap": print([Int]()[Int(CommandLine.argc)])
    case "abort": abort()
    case "overflow": print(overflow(0))
    case "segfault": raise(SIGSEGV)
    case "stuck": while true { pause() }
    case "trueColor": try demonstrate(session, waiter, style: .trueColor)
    case "palette256": try demonstrate(session, waiter, style: .palette256)
    case "ascii": try demonstrate(session, waiter, style: .ascii)
    default: break
    }
}

do {
    try run(CommandLine.arguments.dropFirst().first ?? "return")
} catch is ProbeError {
    exit(4)
}
