import LinuxSystem
import Synchronization

/// What the server thread and the content thread tell each other: orders to the sign, and its answers.
///
/// Bounded in both directions; neither thread waits for the other.
package final class SignMailbox: Sendable {
    /// An order, or its answer, belongs to a ticket.
    package typealias Ticket = UInt64

    private struct Content: Sendable {
        var orders: [(ticket: Ticket, order: SignOrder)] = []
        var answers: [(ticket: Ticket, answer: SignAnswer)] = []
        var reports: [String] = []
        var serverProblem: String?
        var problem: String?
        var changes: SignChanges?
        var pixels: (any PixelStreamControl)?
        var topics: (number: Int, topics: LiveTopics) = (0, LiveTopics())
        var isOver = false
    }

    private let content = Mutex(Content())
    private let watchers = Atomic(false)
    /// Is raised when there is an order.
    package let orders = EventDescriptor()
    /// Is raised when there is an answer, a frame, another problem, or the end.
    package let news = EventDescriptor()

    /// The most orders that wait.
    package static let maximumOrders = 16
    /// The most lines that wait for the log.
    package static let maximumReports = 16

    package init() {}

    // MARK: The server thread

    /// Hands over an order; returns false if too many wait.
    package func post(_ order: SignOrder, _ ticket: Ticket) -> Bool {
        let isTaken = content.withLock { content in
            guard content.orders.count < Self.maximumOrders, !content.isOver else { return false }
            content.orders.append((ticket, order))
            return true
        }
        if isTaken { orders.raise() }
        return isTaken
    }

    /// Withdraws an order that timed out, if the sign has not begun it.
    package func withdraw(_ ticket: Ticket) {
        content.withLock { content in content.orders.removeAll { $0.ticket == ticket } }
    }

    /// Takes the answers.
    package func takeAnswers() -> [(ticket: Ticket, answer: SignAnswer)] {
        content.withLock { content in
            defer { content.answers = [] }
            return content.answers
        }
    }

    /// What is wrong with the sign, in a line.
    package var problem: String? { content.withLock { $0.problem } }

    /// What viewers see, as it was last; nil before the first viewer.
    package var changes: SignChanges? { content.withLock { content in content.changes } }

    /// What takes pixels from the network; nil on a sign that takes none.
    package var pixels: (any PixelStreamControl)? { content.withLock { $0.pixels } }

    /// The topics for whose messages fields wait, and a number that grows with every change of the fields.
    package var topics: (number: Int, topics: LiveTopics) { content.withLock { $0.topics } }

    /// Whether the server is to end.
    package var isOver: Bool { content.withLock { $0.isOver } }

    /// Passes a line on to the log of the sign.
    package func report(_ line: String) {
        content.withLock { content in
            if content.reports.count < Self.maximumReports { content.reports.append(line) }
        }
        orders.raise()
    }

    /// Says what is wrong with the service, in a line; nil where all is well.
    package func record(serverProblem problem: String?) {
        let isNew = content.withLock { content in
            defer { content.serverProblem = problem }
            return content.serverProblem != problem
        }
        if isNew { orders.raise() }
    }

    /// Records whether there is a viewer.
    package func watch(_ isWatched: Bool) {
        guard watchers.exchange(isWatched, ordering: .sequentiallyConsistent) != isWatched else { return }
        orders.raise()
    }

    // MARK: The content thread

    /// Whether there is a viewer.
    package var isWatched: Bool { watchers.load(ordering: .sequentiallyConsistent) }

    /// Takes the next order, and returns whether there are more; nil without one.
    package func takeOrder() -> (ticket: Ticket, order: SignOrder, hasMore: Bool)? {
        content.withLock { content in
            guard !content.orders.isEmpty else { return nil }
            let (ticket, order) = content.orders.removeFirst()
            return (ticket, order, !content.orders.isEmpty)
        }
    }

    /// Takes the lines for the log.
    package func takeReports() -> [String] {
        content.withLock { content in
            defer { content.reports = [] }
            return content.reports
        }
    }

    /// What is wrong with the service, in a line; nil where all is well.
    package var serverProblem: String? { content.withLock { $0.serverProblem } }

    /// Answers an order.
    package func answer(_ ticket: Ticket, _ answer: SignAnswer) { record { $0.answers.append((ticket, answer)) } }

    /// Says what is wrong with the sign.
    package func record(problem: String?) { record { $0.problem = problem } }

    /// Passes on what viewers get an event for when it changes.
    package func record(_ changes: SignChanges) { record { $0.changes = changes } }

    /// Says what takes pixels from the network.
    package func record(pixels: (any PixelStreamControl)?) { content.withLock { $0.pixels = pixels } }

    /// Says for the messages of which topics fields wait from now on.
    package func record(topics: LiveTopics) { record { $0.topics = ($0.topics.number + 1, topics) } }

    /// Ends the server.
    package func end() { record { $0.isOver = true } }

    private func record(_ change: (inout Content) -> Void) {
        content.withLock { change(&$0) }
        news.raise()
    }
}
