import Glibc
import PanelSimulation
import PixelGraphics
import TerminalControl
import Timelines

/// Takes the terminal over and ends in the way its argument names; the tests look at the terminal afterwards.
struct ProbeClock: MonotonicClock {
    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

struct ProbeFailure: Error {}

/// Draws what is going on until a signal or q ends it.
func demonstrate(_ session: TerminalSession, style: TerminalPictureStyle) throws {
    let size = session.windowSize
    var renderer = TerminalRenderer(pictureStyle: style, columns: size.columns, rows: size.rows)
    var frame = Frame(size: Size(width: 32, height: 8), format: .mono)
    var offset = 0
    var tracker = DragTracker(scale: .one)
    var dragStart = 0
    var status = "ready"
    while true {
        frame.canvas.clear()
        for y in 0..<8 { frame.canvas.set(Point(x: (y + offset) & 31, y: y), to: .white) }
        var bytes: [UInt8] = []
        renderer.render(frame, status: status, into: &bytes)
        session.write(bytes)
        for event in try session.wait(until: nil, clock: ProbeClock()) {
            status = "\(event)"
            switch event {
            case .input(.key(.left)): offset -= 1
            case .input(.key(.right)): offset += 1
            case .input(.key(.character("q"))): return
            case .input(.mouse(let mouse)):
                let now = ProbeClock().now.nanoseconds
                status = "\(mouse.action) \(mouse.column) \(mouse.row)"
                switch mouse.action {
                case .press:
                    tracker = DragTracker(scale: renderer.layout.dragScale)
                    tracker.press(column: mouse.column, row: mouse.row, at: now)
                    dragStart = offset
                case .drag: offset = dragStart + tracker.move(column: mouse.column, row: mouse.row, at: now).x
                case .release:
                    let result = tracker.release(column: mouse.column, row: mouse.row, at: now)
                    status = "moved \(result.moved.x), \(result.velocity.x) px/s"
                }
            case .resized(let columns, let rows): renderer.resize(columns: columns, rows: rows)
            case .redraw: renderer.invalidate()
            case .terminate, .inputEnded: return
            default: break
            }
        }
    }
}

/// Recurses until the stack ends.
func overflow(_ depth: Int) -> Int { depth == -1 ? 0 : overflow(depth + 1) + 1 }

func run(_ way: String) throws {
    let session = try TerminalSession()
    defer { withExtendedLifetime(session) {} }
    switch way {
    case "throw": throw ProbeFailure()
    case "exit": exit(3)
    case "trap": print([Int]()[Int(CommandLine.argc)])
    case "abort": abort()
    case "overflow": print(overflow(0))
    case "segfault": raise(SIGSEGV)
    case "stuck": while true { pause() }
    case "trueColor": try demonstrate(session, style: .trueColor)
    case "palette256": try demonstrate(session, style: .palette256)
    case "ascii": try demonstrate(session, style: .ascii)
    default: break
    }
}

do {
    try run(CommandLine.arguments.dropFirst().first ?? "return")
} catch is ProbeFailure {
    exit(4)
}
