import Marquee
import PanelDrivers
import PixelGraphics
import Timelines

/// The content side's work for a panel that a refresh thread drives, step by step: draws ahead, publishes, shows that
/// it is alive, and opens the device again after it was closed.
///
/// It reads no clock and never sleeps: its caller passes the time, steps it again when it says so at the latest,
/// and whenever `link.news` can be read or something else has changed the content.
package struct ContentLoop<Panel: RefreshedPanel & ~Copyable> {
    /// Makes a picture of a frame; may replace the frame by another one of its size and format.
    package typealias Encoding = (inout Frame, inout Panel.Picture) -> Void
    /// Opens the device and starts the panel, which is dark then.
    package typealias Opening = (Instant) throws -> Panel

    /// What it shares with the refresh thread.
    package let link: RefreshLink<Panel>
    /// What is drawn.
    package var presenter: Presenter
    /// When the sign ends; pictures due then or later are not drawn.
    package var end = Instant.distantFuture
    /// The error of the device that keeps the panel from showing pictures; nil if there is none.
    package private(set) var problem: String?
    private let encode: Encoding
    private let open: Opening
    private let heartbeatInterval: Nanoseconds?
    private var reopening: Instant?
    private var skipped = 0
    /// How many pictures were published last.
    private var batchCount = 0
    private var shownAtProblem = 0

    /// The time between two attempts to open a device.
    package static var reopenInterval: Nanoseconds { .seconds(1) }

    /// Creates the loop of a link that already has a panel.
    ///
    /// - Parameter stall: the time without a heartbeat after which the content side counts as stalled; it beats twice as often.
    ///   nil for never.
    package init(
        _ link: RefreshLink<Panel>, presenter: Presenter, stall: Nanoseconds?,
        encode: @escaping Encoding, open: @escaping Opening
    ) {
        self.link = link
        self.presenter = presenter
        self.encode = encode
        self.open = open
        heartbeatInterval = stall.map { Nanoseconds(max($0.count / 2, 1)) }
    }

    /// Does what is due at an instant.
    ///
    /// Does not allocate unless the content does, the device has failed, or is opened.
    ///
    /// - Returns: when to step again at the latest; `distantFuture` for never.
    package mutating func step(at now: Instant) -> Instant {
        link.clearNews()
        link.recordHeartbeat(at: now)
        recordErrors()
        if link.hasPanel {
            reopening = nil
            publish(at: now)
        } else if !link.hasEnded {
            reopen(at: now)
        }
        var wake = reopening ?? .distantFuture
        if link.hasPanel, let change = presenter.wake(at: now, isPending: link.exchange.isPending, before: end) {
            wake = min(wake, change)
        }
        if let heartbeatInterval { wake = min(wake, now + heartbeatInterval) }
        return wake
    }

    /// The counts of the sign so far.
    package var counters: RunCounters {
        var counters = link.counts
        counters.skipped += skipped
        return counters
    }

    private mutating func publish(at now: Instant) {
        guard let first = presenter.draw(at: now, isPending: link.exchange.isPending, before: end) else { return }
        var count = 0
        let hasReplaced = link.exchange.publish { batch in
            batch.clear()
            var drawn: Presenter.Drawn? = first
            while let picture = drawn {
                batch.add(due: picture.due, next: picture.next) { encode(&presenter.frame, &$0) }
                drawn = batch.hasRoom ? presenter.drawNext(after: first.due, before: end) : nil
            }
            count = batch.count
            return (first.due, batch.next)
        }
        skipped += first.skipped
        // The pictures before were not seen.
        if hasReplaced, first.isOvertaking { skipped += batchCount }
        batchCount = count
    }

    private mutating func reopen(at now: Instant) {
        guard let due = reopening else {
            reopening = now + Self.reopenInterval
            return
        }
        guard now >= due else { return }
        do {
            let panel = try open(now)
            // The first picture that it shows is the one of now.
            presenter.invalidate()
            publish(at: now)
            link.offer(panel)
            reopening = nil
        } catch {
            record(problem: "\(error)")
            reopening = now + Self.reopenInterval
        }
    }

    /// Takes the device's error, also after the refresh thread has ended.
    package mutating func recordErrors() {
        if let lastError = link.takeLastError() {
            record(problem: lastError)
        } else if problem != nil, link.hasPanel, link.shownCount > shownAtProblem {
            problem = nil
        }
    }

    private mutating func record(problem: String) {
        self.problem = problem
        shownAtProblem = link.shownCount
    }
}
