import LinuxSystem

/// What the worker and its clients exchange.
struct LiveMail: Sendable {
    /// What clients ask of the worker.
    enum Order: Sendable {
        case sources([LiveSource])
        case set(String, LiveValue?)
        case refresh(String?)
    }

    /// Raised while there are changes to take.
    let news = EventDescriptor()
    /// Raised while every source has been asked.
    let settled = EventDescriptor()
    private var orders: [Order] = []
    /// The newest message of each topic.
    private var messages: [String: [UInt8]] = [:]
    /// The newest change of each source.
    private var changes: [LiveChange] = []
    private(set) var statuses: [LiveStatus] = []
    private(set) var isSettled = false

    /// How many orders may wait for the worker; beyond that the oldest are dropped.
    private static let maximumOrders = 10_000

    mutating func add(_ order: Order) {
        if case .sources = order { isSettled = false }
        if orders.count >= Self.maximumOrders { orders.removeFirst() }
        orders.append(order)
    }

    /// Passes a message at a topic on; the newest of each topic counts.
    mutating func add(_ message: [UInt8], topic: String) {
        guard messages.count < Self.maximumOrders || messages[topic] != nil else { return }
        messages[topic] = message
    }

    mutating func takeChanges() -> [LiveChange] {
        defer { changes.removeAll(keepingCapacity: true) }
        return changes
    }

    /// Takes the orders, and the messages for the sources that there are after them.
    mutating func takeOrders() -> (orders: [Order], messages: [String: [UInt8]]) {
        defer { (orders, messages) = ([], [:]) }
        return (orders, messages)
    }

    /// Publishes changes and the statuses of sources; of two changes of a source the newer one counts.
    mutating func publish(_ changes: [LiveChange], _ statuses: [LiveStatus], isSettled: Bool) {
        for change in changes {
            if let place = self.changes.firstIndex(where: { $0.name == change.name }) {
                self.changes[place] = change
            } else {
                self.changes.append(change)
            }
        }
        // Another attempt with the same outcome is no news.
        let isOther = !self.statuses.elementsEqual(statuses) { $0.name == $1.name && $0.problem == $1.problem }
        self.statuses = statuses
        self.isSettled = isSettled && orders.isEmpty
        if !changes.isEmpty || isOther { news.raise() }
        if isSettled { settled.raise() } else { settled.lower() }
    }
}

/// News of a source: what it says now, or a document that has come.
package struct LiveChange: Equatable, Sendable {
    /// The name of the source.
    package let name: String
    /// What the source says now, or that it says nothing any more; nil for documents.
    package let reading: LiveReading?
    /// The document; nil for values.
    package let document: LiveDocument?

    /// Describes what a source says, or a document.
    package init(name: String, reading: LiveReading? = nil, document: LiveDocument? = nil) {
        (self.name, self.reading, self.document) = (name, reading, document)
    }
}
