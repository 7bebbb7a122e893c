import Timelines

/// What a running sign has done so far.
public struct RunCounters: Hashable, Sendable {
    /// Pictures that the panel has shown.
    public var shown = 0
    /// Changes that nobody saw, because they came too fast or too late.
    public var skipped = 0
    /// How late the pictures were shown.
    public var lateness = LatenessHistogram()
    /// How often the panel was refreshed; zero for panels that keep their picture.
    public var refreshes = 0
    /// The time that the refreshes took.
    public var refreshTime = Nanoseconds.zero
    /// Calls of the device that have failed.
    public var errors = 0
    /// How often the device was opened again.
    public var reopenings = 0
    /// How often something made the panel dark while it was to be lit, for each `RefreshMachine.Cause`.
    public var darkenings = [Int](repeating: 0, count: RefreshMachine.Cause.allCases.count)
    /// What was sent to the device.
    public var traffic = PanelTraffic()

    /// Creates counters of a sign that has done nothing.
    public init() {}

    /// Refreshes per second; nil without any.
    public var refreshRate: Double? {
        refreshTime.count > 0 ? Double(refreshes) * 1e9 / Double(refreshTime.count) : nil
    }
}

extension RunCounters: CustomStringConvertible {
    /// Some lines: pictures and their lateness, refreshes, what was sent, and what went wrong, if anything.
    public var description: String {
        let late = lateness
        var lines = [
            "\(shown) frames shown, \(skipped) skipped, lateness p50 \(Self.text(late.quantile(0.5))), "
                + "p99 \(Self.text(late.quantile(0.99))), worst \(Self.text(late.worst))"
        ]
        if let refreshRate {
            lines.append("\(refreshes) refreshes, \(Self.tenths(refreshRate)) per second")
        }
        if traffic.messages > 0 {
            lines.append(
                "\(traffic.messages) messages of \(traffic.bytes) bytes in all to the device, "
                    + "\(traffic.healings) of them to heal at rest")
        }
        if errors > 0 || reopenings > 0 {
            lines.append("\(errors) calls of the device failed, it was opened again \(reopenings) times")
        }
        if darkenings.contains(where: { $0 > 0 }) {
            let causes = RefreshMachine.Cause.allCases.filter { darkenings[$0.rawValue] > 0 }
            let words = causes.map { "\(darkenings[$0.rawValue]) times by \($0.words)" }
            lines.append("made dark \(words.joined(separator: ", "))")
        }
        return lines.joined(separator: "\n")
    }

    /// A time with three figures or less, in the unit that suits it.
    private static func text(_ time: Nanoseconds) -> String {
        let microseconds = time.count / 1_000
        if microseconds < 1_000 { return "\(microseconds) us" }
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension RefreshMachine.Cause {
    /// What made the panel dark, as it follows "by".
    var words: String {
        switch self {
        case .error: "errors of the device"
        case .stall: "content that stood still"
        case .guardian: "the guardian"
        }
    }
}
