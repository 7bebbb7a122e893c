import CSignRuntime
import Glibc
import SignThreads
import Synchronization
import Timelines

/// Writes state files from a thread of its own, so that nobody waits for the disk; of several contents of a file only the
/// newest is written.
public final class StateWriter: Sendable {
    /// Makes the bytes of a file, on the thread that writes.
    public typealias Content = @Sendable () -> [UInt8]

    private struct Work: Sendable {
        /// What is to be written, in the order in which it came.
        var waiting: [(file: StateFile, content: Content)] = []
        /// What is being written.
        var current: StateFile?
        var failures: [StateFile: StateFile.Failure] = [:]
        var isEnding = false
    }

    /// What the thread shares with the one that draws.
    private final class Desk: Sendable {
        let work = Mutex(Work())
        let event: Int32

        init(event: Int32) { self.event = event }

        deinit { close(event) }

        func run() {
            while true {
                sign_event_clear(event)
                while let (file, content) = next() { write(content(), to: file) }
                if work.withLock({ $0.isEnding }) { return }
                var descriptor = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, -1)
            }
        }

        private func next() -> (file: StateFile, content: Content)? {
            work.withLock { work in
                guard !work.waiting.isEmpty else { return nil }
                let next = work.waiting.removeFirst()
                work.current = next.file
                return next
            }
        }

        private func write(_ bytes: [UInt8], to file: StateFile) {
            var failure: StateFile.Failure?
            do throws(StateFile.Failure) {
                try file.write(bytes)
            } catch {
                failure = error
            }
            work.withLock { [failure] work in
                work.failures[file] = failure
                work.current = nil
            }
        }
    }

    private let desk: Desk
    private let thread: NativeThread

    /// Starts the thread; nil where the kernel gives none.
    public init?() {
        let event = sign_event_open()
        guard event >= 0 else { return nil }
        let desk = Desk(event: event)
        guard let thread = try? NativeThread(named: "state-file", run: desk.run) else { return nil }
        (self.desk, self.thread) = (desk, thread)
    }

    /// Writes a file soon; returns at once.
    public func write(_ file: StateFile, _ content: @escaping Content) {
        desk.work.withLock { work in
            work.waiting.removeAll { $0.file == file }
            work.waiting.append((file, content))
        }
        sign_event_raise(desk.event)
    }

    /// What has become of the newest content of a file.
    public func outcome(of file: StateFile) -> SaveSchedule.Outcome {
        desk.work.withLock { work in
            if work.current == file || work.waiting.contains(where: { $0.file == file }) { return .busy }
            return work.failures[file] == nil ? .done : .failed
        }
    }

    /// Why the last write of a file was not done; nil where it was.
    public func failure(of file: StateFile) -> StateFile.Failure? { desk.work.withLock { $0.failures[file] } }

    /// Writes what is still to be written and ends the thread; returns whether that was done within a time.
    @discardableResult
    public func end(within time: Nanoseconds = .seconds(2)) -> Bool {
        desk.work.withLock { $0.isEnding = true }
        sign_event_raise(desk.event)
        return thread.join(within: time)
    }
}
