import Settings

/// The events that wait until a viewer can take them: of each kind the newest, so that a viewer that reads nothing costs no
/// more than one of each.
package struct LiveEvents: Sendable {
    /// The most kinds; the oldest event gives way.
    package static let maximum = 16

    private var waiting: [(kind: String, text: [UInt8])] = []

    /// Nothing waits.
    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }

    /// Adds an event behind the others, and drops the older one of its kind and zone.
    package mutating func add(_ event: JSONValue) {
        let kind = ["event", "hand", "zone"].map { event[$0]?.text ?? "" }.joined(separator: "\n")
        waiting.removeAll { $0.kind == kind }
        if waiting.count >= Self.maximum { waiting.removeFirst() }
        waiting.append((kind, Array(event.line.utf8)))
    }

    /// Takes the texts of all events, in order.
    package mutating func take() -> [[UInt8]] {
        defer { waiting = [] }
        return waiting.map(\.text)
    }
}
