import CLinuxSystem
import Glibc

/// A descriptor that is readable while it is raised (eventfd(2)): one thread wakes another one that waits in poll(2).
package final class EventDescriptor: Sendable {
    /// What to wait for; -1 if the kernel had none.
    package let number: Int32

    /// Opens one that is lowered; without a descriptor, raising and waiting do nothing.
    package init() {
        number = sign_event_open()
    }

    /// Opens one that is lowered.
    ///
    /// - Throws: if the kernel has no descriptor.
    package static func open() throws(SystemCallError) -> EventDescriptor {
        let event = EventDescriptor()
        guard event.number >= 0 else { throw SystemCallError("eventfd") }
        return event
    }

    /// Makes it readable.
    package func raise() { sign_event_raise(number) }

    /// Makes it unreadable again.
    package func lower() { sign_event_clear(number) }

    /// Whether it is raised.
    package var isRaised: Bool { wait(milliseconds: 0) }

    /// Waits until it is raised, at most for a time, by default without a limit; returns whether it is.
    @discardableResult
    package func wait(milliseconds: Int32 = -1) -> Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0
    }

    deinit { if number >= 0 { close(number) } }
}
