import CSignRuntime
import Glibc
import SignThreads
import Synchronization
import Timelines

/// Writes messages from a thread of its own, so that a sign waits for no reader of them.
final class MessageWriter: Sendable {
    private struct Work: Sendable {
        var queue: MessageQueue
        var isEnding = false
    }

    /// What the thread shares with those who say something.
    private final class Desk: Sendable {
        let work: Mutex<Work>
        let event: Int32
        let descriptor: Int32

        init(_ queue: MessageQueue, event: Int32, descriptor: Int32) {
            work = Mutex(Work(queue: queue))
            self.event = event
            self.descriptor = descriptor
        }

        deinit { close(event) }

        func run() {
            while true {
                sign_event_clear(event)
                let (batch, isEnding) = work.withLock { ($0.queue.take(), $0.isEnding) }
                if let batch {
                    let code = StandardStreams.write(batch.bytes, to: descriptor)
                    work.withLock { code == 0 ? $0.queue.noteSuccess() : $0.queue.noteFailure(of: batch) }
                } else if isEnding {
                    return
                } else {
                    var entry = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
                    poll(&entry, 1, -1)
                }
            }
        }
    }

    private let desk: Desk
    private let thread: NativeThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - descriptor: what is written to; it has to stay open.
    ///   - limit: the most bytes that wait.
    /// - Throws: where the kernel gives no thread or no event.
    init(descriptor: Int32, limit: Int) throws {
        let event = sign_event_open()
        guard event >= 0 else { throw Failure("no event for messages: \(String(cString: strerror(errno)))") }
        let desk = Desk(MessageQueue(limit: limit), event: event, descriptor: descriptor)
        self.desk = desk
        do throws(NativeThread.Failure) {
            thread = try NativeThread(named: "messages", run: desk.run)
        } catch {
            throw Failure("no thread for messages: \(String(cString: strerror(error.code)))")
        }
    }

    /// Has a line written soon; returns at once.
    func write(_ text: String) {
        desk.work.withLock { $0.queue.add(text) }
        sign_event_raise(desk.event)
    }

    /// Writes what waits and ends the thread; returns whether that was done within a time.
    @discardableResult
    func end(within time: Nanoseconds) -> Bool {
        desk.work.withLock { $0.isEnding = true }
        sign_event_raise(desk.event)
        return thread.join(within: time)
    }
}
