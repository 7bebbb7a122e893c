import Glibc
import PanelSimulation
import Timelines

/// Reads keys and the mouse from a terminal's descriptor, which is in raw mode.
struct TerminalInput {
    /// How long a lone escape byte may be the beginning of a sequence.
    private static let escapeTime = Nanoseconds.milliseconds(50)

    /// The descriptor; nil once the input has ended.
    private(set) var descriptor: Int32?
    /// When to take events even if there is no input; nil for never.
    private(set) var deadline: Instant?
    private var parser = TerminalInputParser()
    private var buffer = [UInt8](repeating: 0, count: 4096)

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Takes the events that have arrived.
    ///
    /// - Parameters:
    ///   - isReadable: whether the descriptor can be read.
    ///   - instant: now.
    mutating func take(isReadable: Bool, at instant: Instant) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        if isReadable, let descriptor {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                events += parser.feed(buffer[..<count])
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                self.descriptor = nil
            }
            deadline = nil
        }
        if let deadline, instant >= deadline, let event = parser.flush() { events.append(event) }
        deadline = parser.isPending ? deadline ?? instant + Self.escapeTime : nil
        return events
    }
}
