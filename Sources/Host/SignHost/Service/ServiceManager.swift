import Glibc
import LinuxSystem
import Timelines

/// The connection to the service manager that started the program, if there is one and it expects messages.
///
/// The protocol of sd_notify(3): datagrams to the Unix socket that the environment variable NOTIFY_SOCKET names, by a
/// path or, after `@`, in the abstract name space. No call waits for the service manager: what its socket does not take
/// at once the caller sends again (``ServiceOutbox``).
package final class ServiceManager {
    /// The watchdog timeout of the service manager; nil if it has none.
    package let watchdogTimeout: Nanoseconds?
    private let address: (name: sockaddr_un, length: socklen_t)
    private let socket: Int32

    /// Finds the service manager of this process.
    ///
    /// - Parameter processID: of this process; a watchdog for another process (WATCHDOG_PID) is ignored.
    /// - Returns: nil if there is no service manager.
    package init?(
        environment: (_ name: String) -> String?, processID: Int32 = getpid()
    ) throws(WordedError) {
        guard let name = environment("NOTIFY_SOCKET"), !name.isEmpty else { return nil }
        guard let address = Self.address(name) else {
            throw WordedError(
                "NOTIFY_SOCKET is \"\(name)\", and has to be the path of a Unix socket, or a name after @, of up to "
                    + "107 bytes; the service manager gets no messages")
        }
        self.address = address
        watchdogTimeout = Self.watchdogTimeout(environment, processID: processID)
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else {
            throw WordedError("the service manager gets no messages: \(SystemCallError("socket").reason)")
        }
    }

    deinit { if socket >= 0 { close(socket) } }

    /// How often to send a watchdog message: twice within the timeout.
    package var watchdogInterval: Nanoseconds? { watchdogTimeout.map { Nanoseconds(max($0.count / 2, 1)) } }

    /// Sends messages in one datagram; returns whether the service manager's socket accepted it.
    @discardableResult
    package func tell(_ messages: [ServiceMessage]) -> Bool {
        let bytes = Array(messages.map(\.text).joined(separator: "\n").utf8)
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        return withUnsafePointer(to: address.name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                var sent = -1
                repeat {
                    sent = sendto(socket, bytes, bytes.count, flags, pointer, address.length)
                } while sent < 0 && errno == EINTR
                return sent == bytes.count
            }
        }
    }

    /// Reads an address of a Unix socket (unix(7)) in the form of NOTIFY_SOCKET: a path or an abstract name; nil if it is of another
    /// kind or too long.
    private static func address(_ name: String) -> (name: sockaddr_un, length: socklen_t)? {
        var address = sockaddr_un()
        var bytes = Array(name.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        guard isAbstract || bytes.first == UInt8(ascii: "/") else { return nil }
        if isAbstract { bytes[0] = 0 }
        let maximum = MemoryLayout.size(ofValue: address.sun_path)
        // A path ends with NUL, an abstract name with its length.
        let end = isAbstract ? 0 : 1
        guard bytes.count > 1, bytes.count + end <= maximum, !bytes.dropFirst().contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return (address, socklen_t(MemoryLayout<sockaddr_un>.size - maximum + bytes.count + end))
    }

    /// WATCHDOG_USEC, a positive number of microseconds, unless WATCHDOG_PID names another process.
    private static func watchdogTimeout(_ environment: (String) -> String?, processID: Int32) -> Nanoseconds? {
        guard let text = environment("WATCHDOG_USEC"), let microseconds = Int64(text), microseconds > 0 else {
            return nil
        }
        if let owner = environment("WATCHDOG_PID"), !owner.isEmpty, Int32(owner) != processID { return nil }
        let (time, overflow) = microseconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? nil : Nanoseconds(time)
    }
}

/// Messages of a service to its service manager: lines of `NAME=value`, as sd_notify(3) describes them.
package enum ServiceMessage: Hashable, Sendable {
    /// It is ready: the sign shows its first picture, or has finished reloading.
    case ready
    /// It has been reloading its settings since an instant of CLOCK_MONOTONIC.
    case reloading(since: Instant)
    /// It is stopping.
    case stopping
    /// Its status in one line, for people.
    case status(String)
    /// It is alive.
    case watchdog

    /// The lines, without a newline at the end.
    package var text: String {
        switch self {
        case .ready: "READY=1"
        case .reloading(let instant): "RELOADING=1\nMONOTONIC_USEC=\(instant.nanoseconds / 1_000)"
        case .stopping: "STOPPING=1"
        case .status(let words): "STATUS=\(Self.line(words))"
        case .watchdog: "WATCHDOG=1"
        }
    }

    /// A status is one line of text; a newline in it would begin another assignment.
    private static func line(_ words: String) -> String {
        String(
            String.UnicodeScalarView(words.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
