import Settings
import Timelines

/// The pushed messages in order; a pure value.
struct PushedMessages {
    /// One pushed message.
    struct Entry: Hashable {
        let message: PushedMessage
        /// When its lifetime ends; nil for never, and for one that begins when the message may be shown.
        let expires: Instant?
    }

    /// The maximum number of messages.
    static let limit = 64

    private(set) var entries: [Entry] = []

    /// Whether a message with this name can be added.
    func hasRoom(for name: String?) -> Bool {
        entries.count < Self.limit || entries.contains { $0.message.name == name }
    }

    /// An unused name: `pushed-1` and so on.
    var freeName: String {
        let names = Set(entries.map(\.message.name))
        var number = 1
        while names.contains("pushed-\(number)") { number += 1 }
        return "pushed-\(number)"
    }

    /// Adds a message, or replaces the one with the same name.
    mutating func put(_ message: PushedMessage, at instant: Instant) {
        let entry = Entry(message: message, expires: message.isTimed ? nil : message.lifetime.map { instant + $0 })
        if let index = index(of: message.name) { entries[index] = entry } else { entries.append(entry) }
    }

    /// Removes a message; returns whether there was one.
    mutating func remove(_ name: String) -> Bool {
        guard let index = index(of: name) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Removes the messages whose lifetime is over.
    mutating func removeExpired(at instant: Instant) {
        entries.removeAll { $0.expires.map { $0 <= instant } ?? false }
    }

    /// The nearest name to a mistyped one; nil if no name is similar enough.
    func nearestName(to name: String) -> String? { NearestName.find(name, among: entries.map(\.message.name)) }

    private func index(of name: String) -> Int? { entries.firstIndex { $0.message.name == name } }
}
