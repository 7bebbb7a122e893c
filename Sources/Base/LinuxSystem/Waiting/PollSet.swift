import CLinuxSystem
import Glibc
import Timelines

/// Many descriptors and a wake-up behind one descriptor, for a loop that waits for it among others.
package final class PollSet {
    /// Becomes readable when one of the descriptors is ready, or when the instant of `wake` has come.
    package let descriptor: Int32
    private let timer: Int32
    private var ready: [Int32]

    /// - Throws: if the kernel gives no descriptors.
    package init(maximum: Int = 64) throws(SystemCallError) {
        ready = [Int32](repeating: 0, count: max(maximum, 1))
        descriptor = poll_set_open()
        guard descriptor >= 0 else { throw SystemCallError("epoll_create1") }
        timer = poll_timer_open()
        guard timer >= 0, poll_set_watch(descriptor, timer, true, false) == 0 else {
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

    /// Watches a descriptor for reading, for writing or for both; stops watching it for neither.
    @discardableResult
    package func watch(_ descriptor: Int32, reads: Bool = true, writes: Bool = false) -> Bool {
        poll_set_watch(self.descriptor, descriptor, reads, writes) == 0
    }

    /// Sets the instant of the next wake-up; nil for no wake-up.
    package func wake(at instant: Instant?) {
        _ = poll_timer_set(timer, instant?.nanoseconds ?? .max)
    }

    /// Takes the descriptors that are ready, some at a time, without waiting.
    package func take() -> [Int32] {
        let count = poll_set_take(descriptor, &ready, Int32(ready.count))
        return ready.prefix(max(0, Int(count))).filter { $0 != timer }
    }
}
