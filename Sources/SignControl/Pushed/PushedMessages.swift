import PixelGraphics
import Timelines

/// The messages that were pushed, in the order in which they came; a pure value.
struct PushedMessages {
    /// One of them.
    struct Entry: Hashable {
        let message: PushedMessage
        /// When its lifetime ends; nil for never.
        let expires: Instant?
    }

    /// How many there can be.
    static let limit = 64

    private(set) var entries: [Entry] = []

    /// Whether there is room for a message of that name.
    func hasRoom(for name: String?) -> Bool {
        entries.count < Self.limit || entries.contains { $0.message.name == name }
    }

    /// A name that none of them has: `pushed-1` and so on.
    var freeName: String {
        let names = Set(entries.map(\.message.name))
        var number = 1
        while names.contains("pushed-\(number)") { number += 1 }
        return "pushed-\(number)"
    }

    /// Adds a message, or puts it in the place of the one of its name.
    mutating func put(_ message: PushedMessage, at instant: Instant) {
        let entry = Entry(message: message, expires: message.lifetime.map { instant + $0 })
        if let index = index(of: message.name) { entries[index] = entry } else { entries.append(entry) }
    }

    /// Takes a message away; returns whether there was one.
    mutating func remove(_ name: String) -> Bool {
        guard let index = index(of: name) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Takes away those whose lifetime is over.
    mutating func removeExpired(at instant: Instant) {
        entries.removeAll { $0.expires.map { $0 <= instant } ?? false }
    }

    /// The name that somebody who mistyped one may have meant.
    func nearestName(to name: String) -> String? { NearestName.find(name, among: entries.map(\.message.name)) }

    private func index(of name: String) -> Int? { entries.firstIndex { $0.message.name == name } }
}
