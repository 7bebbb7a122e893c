import LiveValues

/// The topics for whose messages the fields of a sign wait, and what takes the messages, from any thread.
package struct LiveTopics: Sendable {
    /// Takes a message, and the topic at which it came; never waits for the sign.
    package typealias Taking = @Sendable (_ message: [UInt8], _ topic: String) -> Void

    /// The names of the topics, without wildcards.
    package let names: Set<String>
    /// Takes a message at one of them.
    package let take: Taking

    /// Names topics.
    package init(_ names: Set<String> = [], _ take: @escaping Taking = { _, _ in }) {
        (self.names, self.take) = (names, take)
    }

    /// Names the topics of some sources.
    package init(of sources: [LiveSource], _ take: @escaping Taking = { _, _ in }) {
        let names = sources.compactMap { source in if case .topic(let name) = source.origin { name } else { nil } }
        self.init(Set(names), take)
    }
}
