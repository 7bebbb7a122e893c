import CSignRuntime
import Glibc
import SignThreads
import Synchronization
import Timelines

/// Writes a state file from a thread of its own, so that nobody waits for the disk; of several states only the newest is
/// written.
public final class StateWriter: Sendable {
    private struct Work: Sendable {
        var newest: ControlState?
        var isEnding = false
        var problem: String?
    }

    /// What the thread shares with the one that draws.
    private final class Desk: Sendable {
        let work = Mutex(Work())
        let event: Int32
        let file: StateFile

        init(_ file: StateFile, event: Int32) {
            self.file = file
            self.event = event
        }

        deinit { close(event) }

        /// Takes the newest state, and whether there will be no other one.
        private func take() -> (state: ControlState?, isEnding: Bool) {
            work.withLock { work in
                defer { work.newest = nil }
                return (work.newest, work.isEnding)
            }
        }

        func run() {
            while true {
                sign_event_clear(event)
                let (state, isEnding) = take()
                if let state { write(state) }
                if isEnding { return }
                if state == nil {
                    var descriptor = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
                    poll(&descriptor, 1, -1)
                }
            }
        }

        private func write(_ state: ControlState) {
            var problem: String?
            do throws(StateFile.Failure) {
                try file.write(Array((state.json.line + "\n").utf8))
            } catch {
                problem = "pushed messages will not survive a restart: \(error)"
            }
            work.withLock { [problem] in $0.problem = problem }
        }
    }

    private let desk: Desk
    private let thread: NativeThread

    /// Starts the thread; nil where the kernel gives none.
    public init?(_ file: StateFile) {
        let event = sign_event_open()
        guard event >= 0 else { return nil }
        let desk = Desk(file, event: event)
        guard let thread = try? NativeThread(named: "state-file", run: desk.run) else { return nil }
        (self.desk, self.thread) = (desk, thread)
    }

    /// Writes a state soon; returns at once.
    public func write(_ state: ControlState) {
        desk.work.withLock { $0.newest = state }
        sign_event_raise(desk.event)
    }

    /// Why the newest state is not in the file; nil where all is well, or where it is still being written.
    public var problem: String? { desk.work.withLock { $0.problem } }

    /// Writes what is still to be written and ends the thread; returns whether that was done within a time.
    @discardableResult
    public func end(within time: Nanoseconds = .seconds(2)) -> Bool {
        desk.work.withLock { $0.isEnding = true }
        sign_event_raise(desk.event)
        return thread.join(within: time)
    }
}
