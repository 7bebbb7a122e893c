import LinuxSystem
import PixelGraphics
import Settings
import SignHost
import Timelines

/// Connects a sign to a broker: passes orders from the broker's thread to the sign, and what has changed back.
package final class SignMQTTOutput<Clock: MonotonicClock & Sendable>: SignOutput {
    private let configuration: BrokerConfiguration
    private let clock: Clock
    private let log: (String) -> Void
    private var responder = MailboxResponder()
    private var thread: StoppableThread?
    package private(set) var problem: String?
    /// The number of the sources whose topics the thread knows.
    private var sourcesNumber = 0

    /// - Parameter log: writes a line for people; must not wait.
    package init(_ configuration: BrokerConfiguration, clock: Clock, log: @escaping (String) -> Void) {
        (self.configuration, self.clock, self.log) = (configuration, clock, log)
    }

    var mailbox: SignMailbox { responder.mailbox }
    package var showsProblems: Bool { false }
    package var descriptors: [Int32] { [mailbox.orders.number] }
    package var due: Instant? { nil }

    package func wish(at instant: Instant) -> FrameWish { .never }

    package func begin(_ source: SignSource, at start: Instant) {
        responder.source = source
        noteTopics()
        do throws(SystemCallError) {
            thread = try BrokerThread.start(configuration, mailbox: mailbox, clock: clock)
        } catch {
            problem = "the sign is not connected to its broker: \(error)"
            if let problem { log(problem) }
        }
    }

    package func show(_ frame: Frame, at instant: Instant) {}

    package func update(problem: String?, at instant: Instant) {
        responder.note(problem: problem, at: instant)
        if let source = responder.source, source.sourcesNumber != sourcesNumber { noteTopics() }
    }

    /// Says what fields wait for; their messages do not pass through this thread.
    private func noteTopics() {
        guard let source = responder.source else { return }
        sourcesNumber = source.sourcesNumber
        mailbox.note(topics: source.topics)
    }

    package func handle(_ event: SignOutputEvent, at instant: Instant) -> Bool {
        guard case .readable = event else { return true }
        problem = responder.answer(at: instant, log: log).map { PrintableText.line($0) }
        return true
    }

    package func stop() {}

    package func close() {
        thread?.end()
        for line in mailbox.takeReports() { log(line) }
    }
}
