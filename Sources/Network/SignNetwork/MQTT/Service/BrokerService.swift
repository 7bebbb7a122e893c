import Glibc
import LinuxSystem
import Settings
import SignFiles
import SignHost
import Timelines

/// A sign at its broker: the connection, states and commands, step by step.
///
/// One thread owns it. It reads no clock and never waits, except for the resolver of names; its caller waits and passes the time.
package final class BrokerService {
    /// What an order's answer is for.
    enum Purpose {
        case overview
        case stats
        case picture
        /// A command, and the topic at which it came.
        case command(topic: String)
        /// A command of a request that is made for AWTRIX clocks.
        case exchange(AWTRIXExchange, topic: String)
        /// A request whose answer is published.
        case request

        /// Whether the broker asked for it.
        var isCommand: Bool {
            switch self {
            case .overview, .stats, .picture: false
            case .command, .exchange, .request: true
            }
        }
    }

    let configuration: BrokerConfiguration
    let mailbox: SignMailbox
    var link: BrokerLink
    var client: BrokerClient?
    /// A message that the broker keeps and that is too long, in words.
    private var excess: String?
    var now = Instant.zero
    var chance: () -> Double

    var waiting: [SignMailbox.Ticket: (purpose: Purpose, deadline: Instant)] = [:]
    private var lastTicket: SignMailbox.Ticket = 0
    /// Whether the next attempt takes IPv4 addresses, where the broker's name has one.
    private var takesIPv4 = false
    var states: SignStates
    var overview: SignOverview?
    /// The changes that came with the states that were published last; nil before the first ones.
    var publishedChanges: SignChanges?
    var light = BrokerTarget.Light()
    /// The changes for which the sign was last asked; nil to ask again.
    var askedChanges: SignChanges?
    var isAsking = false
    /// When the sign may be asked again because of values in its texts.
    var wordsDue = Instant.zero
    var shownProblem: String?
    var statsDue: Instant?
    var pictureDue: Instant?
    var shownPicture: [UInt8] = []
    var announcing = Announcing()
    var retained = RetainedMemory()
    var fields = FieldMessages()
    /// Numbers of notifications that those over HTTP reach late, so that none replaces another.
    var clockMemory = AWTRIXMemory(after: 500_000_000)
    private var reported = RateLimit(1, within: .seconds(60))
    private var pace = CommandPace()

    /// How often counts are published.
    static let statsTime = Nanoseconds.seconds(60)
    /// The least time between two publications of values in texts.
    static let wordsTime = Nanoseconds.seconds(1)
    /// How long the sign may take for an answer.
    static let answerTime = Nanoseconds.seconds(2)
    /// The orders that may wait for an answer while commands are taken: room is left for what the sign itself wants to know.
    static let maximumWaiting = SignMailbox.maximumOrders - 4

    init(
        _ configuration: BrokerConfiguration, mailbox: SignMailbox, at instant: Instant,
        chance: @escaping () -> Double = { Double.random(in: 0...1) }
    ) {
        (self.configuration, self.mailbox, self.chance) = (configuration, mailbox, chance)
        link = BrokerLink(at: instant)
        states = SignStates(configuration.topics)
    }

    // MARK: Running

    /// Does what can be done now; returns when to call it again at the latest.
    func step(at instant: Instant) -> Instant {
        now = instant
        mailbox.news.lower()
        switch link.step(at: now) {
        case .nothing: break
        case .connect: connect()
        case .giveUp: fail(ConnectionError("it accepts the connection and does not answer"))
        }
        takeAnswers()
        giveUpSilent()
        run()
        if link.isConnected {
            followFields()
            publishChanges()
        }
        fields.deliver(at: now)
        flush()
        mailbox.record(serverProblem: (link.problem(at: now) ?? excess).map(words))
        return due
    }

    private var due: Instant {
        var dues = [link.due(after: now), waiting.values.map(\.deadline).min()]
        if link.isConnected { dues += [statsDue, pictureDue, announcing.due, nextWords] }
        dues.append(fields.due)
        if let client { dues.append(takesMessages && client.hasMore ? now : client.due) }
        dues.append(pace.pause)
        return dues.compactMap { $0 }.min() ?? .distantFuture
    }

    private func words(_ reason: String) -> String { "the broker \(configuration.settings.broker): \(reason)" }

    // MARK: The connection

    private func connect() {
        do throws(ConnectionError) {
            client = try BrokerClient(
                configuration, name: configuration.identity, will: configuration.topics.status, ipv4: takesIPv4)
        } catch {
            fail(error)
        }
    }

    /// What to wait for at the connection; nil for nothing.
    var connection: pollfd? {
        guard let client else { return nil }
        let events = client.pollEvents(reads: takesMessages)
        // The end of a connection would wake it, and could not be read.
        return events == 0 ? nil : pollfd(fd: client.descriptor, events: events, revents: 0)
    }

    /// Whether messages are taken now; the others wait at the broker.
    private var takesMessages: Bool { pace.pause == nil && waiting.count < Self.maximumWaiting }

    /// Lets the connection read and write.
    private func run() {
        pace.resume(at: now)
        guard let client else { return }
        do throws(ConnectionError) {
            try client.run(at: now)
            while takesMessages, let packet = try client.next() {
                take(packet)
                // A refusal is a better reason than the end of the connection after it.
                guard self.client === client else { return }
            }
        } catch {
            fail(error)
        }
    }

    /// Lets the connection write what this step has to say.
    private func flush() {
        do throws(ConnectionError) {
            try client?.care()
        } catch {
            fail(error)
        }
    }

    private func take(_ packet: MQTTReader.Packet) {
        switch packet {
        case .answer(0): begin()
        case .answer(let code): fail(BrokerClient.refusal(code))
        case .message(let message): receive(message.topic, message.payload, isRetained: message.isRetained)
        case .tooLong(let message):
            // One that the broker keeps comes with each connection.
            if message.isRetained { excess = message.words }
            report(message.words)
        case .passed: pace.recordPassed(isOver: false, at: now)
        case .passedAll: pace.recordPassed(isOver: true, at: now)
        case .confirmation, .other: break
        }
    }

    private func fail(_ error: ConnectionError) {
        (client, excess) = (nil, nil)
        // A broker that does not answer at one kind of address may at the other.
        if !link.isConnected { takesIPv4.toggle() }
        for ticket in waiting.keys { mailbox.withdraw(ticket) }
        (waiting, isAsking) = ([:], false)
        mailbox.watch(false)
        let line = link.recordFailure(error.description, isLasting: error.isLasting, at: now, chance: chance())
        if let line { mailbox.report(words(line)) }
    }

    /// Begins to talk to a broker that has taken the sign.
    private func begin() {
        guard let client else { return }
        if let line = link.recordConnected(at: now) { mailbox.report(words(line)) }
        let allow = configuration.settings.allow
        for filter in configuration.topics.filters(allow) + (configuration.clock?.filters(allow) ?? []) {
            client.subscribe(filter)
        }
        fields.forget()
        states.reset()
        (overview, askedChanges, shownPicture) = (nil, nil, [])
        (statsDue, pictureDue) = (now, configuration.settings.picture == nil ? nil : now)
        beginDiscovery()
        publish(configuration.topics.status, "online", isRetained: true)
        mailbox.watch(true)
    }

    /// Says goodbye; without that the broker publishes the sign's last will.
    func close() {
        guard let client, link.isConnected else { return }
        publish(configuration.topics.status, "offline", isRetained: true)
        client.disconnect()
        self.client = nil
    }

    // MARK: Messages to the broker

    func publish(_ topic: String, _ text: String, isRetained: Bool = false) {
        client?.publish(topic, Array(text.utf8), isConfirmed: true, isRetained: isRetained)
    }

    /// Passes a line on to the log, the same one once a minute.
    func report(_ words: String) {
        let line = PrintableText.line("mqtt: \(words)")
        if reported.take(line, at: now) == nil { mailbox.report(line) }
    }

    // MARK: Orders

    /// Hands an order to the sign; returns whether there was room.
    @discardableResult
    func order(_ order: SignOrder, _ purpose: Purpose) -> Bool {
        if purpose.isCommand, pace.record(at: now) {
            report("more than \(CommandPace.maximum) commands a second; the others wait at the broker")
        }
        lastTicket += 1
        guard mailbox.post(order, lastTicket) else { return false }
        waiting[lastTicket] = (purpose, now + Self.answerTime)
        return true
    }

    private func takeAnswers() {
        for (ticket, answer) in mailbox.takeAnswers() {
            guard let waiting = waiting.removeValue(forKey: ticket) else { continue }
            finish(waiting.purpose, answer)
        }
    }

    private func giveUpSilent() {
        for (ticket, entry) in waiting where entry.deadline <= now {
            mailbox.withdraw(ticket)
            waiting[ticket] = nil
            finish(entry.purpose, .silent)
        }
    }
}
