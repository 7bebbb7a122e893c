import Glibc
import LinuxSystem
import Synchronization
import Timelines

/// Writes messages from a thread of its own, so that a sign never waits for their reader.
package final class MessageWriter: Sendable {
    private struct Work: Sendable {
        var queue: MessageQueue
        var isEnding = false
    }

    /// What the thread shares with its callers.
    private final class Mailbox: Sendable {
        let work: Mutex<Work>
        let event: EventDescriptor
        let descriptor: Int32

        init(_ queue: MessageQueue, event: EventDescriptor, descriptor: Int32) {
            work = Mutex(Work(queue: queue))
            self.event = event
            self.descriptor = descriptor
        }

        func run() {
            while true {
                event.lower()
                let (batch, isEnding) = work.withLock { ($0.queue.take(), $0.isEnding) }
                if let batch {
                    let code = StandardStreams.write(batch.bytes, to: descriptor)
                    work.withLock { code == 0 ? $0.queue.noteSuccess() : $0.queue.noteFailure(of: batch) }
                } else if isEnding {
                    return
                } else {
                    event.wait()
                }
            }
        }
    }

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
        mailbox.work.withLock { $0.queue.add(text) }
        mailbox.event.raise()
    }

    /// Writes what waits and ends the thread; returns whether that was done within a time.
    @discardableResult
    package func end(within time: Nanoseconds) -> Bool {
        mailbox.work.withLock { $0.isEnding = true }
        mailbox.event.raise()
        return thread.finish(within: time)
    }
}
