import LinuxSystem
import Synchronization
import Timelines

/// What the worker and its clients exchange.
final class LiveMailbox: Sendable {
    /// What clients ask of the worker.
    enum Order {
        case sources([LiveSource])
        case set(String, LiveValue?)
        case refresh(String?)
        case end
    }

    private struct Content {
        var orders: [Order] = []
        /// The newest message of each topic.
        var messages: [String: [UInt8]] = [:]
        var changes: [String: LiveChange] = [:]
        var order: [String] = []
        var statuses: [LiveStatus] = []
        var isSettled = false
    }

    /// Signals clients that there are changes.
    let news = EventDescriptor()
    /// Signals the worker that there are orders.
    let wake = EventDescriptor()
    /// Signals clients that all sources have been asked.
    private let settled = EventDescriptor()
    private let content = Mutex(Content())

    /// How many orders may wait for the worker; beyond that the oldest are dropped.
    private static let mostOrders = 10_000

    func send(_ order: Order) {
        content.withLock { content in
            if case .sources = order { content.isSettled = false }
            if content.orders.count >= Self.mostOrders { content.orders.removeFirst() }
            content.orders.append(order)
        }
        wake.raise()
    }

    /// Passes a message at a topic on; the newest of each topic counts.
    func send(_ message: [UInt8], topic: String) {
        content.withLock { content in
            guard content.messages.count < Self.mostOrders || content.messages[topic] != nil else { return }
            content.messages[topic] = message
        }
        wake.raise()
    }

    func take() -> [LiveChange] {
        // Lowered first, so that a change in between raises it again.
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

    /// Calls `body` while the mailbox is locked, as it is while another thread uses it.
    func whileLocked(_ body: () -> Void) { content.withLock { _ in body() } }

    // MARK: - The worker's side

    /// Takes the orders, and the messages for the sources that there are after them.
    func takeOrders() -> (orders: [Order], messages: [String: [UInt8]]) {
        wake.lower()
        return content.withLock { content in
            defer { (content.orders, content.messages) = ([], [:]) }
            return (content.orders, content.messages)
        }
    }

    /// Publishes changes and the statuses of sources; of two changes of a source the newer one counts.
    func publish(_ changes: [LiveChange], _ statuses: [LiveStatus], isSettled: Bool) {
        let isNew = content.withLock { content in
            for change in changes {
                if content.changes.updateValue(change, forKey: change.name) == nil { content.order.append(change.name) }
            }
            defer { content.statuses = statuses }
            content.isSettled = isSettled && content.orders.isEmpty
            // Another attempt with the same outcome is no news.
            let isOther = !content.statuses.elementsEqual(statuses) { $0.name == $1.name && $0.problem == $1.problem }
            return !changes.isEmpty || isOther
        }
        if isNew { news.raise() }
        if isSettled { settled.raise() } else { settled.lower() }
    }
}
