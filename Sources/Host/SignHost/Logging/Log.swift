/// Where a running sign writes messages for people.
package struct Log: Sendable {
    /// Writes a message of one or more lines; must not wait for its reader.
    package let say: @Sendable (String) -> Void
    /// Whether the messages appear on a terminal, where they would overwrite a preview.
    package let isOnTerminal: Bool

    package init(isOnTerminal: Bool = false, say: @escaping @Sendable (String) -> Void) {
        self.isOnTerminal = isOnTerminal
        self.say = say
    }

    /// Writes a warning; the sign keeps running.
    package func warn(_ text: String) { say("warning: \(text)") }
}
