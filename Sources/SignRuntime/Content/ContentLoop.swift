import HardwareInterfaces
import Marquee
import PixelGraphics
import Timelines

/// The content side's work for a panel that a refresh thread drives, step by step: draws ahead, publishes, shows that it is
/// alive, and opens the device again after it was closed.
///
/// It reads no clock and sleeps nowhere: whoever steps it tells the time, and steps it again at the latest when it says so,
/// and whenever `link.news` can be read or something else has changed the content.
public struct ContentLoop<Panel: RefreshedPanel & ~Copyable> {
    /// Makes a picture of a frame; may exchange the frame for another one of its size and format.
    public typealias Encoding = (inout Frame, inout Panel.Picture) -> Void
    /// Opens the device and starts the panel, which is dark then.
    public typealias Opening = (Instant) throws -> Panel

    /// What it has in common with the refresh thread.
    public let link: RefreshLink<Panel>
    /// What is drawn.
    public var source: FrameSource
    /// When the sign ends; what would be due then, or later, is not drawn.
    public var end = Instant.distantFuture
    /// Why the panel does not show what it should, in the words of the device; nil where all is well.
    public private(set) var problem: String?
    private let encode: Encoding
    private let open: Opening
    private let beatInterval: Nanoseconds?
    private let heartbeat: Heartbeat?
    private var reopening: Instant?
    private var skipped = 0
    /// How many pictures were published last.
    private var batchCount = 0
    private var shownAtProblem = 0

    /// The time between two attempts to open a device.
    public static var reopenInterval: Nanoseconds { .seconds(1) }

    /// Creates the loop of a link whose panel was offered already.
    ///
    /// - Parameters:
    ///   - stall: the time after which the content side counts as silent; it is heard twice as often. nil for never.
    ///   - heartbeat: by which others see that the content side is alive.
    ///   - encode: makes pictures of frames.
    ///   - open: opens the device again.
    public init(
        _ link: RefreshLink<Panel>, source: FrameSource, stall: Nanoseconds?, heartbeat: Heartbeat? = nil,
        encode: @escaping Encoding, open: @escaping Opening
    ) {
        self.link = link
        self.source = source
        self.encode = encode
        self.open = open
        self.heartbeat = heartbeat
        beatInterval = stall.map { Nanoseconds(max($0.count / 2, 1)) }
    }

    /// Does what is due at an instant.
    ///
    /// Allocates nothing unless the content does, the device has failed, or is opened.
    ///
    /// - Returns: when to step again at the latest; `distantFuture` for never.
    public mutating func step(at now: Instant) -> Instant {
        link.clearNews()
        link.beat(at: now)
        heartbeat?.beat()
        noteNews()
        if link.hasPanel {
            reopening = nil
            publish(at: now)
        } else if !link.hasEnded {
            reopen(at: now)
        }
        var wake = reopening ?? .distantFuture
        if link.hasPanel, let change = source.wake(at: now, isPending: link.exchange.isPending, before: end) {
            wake = min(wake, change)
        }
        if let beatInterval { wake = min(wake, now + beatInterval) }
        return wake
    }

    /// What the sign has done so far.
    public var counters: RunCounters {
        var counters = link.counts
        counters.skipped += skipped
        return counters
    }

    private mutating func publish(at now: Instant) {
        guard let first = source.draw(at: now, isPending: link.exchange.isPending, before: end) else { return }
        var count = 0
        let hasReplaced = link.exchange.publish { batch in
            batch.clear()
            var drawn: FrameSource.Drawn? = first
            while let picture = drawn {
                batch.add(due: picture.due, next: picture.next) { encode(&source.frame, &$0) }
                drawn = batch.hasRoom ? source.drawNext(after: first.due, before: end) : nil
            }
            count = batch.count
            return (first.due, batch.next)
        }
        skipped += first.skipped
        // Of the pictures before nothing was seen.
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
            source.invalidate()
            publish(at: now)
            link.offer(panel)
            reopening = nil
        } catch {
            note(problem: "\(error)")
            reopening = now + Self.reopenInterval
        }
    }

    /// Takes what the device has complained of, also after the refresh thread has ended.
    public mutating func noteNews() {
        if let complaint = link.takeComplaint() {
            note(problem: complaint)
        } else if problem != nil, link.hasPanel, link.shownCount > shownAtProblem {
            problem = nil
        }
    }

    private mutating func note(problem: String) {
        self.problem = problem
        shownAtProblem = link.shownCount
    }
}
