import Timelines

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
