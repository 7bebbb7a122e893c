import CLiveProcess
import Glibc
import Synchronization
import Timelines

/// What the worker and those outside exchange.
final class LiveBox: Sendable {
    /// What those outside want.
    enum Order {
        case sources([LiveSource])
        case set(String, LiveValue?)
        case refresh(String?)
        case end
    }

    private struct Content {
        var orders: [Order] = []
        var changes: [String: LiveChange] = [:]
        var order: [String] = []
        var statuses: [LiveStatus] = []
        var isSettled = false
    }

    /// Tells those outside that there are changes.
    let news = EventDescriptor()
    /// Tells the worker that there are orders.
    let wake = EventDescriptor()
    /// Tells that the worker is gone.
    let ended = EventDescriptor()
    /// Tells those who wait that all sources have been asked.
    private let settled = EventDescriptor()
    private let content = Mutex(Content())

    /// The orders that wait for the worker; of further ones the oldest are forgotten.
    private static let mostOrders = 10_000

    func send(_ order: Order) {
        content.withLock { content in
            if case .sources = order { content.isSettled = false }
            if content.orders.count >= Self.mostOrders { content.orders.removeFirst() }
            content.orders.append(order)
        }
        wake.raise()
    }

    func take() -> [LiveChange] {
        // Lowered first, so that what comes in between raises it again.
        news.lower()
        let taken = content.withLockIfAvailable { content -> [LiveChange] in
            let changes = content.order.compactMap { content.changes[$0] }
            content.order.removeAll(keepingCapacity: true)
            content.changes.removeAll(keepingCapacity: true)
            return changes
        }
        guard let taken else {
            news.raise()
            return []
        }
        return taken
    }

    var statuses: [LiveStatus] { content.withLock { $0.statuses } }
    var isSettled: Bool { content.withLock { $0.isSettled } }

    func waitUntilSettled(_ timeOut: Nanoseconds) {
        guard !isSettled else { return }
        settled.wait(milliseconds: Int32(clamping: timeOut.count / 1_000_000))
    }

    /// Calls `body` while the box is locked, as it is while somebody else looks into it.
    func whileLocked(_ body: () -> Void) { content.withLock { _ in body() } }

    // MARK: - The worker's side

    func takeOrders() -> [Order] {
        wake.lower()
        return content.withLock { content in
            defer { content.orders = [] }
            return content.orders
        }
    }

    /// Hands over what is new, also how sources do; of two changes of a source the newer one counts.
    func publish(_ changes: [LiveChange], _ statuses: [LiveStatus], isSettled: Bool) {
        let isNew = content.withLock { content in
            for change in changes {
                if content.changes.updateValue(change, forKey: change.name) == nil { content.order.append(change.name) }
            }
            defer { content.statuses = statuses }
            content.isSettled = isSettled && content.orders.isEmpty
            // That a source is asked again and again is no news.
            let isOther = !content.statuses.elementsEqual(statuses) { $0.name == $1.name && $0.problem == $1.problem }
            return !changes.isEmpty || isOther
        }
        if isNew { news.raise() }
        if isSettled { settled.raise() } else { settled.lower() }
    }
}

/// A descriptor that is readable while it is raised (eventfd(2)).
package final class EventDescriptor: Sendable {
    /// What to wait for; -1 where the kernel had none.
    package let number: Int32

    /// Opens one that is lowered.
    package init() {
        number = live_event_open()
    }

    /// Makes it readable.
    package func raise() {
        var one: UInt64 = 1
        _ = write(number, &one, 8)
    }

    /// Takes that back.
    package func lower() {
        var count: UInt64 = 0
        _ = read(number, &count, 8)
    }

    /// Whether it is raised.
    package var isRaised: Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// Waits until it is raised, but no longer than a time.
    package func wait(milliseconds: Int32) {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, milliseconds)
    }

    deinit { close(number) }
}
