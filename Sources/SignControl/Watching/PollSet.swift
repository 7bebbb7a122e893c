import CSignControl
import Glibc
import Timelines

/// Many descriptors and a wake-up behind one descriptor, for a loop that waits for it among others.
final class PollSet {
    /// Becomes readable when one of the descriptors is ready, or when the instant of `wake` has come.
    let descriptor: Int32
    private let timer: Int32
    private var ready: [Int32]

    /// - Throws: where the kernel gives no descriptors; the error number.
    init(most: Int = 64) throws(SystemCallError) {
        ready = [Int32](repeating: 0, count: max(most, 1))
        descriptor = control_poll_open()
        guard descriptor >= 0 else { throw SystemCallError("epoll_create1") }
        timer = control_timer_open()
        guard timer >= 0, control_poll_watch(descriptor, timer, true, false) == 0 else {
            let error = SystemCallError("timerfd_create")
            if timer >= 0 { close(timer) }
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(timer)
        close(descriptor)
    }

    /// Watches a descriptor, or changes for what; for neither it is watched no more.
    @discardableResult
    func watch(_ descriptor: Int32, reads: Bool = true, writes: Bool = false) -> Bool {
        control_poll_watch(self.descriptor, descriptor, reads, writes) == 0
    }

    /// Sets the instant of the next wake-up in place of the one before; nil for none.
    func wake(at instant: Instant?) {
        _ = control_timer_set(timer, instant?.nanoseconds ?? .max)
    }

    /// Takes the descriptors that are ready, some at a time, without waiting.
    func take() -> [Int32] {
        let count = control_poll_take(descriptor, &ready, Int32(ready.count))
        return ready.prefix(max(0, Int(count))).filter { $0 != timer }
    }
}

/// A call of the kernel that failed.
public struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the call.
    public let call: String
    /// The error number.
    public let code: Int32

    /// Takes the error number of the call that failed last.
    init(_ call: String) {
        self.call = call
        code = errno
    }

    /// The call, and the kernel's words.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
