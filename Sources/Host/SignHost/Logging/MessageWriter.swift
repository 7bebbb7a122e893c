import LinuxSystem
import Timelines

/// Writes messages from a thread of its own, so that a sign never waits for their reader.
///
/// While a preview has the terminal, messages wait for its end; it shows the newest ones meanwhile.
package final class MessageWriter: Sendable {
    private struct Work: Sendable {
        var queue: MessageQueue
        /// Whether messages wait, whatever their reader takes.
        var isHeld = false
        var isWriting = false
        /// The newest messages, the last one last.
        var newest: [String] = []

        /// Takes what is written next; at the end also what is held.
        mutating func take(isEnding: Bool) -> MessageQueue.Batch? {
            let batch = isHeld && !isEnding ? nil : queue.take()
            isWriting = batch != nil
            return batch
        }
    }

    /// How many messages a preview can show.
    private static let maximumNewest = 8

    /// Readable after a message has come, until it is lowered: for a preview that shows the newest ones.
    package let news = EventDescriptor()
    /// Raised when what was being written as messages began to wait is written.
    private let idle = EventDescriptor()
    private let mailbox: Mailbox<Work>
    private let worker: Worker

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - descriptor: what is written to; it has to stay open.
    ///   - limit: the maximum number of waiting bytes.
    package init(descriptor: Int32, limit: Int) throws {
        mailbox = Mailbox(Work(queue: MessageQueue(limit: limit)))
        do throws(SystemCallError) {
            worker = try Worker(named: "messages", mailbox) { [idle] mailbox in
                mailbox.serve { isEnding in
                    while let batch = mailbox.look({ $0.take(isEnding: isEnding) }) {
                        let code = DescriptorBytes.write(batch.bytes, to: descriptor)
                        mailbox.look { work in
                            code == 0 ? work.queue.recordSuccess() : work.queue.recordFailure(of: batch)
                            work.isWriting = false
                            if work.isHeld { idle.raise() }
                        }
                    }
                }
            }
        } catch {
            throw WordedError("no \(error.call == "eventfd" ? "event" : "thread") for messages: \(error.reason)")
        }
    }

    /// Writes a line soon; returns at once.
    package func write(_ text: String) {
        mailbox.post { work in
            work.queue.add(text)
            if work.newest.count == Self.maximumNewest { work.newest.removeFirst() }
            work.newest.append(text)
        }
        news.raise()
    }

    /// The newest messages, the last one last.
    package var newest: [String] { mailbox.look { $0.newest } }

    /// Lets messages wait from now on; what is being written is finished, for a second at most.
    package func hold() {
        idle.lower()
        let isWriting = mailbox.look { work in
            work.isHeld = true
            return work.isWriting
        }
        if isWriting { idle.wait(milliseconds: 1_000) }
    }

    /// Writes what waits, and what comes from now on.
    package func release() { mailbox.post { $0.isHeld = false } }

    /// Writes what waits, also what is held, and ends the thread; returns whether that was done within a time.
    @discardableResult
    package func end(within time: Nanoseconds) -> Bool { worker.end(within: time) }
}

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
