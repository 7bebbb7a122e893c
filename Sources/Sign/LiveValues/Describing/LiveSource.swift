import Timelines

/// A source of values: where they come from, in which form, and how often and how long.
package struct LiveSource: Hashable, Sendable {
    /// The name that texts use.
    package var name: String
    /// Where values come from.
    package var origin: LiveOrigin
    /// What its bytes are.
    package var form: LiveForm
    /// The time from one beginning to the next.
    package var interval: Nanoseconds
    /// The time that it may take.
    package var timeout: Nanoseconds
    /// How long a value counts after it came; nil without a limit.
    package var keep: Nanoseconds?
    /// The time over which its numbers are kept for ``LiveReading/history``; nil keeps none.
    package var history: Nanoseconds?
    /// What is shown without a value.
    package var staleText = LiveReading.defaultStaleText
    /// The bytes that it may give.
    package var limit: Int
    /// How far ahead of the time texts know the events of a calendar; zero for those under way only.
    package var ahead = Nanoseconds.zero

    /// The bytes that any answer may have at most; it is held in memory.
    package static let maximumBytes = 16 << 20
    /// The bytes that a message at a topic may have at most.
    package static let maximumBytesOfTopics = 64 << 10
    /// The longest timeout.
    package static let maximumTimeout = Nanoseconds.seconds(600)

    /// The largest limit that it may have.
    package var maximumLimit: Int {
        if case .topic = origin { Self.maximumBytesOfTopics } else { Self.maximumBytes }
    }

    /// Whether it is one of those of which one is asked at a time, and of which no copies are kept.
    package var takesTurns = false
    /// The number of the turn for which a server is asked once, of which no copies are kept; nil for a source that is asked again and
    /// again.
    package var turn: Int?

    /// Describes a source with what is usual for one of its origin: files and sensors every 2 s, programs every 10 s,
    /// servers every minute, documents every 15 min; timeouts of 5 s, of servers 20 s; values of programs and servers
    /// count for 10 min, or for three intervals where that is longer, and those of topics for 10 min; 64 KiB, of documents
    /// 4 MiB.
    package init(_ name: String, _ origin: LiveOrigin, form: LiveForm = .text(line: nil)) {
        self.name = name
        self.origin = origin
        self.form = form
        timeout = .seconds(5)
        limit = 64 << 10
        switch origin {
        case .file: interval = .seconds(2)
        case .command: interval = .seconds(10)
        case .url:
            interval = .seconds(60)
            timeout = .seconds(20)
        case .variable, .topic: interval = .max
        }
        if case .document = form {
            if case .url = origin { interval = .seconds(900) }
            limit = 4 << 20
        } else {
            keep = defaultKeep
        }
    }

    /// How long values of such a source count, by default.
    package var defaultKeep: Nanoseconds? {
        if case .variable = origin { return nil }
        if case .document = form { return nil }
        if case .topic = origin { return .seconds(600) }
        let three = interval + interval + interval
        return max(.seconds(600), three)
    }

    /// How its numbers are written where a text does not say it.
    var format: NumberFormat? {
        if case .number(let scale) = form { scale.format } else { nil }
    }

    /// Whether it needs a program or the network, so that only so many may run at a time.
    var isCostly: Bool {
        switch origin {
        case .command: true
        case .url(let address): !address.isWebSocket
        case .file, .variable, .topic: false
        }
    }

    /// Whether a connection stays open over which a server gives pictures by itself.
    var staysConnected: Bool { if case .url(let address) = origin { address.isWebSocket } else { false } }

    /// The longest time between two attempts at a source that fails, unless its interval is longer.
    var maximumRetry: Nanoseconds {
        switch origin {
        case .file: .seconds(10)
        case .command: .seconds(300)
        case .url: turn == nil ? .seconds(900) : .seconds(60)
        case .variable, .topic: .max
        }
    }

    /// Whether it has no source of its own, but is set from outside.
    package var isVariable: Bool { if case .variable = origin { true } else { false } }

    /// The value that a variable has until it is set; nil without one, and for other sources.
    package var initialText: String? {
        guard case .variable(let value?) = origin else { return nil }
        return value.text()
    }

    /// Whether it is never asked, because its values come by themselves.
    var comesByItself: Bool {
        switch origin {
        case .variable, .topic: true
        case .file, .command, .url: false
        }
    }

    /// Whether other targets decode what it gives.
    var isDocument: Bool { if case .document = form { true } else { false } }

    /// Whether another source asks the same for the same name, whatever is made of its age, and kept of it, and for whatever turn.
    func isSame(as other: LiveSource) -> Bool {
        var (first, second) = (self, other)
        first.staleText = second.staleText
        first.keep = second.keep
        first.history = second.history
        first.turn = second.turn
        if case .variable = first.origin, case .variable = second.origin { second.origin = first.origin }
        return first == second
    }
}
