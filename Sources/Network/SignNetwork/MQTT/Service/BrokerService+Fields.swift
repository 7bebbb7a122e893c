import SignHost
import Timelines

/// Messages for fields on their way to what reads them: the newest of each topic, and not too often.
struct FieldMessages {
    private(set) var topics = LiveTopics()
    /// The number of the topics that are subscribed to; nil to subscribe again.
    private(set) var number: Int?
    private var waiting: [String: [UInt8]] = [:]
    private var next = Instant.zero

    /// The least time between two deliveries: what comes faster is never read.
    static let pause = Nanoseconds.milliseconds(100)

    /// Takes the topics of other fields; returns those that no field waits for any more.
    mutating func follow(_ topics: LiveTopics, number: Int) -> Set<String> {
        let gone = self.topics.names.subtracting(topics.names)
        (self.topics, self.number) = (topics, number)
        for name in gone { waiting[name] = nil }
        return gone
    }

    /// Records that the broker knows of no subscription.
    mutating func forget() { number = nil }

    /// Takes a message, unless no field waits for its topic.
    mutating func take(_ message: [UInt8], topic: String) {
        if topics.names.contains(topic) { waiting[topic] = message }
    }

    /// When the next messages can be delivered; nil without any.
    var due: Instant? { waiting.isEmpty ? nil : next }

    /// Delivers what waits, if it is time.
    mutating func deliver(at instant: Instant) {
        guard !waiting.isEmpty, next <= instant else { return }
        for (topic, message) in waiting { topics.take(message, topic) }
        waiting = [:]
        next = instant + Self.pause
    }
}

extension BrokerService {
    /// Subscribes to the topics of the fields, once for each connection and change of the fields: with each
    /// subscription a broker sends again what it keeps (MQTT 3.1.1, 3.8.4).
    func followFields() {
        let (number, topics) = mailbox.topics
        guard let client, fields.number != number else { return }
        for name in fields.follow(topics, number: number).sorted() where !isOwn(name) { client.unsubscribe(name) }
        for name in topics.names.sorted() { client.subscribe(name) }
    }

    /// Whether the sign listens at a topic for itself.
    private func isOwn(_ topic: String) -> Bool {
        configuration.topics.target(of: topic) != nil || configuration.clock?.call(at: topic) != nil
            || topic == configuration.discovery?.birthTopic
    }
}
