import Settings
import SignFiles
import Timelines

/// When discovery is published, and what of an earlier one is to be removed.
struct Announcing {
    /// When to publish it; nil for not again.
    var due: Instant?
    /// Whether all states are published with it: Home Assistant has started.
    var tellsStates = false
    /// What removes the entities of a former message that there are no longer.
    var gone: [JSONMember] = []
    /// Whether a former discovery was removed.
    var hasRemoved = false

    /// How long the broker may take for what it keeps of a former discovery.
    static let timeout = Nanoseconds.milliseconds(300)
    /// How long signs wait after the start of Home Assistant, at most: not all at the same time.
    static let spread = Nanoseconds.seconds(3)
}

extension BrokerService {
    /// Asks for a former discovery, and plans the new one.
    func beginDiscovery() {
        announcing.gone = []
        guard let discovery = configuration.discovery else {
            announcing.due = nil
            guard !announcing.hasRemoved else { return }
            announcing.hasRemoved = true
            publish(configuration.discovery(prefix: MQTTSettings.defaultDiscovery).topic, "", isRetained: true)
            return
        }
        client?.subscribe(discovery.birthTopic)
        client?.subscribe(discovery.topic)
        announcing.due = now + Announcing.timeout
    }

    /// Publishes discovery when it is due.
    func announce() {
        guard let due = announcing.due, due <= now, let discovery = configuration.discovery else { return }
        announcing.due = nil
        client?.unsubscribe(discovery.topic)
        if !announcing.gone.isEmpty {
            publish(discovery.topic, discovery.payload(removing: announcing.gone).line, isRetained: true)
            announcing.gone = []
        }
        publish(discovery.topic, discovery.payload.line, isRetained: true)
        guard announcing.tellsStates else { return }
        announcing.tellsStates = false
        states.reset()
        tellStates()
        (statsDue, shownPicture) = (now, [])
    }

    /// Takes a message about discovery; returns whether it was one.
    func takeDiscovery(_ topic: String, _ payload: [UInt8], isRetained: Bool) -> Bool {
        guard let discovery = configuration.discovery else { return false }
        if topic == discovery.topic {
            if isRetained { announcing.gone = discovery.entitiesGone(since: payload) }
            return true
        }
        guard topic == discovery.birthTopic else { return false }
        guard !isRetained, payload == Array("online".utf8) else { return true }
        let wait = Nanoseconds(Int64(Double(Announcing.spread.count) * min(max(chance(), 0), 1)))
        announcing.due = now + wait
        announcing.tellsStates = true
        return true
    }
}
