import Boards
import Marquee
import PixelGraphics
import SignHost
import Timelines

/// Content on a manual clock: the frames of a board at given instants.
struct OfflineRenderer {
    let board: Board
    let content: any Content
    /// The brightness with which the panel starts.
    let firstBrightness: Brightness

    private var presenter: Presenter { Presenter(content, size: board.size, format: board.format) }

    /// Returns what the canvas holds at an instant.
    func frame(at instant: Instant) -> Frame {
        var presenter = presenter
        _ = presenter.present(at: instant)
        return presenter.frame
    }

    /// Calls `body` with the frame of every instant, and whether it was redrawn since the one before.
    func forEachFrame(at instants: some Sequence<Instant>, _ body: (Frame, _ isNew: Bool) throws -> Void) rethrows {
        var presenter = presenter
        for instant in instants {
            let isNew = presenter.present(at: instant)
            try body(presenter.frame, isNew)
        }
    }

    /// Calls `body` with the frame of every change before an end, the first one at zero.
    func forEachChange(before end: Instant, _ body: (Instant, Frame) throws -> Void) rethrows {
        var presenter = presenter
        var instant = Instant.zero
        repeat {
            _ = presenter.present(at: instant)
            try body(instant, presenter.frame)
            guard let next = presenter.deadline, next > instant else { return }
            instant = next
        } while instant < end
    }
}
