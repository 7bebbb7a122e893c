import Glibc
import LinuxSystem
import Synchronization
import Timelines

/// Writes messages from a thread of its own, so that a sign never waits for their reader.
///
/// While a preview has the terminal, messages wait for its end; it shows the newest ones meanwhile.
package final class MessageWriter: Sendable {
    private struct Work: Sendable {
        var queue: MessageQueue
        var isEnding = false
        /// Whether messages wait, whatever their reader takes.
        var isHeld = false
        var isWriting = false
        /// The newest messages, the last one last.
        var newest: [String] = []
    }

    /// How many messages a preview can show.
    private static let mostNewest = 8

    /// What the thread shares with its callers.
    private final class Mailbox: Sendable {
        let work: Mutex<Work>
        let event: EventDescriptor
        /// Raised when what was being written as messages began to wait is written.
        let idle = EventDescriptor()
        let descriptor: Int32

        init(_ queue: MessageQueue, event: EventDescriptor, descriptor: Int32) {
            work = Mutex(Work(queue: queue))
            self.event = event
            self.descriptor = descriptor
        }

        func run() {
            while true {
                event.lower()
                let (batch, isEnding) = work.withLock { work in
                    let batch = work.isHeld && !work.isEnding ? nil : work.queue.take()
                    work.isWriting = batch != nil
                    return (batch, work.isEnding)
                }
                if let batch {
                    let code = StandardStreams.write(batch.bytes, to: descriptor)
                    work.withLock { work in
                        code == 0 ? work.queue.noteSuccess() : work.queue.noteFailure(of: batch)
                        work.isWriting = false
                        if work.isHeld { idle.raise() }
                    }
                } else if isEnding {
                    return
                } else {
                    event.wait()
                }
            }
        }
    }

    /// Readable after a message has come, until it is lowered: for a preview that shows the newest ones.
    package let news = EventDescriptor()
    private let mailbox: Mailbox
    private let thread: NativeThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - descriptor: what is written to; it has to stay open.
    ///   - limit: the maximum number of waiting bytes.
    /// - Throws: if the kernel gives no thread or no event.
    package init(descriptor: Int32, limit: Int) throws {
        let event = EventDescriptor()
        guard event.number >= 0 else { throw HostError.messageQueue(resource: "event", code: errno) }
        let mailbox = Mailbox(MessageQueue(limit: limit), event: event, descriptor: descriptor)
        self.mailbox = mailbox
        do throws(SystemCallError) {
            thread = try NativeThread(named: "messages", run: mailbox.run)
        } catch {
            throw HostError.messageQueue(resource: "thread", code: error.code)
        }
    }

    /// Writes a line soon; returns at once.
    package func write(_ text: String) {
        mailbox.work.withLock { work in
            work.queue.add(text)
            if work.newest.count == Self.mostNewest { work.newest.removeFirst() }
            work.newest.append(text)
        }
        mailbox.event.raise()
        news.raise()
    }

    /// The newest messages, the last one last.
    package var newest: [String] { mailbox.work.withLock { $0.newest } }

    /// Lets messages wait from now on; what is being written is finished, for a second at most.
    package func hold() {
        mailbox.idle.lower()
        let isWriting = mailbox.work.withLock { work in
            work.isHeld = true
            return work.isWriting
        }
        if isWriting { mailbox.idle.wait(milliseconds: 1_000) }
    }

    /// Writes what waits, and what comes from now on.
    package func release() {
        mailbox.work.withLock { $0.isHeld = false }
        mailbox.event.raise()
    }

    /// Writes what waits, also what is held, and ends the thread; returns whether that was done within a time.
    @discardableResult
    package func end(within time: Nanoseconds) -> Bool {
        mailbox.work.withLock { $0.isEnding = true }
        mailbox.event.raise()
        return thread.finish(within: time)
    }
}
