import CSignRuntime
import Glibc
import HardwareInterfaces
import Timelines

// Unchecked: all that both sides touch is atomic, but the panel, which belongs to the side that the atomic `hasPanel` names,
// and what hangs on the exchange and the log, which take care of themselves.

/// What the content side and the refresh thread have in common.
///
/// The content side opens panels and offers them, publishes pictures, beats and says when to end; the refresh thread
/// drives the panel, and closes it where it does not obey. An event tells the content side that there is news.
public final class RefreshLink<Panel: RefreshedPanel & ~Copyable>: @unchecked Sendable {
    /// Where the pictures go.
    public let exchange: FrameExchange<PictureBatch<Panel.Picture>>
    /// When pictures were shown; nil where nobody wants to know.
    public let log: FrameLog?
    /// Becomes readable when a picture was taken, the panel was closed, or the refresh has ended.
    public let news: Int32
    let counters = CounterMemory()
    /// What the device said when a call failed last.
    let complaint = FrameExchange<String?> { nil }
    private let panelSlot: UnsafeMutablePointer<Panel>
    private let numbers: UnsafeMutablePointer<Int64>

    private enum Number: Int, CaseIterable {
        case hasPanel, wish, contentBeat, hasEnded, isDarkAtEnd, isLit, lastStep, isReleased
    }

    /// Creates a link without a panel.
    ///
    /// - Parameters:
    ///   - log: gets an entry for every picture that was shown.
    ///   - batch: how many pictures the content side may draw in one go, at least 1.
    ///   - makePicture: makes the content of a place for a picture, with room for every picture.
    /// - Throws: where the kernel gives no event.
    public init(log: FrameLog? = nil, batch: Int = 1, _ makePicture: () -> Panel.Picture) throws {
        news = sign_event_open()
        guard news >= 0 else {
            throw HardwareError(operation: "make", path: "an event", code: errno)
        }
        exchange = FrameExchange { PictureBatch(capacity: batch, makePicture) }
        self.log = log
        panelSlot = .allocate(capacity: 1)
        numbers = .allocate(capacity: Number.allCases.count)
        numbers.initialize(repeating: 0, count: Number.allCases.count)
    }

    deinit {
        // The device closes with its panel.
        if self[.hasPanel] != 0 { panelSlot.deinitialize(count: 1) }
        panelSlot.deallocate()
        numbers.deallocate()
        close(news)
    }

    private subscript(number: Number) -> Int64 {
        get { sign_number_load(numbers + number.rawValue) }
        set { sign_number_store(numbers + number.rawValue, newValue) }
    }

    // MARK: The content side

    /// Whether there is a panel; without one the content side is to open it.
    public var hasPanel: Bool { self[.hasPanel] != 0 }

    /// Gives a panel that was started, and is dark, to the refresh thread.
    ///
    /// - Precondition: there is none.
    public func offer(_ panel: consuming Panel) {
        precondition(!hasPanel, "there is a panel already")
        panelSlot.initialize(to: panel)
        self[.hasPanel] = 1
        exchange.nudge()
    }

    /// Shows that the content side is alive.
    public func beat(at instant: Instant) { self[.contentBeat] = instant.nanoseconds }

    /// Says whether the refresh is to go on.
    public func wish(_ wish: RefreshMachine.Wish) {
        self[.wish] = wish.rawValue
        exchange.nudge()
    }

    /// Clears the event; whatever happens afterwards raises it again.
    public func clearNews() { sign_event_clear(news) }

    /// What a call of the device has failed with, since this was last asked for; nil for none.
    public func takeComplaint() -> String? {
        guard case .taken = complaint.take(at: .distantFuture) else { return nil }
        return complaint.taken.pointee
    }

    /// Whether the refresh has ended, and the panel is dark for good as far as it obeys.
    public var hasEnded: Bool { self[.hasEnded] != 0 }
    /// Whether the panel obeyed when it was made dark at the end.
    public var isDarkAtEnd: Bool { self[.isDarkAtEnd] != 0 }
    /// Whether pictures are being shown.
    public var isLit: Bool { self[.isLit] != 0 }
    /// The pictures that were shown so far.
    public var shownCount: Int { counters.shown }
    /// Whether the refresh thread goes on; it is asked to step more often than twice in the time that this allows.
    public func isRefreshAlive(at instant: Instant) -> Bool {
        instant - Instant(nanoseconds: self[.lastStep]) <= Self.mostSilence
    }
    /// The longest time between two steps of a healthy refresh; a call of the kernel within one may take a while.
    public static var mostSilence: Nanoseconds { .milliseconds(2_500) }
    /// What the refresh thread has counted.
    public var counts: RunCounters { counters.snapshot }

    /// Lets the refresh thread go once the refresh has ended.
    func release() {
        self[.isReleased] = 1
        exchange.nudge()
    }

    // MARK: The refresh thread

    /// Waits until nobody needs the thread any more.
    func waitForRelease() {
        while true {
            let mark = exchange.mark
            if self[.isReleased] != 0 { return }
            exchange.sleep(until: .distantFuture, mark: mark)
        }
    }

    /// Shows that the refresh thread is alive; the content side does it once, before there is a thread.
    public func noteStep(at instant: Instant) { self[.lastStep] = instant.nanoseconds }

    /// The panel; the refresh thread's while `hasPanel`.
    var panel: UnsafeMutablePointer<Panel> { panelSlot }

    /// Closes the device.
    func closePanel() {
        panelSlot.deinitialize(count: 1)
        self[.hasPanel] = 0
        raiseNews()
    }

    func raiseNews() { sign_event_raise(news) }

    func note(isLit: Bool) { if self.isLit != isLit { self[.isLit] = isLit ? 1 : 0 } }

    func end(isDark: Bool) {
        self[.isDarkAtEnd] = isDark ? 1 : 0
        self[.hasEnded] = 1
        raiseNews()
    }

    /// What the machine has to know.
    func facts(darkenings: UInt64) -> RefreshMachine.Facts {
        var facts = RefreshMachine.Facts()
        facts.wish = RefreshMachine.Wish(rawValue: self[.wish]) ?? .stop
        facts.hasPanel = hasPanel
        facts.isPending = exchange.isPending
        facts.contentBeat = Instant(nanoseconds: self[.contentBeat])
        facts.darkenings = darkenings
        return facts
    }
}
