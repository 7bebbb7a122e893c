import LinuxSystem
import Synchronization
import Timelines

/// Writes state files on a thread of its own, so that no other thread waits for the disk; of several contents of a file only
/// the newest is written.
package final class StateWriter: Sendable {
    /// Makes the bytes of a file; called on the writing thread.
    package typealias Content = @Sendable () -> [UInt8]

    /// What is to be written; the thread ends when all of it is, and not before.
    struct Work: Sendable {
        /// What the thread does next.
        enum Step {
            case write(StateFile, Content)
            case wait
            case end
        }

        /// The files to write, in order.
        var waiting: [(file: StateFile, content: Content)] = []
        /// The file that is being written.
        var current: StateFile?
        var failures: [StateFile: StateFileError] = [:]
        var isEnding = false

        /// Takes the next file.
        mutating func next() -> Step {
            guard !waiting.isEmpty else { return isEnding ? .end : .wait }
            let (file, content) = waiting.removeFirst()
            current = file
            return .write(file, content)
        }
    }

    /// The state that the writing and the drawing thread share.
    private final class Desk: Sendable {
        let work = Mutex(Work())
        let event: EventDescriptor

        init(event: EventDescriptor) { self.event = event }

        func run() {
            while true {
                event.lower()
                switch work.withLock({ $0.next() }) {
                case .write(let file, let content): write(content(), to: file)
                case .wait: event.wait()
                case .end: return
                }
            }
        }

        private func write(_ bytes: [UInt8], to file: StateFile) {
            var failure: StateFileError?
            do throws(StateFileError) {
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

    /// Starts the thread; nil if the kernel gives none.
    package init?() {
        guard let event = try? EventDescriptor.open() else { return nil }
        let desk = Desk(event: event)
        guard let thread = try? NativeThread(named: "state-file", run: desk.run) else { return nil }
        (self.desk, self.thread) = (desk, thread)
    }

    /// Queues a file for writing; returns at once.
    package func write(_ file: StateFile, _ content: @escaping Content) {
        desk.work.withLock { work in
            work.waiting.removeAll { $0.file == file }
            work.waiting.append((file, content))
        }
        desk.event.raise()
    }

    /// The state of the newest write of a file.
    package func outcome(of file: StateFile) -> SaveSchedule.Outcome {
        desk.work.withLock { work in
            if work.current == file || work.waiting.contains(where: { $0.file == file }) { return .busy }
            return work.failures[file] == nil ? .done : .failed
        }
    }

    /// Why the last write of a file failed; nil if it succeeded.
    package func failure(of file: StateFile) -> StateFileError? { desk.work.withLock { $0.failures[file] } }

    /// Finishes all writes and ends the thread; returns whether that was done within a time.
    @discardableResult
    package func end(within time: Nanoseconds = .seconds(2)) -> Bool {
        desk.work.withLock { $0.isEnding = true }
        desk.event.raise()
        return thread.finish(within: time)
    }
}
