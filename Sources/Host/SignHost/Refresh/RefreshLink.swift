import CLinuxSystem
import Glibc
import LinuxSystem
import PanelDrivers
import Timelines

// Unchecked: all that both sides touch is atomic, but the panel, which belongs to the side that the atomic `hasPanel` names,
// and what hangs on the exchange and the log, which take care of themselves.

/// What the content side and the refresh thread have in common.
///
/// The content side opens panels and offers them, publishes pictures, beats and says when to end; the refresh thread
/// drives the panel, and closes it where it does not respond. An event wakes the content side when there is news.
package final class RefreshLink<Panel: RefreshedPanel & ~Copyable>: @unchecked Sendable {
    /// Where the pictures go.
    package let exchange: FrameExchange<PictureBatch<Panel.Picture>>
    /// When pictures were shown; nil without a log.
    package let log: FrameLog?
    /// Becomes readable when a picture was taken, the panel was closed, or the refresh has ended.
    package var news: Int32 { newsEvent.number }
    private let newsEvent: EventDescriptor
    let counters = CounterMemory()
    /// What the device said when a call failed last.
    let lastError = FrameExchange<String?> { nil }
    private let panelSlot: UnsafeMutablePointer<Panel>
    private let numbers: UnsafeMutablePointer<Int64>

    private enum Number: Int, CaseIterable {
        case hasPanel, request, contentHeartbeat, hasEnded, isDarkAtEnd, isLit, lastStep, isReleased
    }

    /// Creates a link without a panel.
    ///
    /// - Parameters:
    ///   - batch: how many pictures the content side may draw in one go, at least 1.
    ///   - makePicture: makes the content of a place for a picture, with room for every picture.
    package init(log: FrameLog? = nil, batch: Int = 1, _ makePicture: () -> Panel.Picture) throws {
        do throws(SystemCallError) {
            newsEvent = try EventDescriptor.open()
        } catch {
            throw HardwareError(operation: "make", path: "an event", code: error.code)
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
    }

    private subscript(number: Number) -> Int64 {
        get { sign_number_load(numbers + number.rawValue) }
        set { sign_number_store(numbers + number.rawValue, newValue) }
    }

    // MARK: The content side

    /// Whether there is a panel; without one the content side is to open it.
    package var hasPanel: Bool { self[.hasPanel] != 0 }

    /// Gives a panel that was started, and is dark, to the refresh thread.
    ///
    /// - Precondition: there is no panel.
    package func offer(_ panel: consuming Panel) {
        precondition(!hasPanel, "there is a panel already")
        panelSlot.initialize(to: panel)
        self[.hasPanel] = 1
        exchange.nudge()
    }

    /// Shows that the content side is alive.
    package func recordHeartbeat(at instant: Instant) { self[.contentHeartbeat] = instant.nanoseconds }

    /// Says whether the refresh is to continue.
    package func request(_ request: RefreshMachine.Request) {
        self[.request] = request.rawValue
        exchange.nudge()
    }

    /// Clears the event; later events raise it again.
    package func clearNews() { newsEvent.lower() }

    /// What a call of the device has failed with, since the last call of this; nil without a failure.
    package func takeLastError() -> String? {
        guard case .taken = lastError.take(at: .distantFuture) else { return nil }
        return lastError.taken.pointee
    }

    /// Whether the refresh has ended, and the panel is dark permanently, as far as it responds.
    package var hasEnded: Bool { self[.hasEnded] != 0 }
    /// Whether the panel responded when it was made dark at the end.
    package var isDarkAtEnd: Bool { self[.isDarkAtEnd] != 0 }
    /// Whether pictures are being shown.
    package var isLit: Bool { self[.isLit] != 0 }
    /// The pictures that were shown so far.
    package var shownCount: Int { counters.shown }
    /// Whether the refresh thread keeps running; it is asked to step more often than twice in the time that this allows.
    package func isRefreshAlive(at instant: Instant) -> Bool {
        instant - Instant(nanoseconds: self[.lastStep]) <= Self.maximumSilence
    }
    /// The longest time between two steps of a healthy refresh; a system call within one may take a while.
    package static var maximumSilence: Nanoseconds { .milliseconds(2_500) }
    /// What the refresh thread has counted.
    package var counts: RunCounters { counters.snapshot }

    /// Lets the refresh thread go once the refresh has ended.
    func release() {
        self[.isReleased] = 1
        exchange.nudge()
    }

    // MARK: The refresh thread

    /// Waits until the thread is not needed any more.
    func waitForRelease() {
        while true {
            let mark = exchange.mark
            if self[.isReleased] != 0 { return }
            exchange.sleep(until: .distantFuture, mark: mark)
        }
    }

    /// Shows that the refresh thread is alive; the content side does it once, before there is a thread.
    package func recordStep(at instant: Instant) { self[.lastStep] = instant.nanoseconds }

    /// The panel; the refresh thread's while `hasPanel`.
    var panel: UnsafeMutablePointer<Panel> { panelSlot }

    /// Closes the device.
    func closePanel() {
        panelSlot.deinitialize(count: 1)
        self[.hasPanel] = 0
        raiseNews()
    }

    func raiseNews() { newsEvent.raise() }

    func record(isLit: Bool) { if self.isLit != isLit { self[.isLit] = isLit ? 1 : 0 } }

    func end(isDark: Bool) {
        self[.isDarkAtEnd] = isDark ? 1 : 0
        self[.hasEnded] = 1
        raiseNews()
    }

    /// What the machine has to know.
    func facts(darkenings: UInt64) -> RefreshMachine.Facts {
        var facts = RefreshMachine.Facts()
        facts.request = RefreshMachine.Request(rawValue: self[.request]) ?? .stop
        facts.hasPanel = hasPanel
        facts.isPending = exchange.isPending
        facts.contentHeartbeat = Instant(nanoseconds: self[.contentHeartbeat])
        facts.darkenings = darkenings
        return facts
    }
}
