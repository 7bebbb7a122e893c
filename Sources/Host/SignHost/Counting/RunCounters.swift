import PanelDrivers
import Timelines

/// What a running sign has done so far.
package struct RunCounters: Hashable, Sendable {
    /// Pictures that the panel has shown.
    package var shown = 0
    /// Changes that were not shown, because they came too fast or too late.
    package var skipped = 0
    /// How late the pictures were shown.
    package var lateness = LatenessHistogram()
    /// How often the panel was refreshed; zero for panels that keep their picture.
    package var refreshes = 0
    /// The time that the refreshes took.
    package var refreshTime = Nanoseconds.zero
    /// Calls of the device that have failed.
    package var errors = 0
    /// How often the device was opened again.
    package var reopenings = 0
    /// How often something made the panel dark while it was to be lit, for each `DarkeningCause`.
    package var darkenings = [Int](repeating: 0, count: DarkeningCause.allCases.count)
    /// What was sent to the device.
    package var traffic = PanelTraffic()
    /// The pulses of light that were too long.
    package var light = LightCounters()

    /// Refreshes per second; nil without any.
    package var refreshRate: Double? {
        refreshTime.count > 0 ? Double(refreshes) * 1e9 / Double(refreshTime.count) : nil
    }
}

extension RunCounters: CustomStringConvertible {
    /// Some lines: pictures and their lateness, refreshes, what was sent, and what went wrong, if anything.
    package var description: String {
        let late = lateness
        var lines = [
            "\(Self.count(shown, "frame")) shown, \(skipped) skipped, lateness p50 \(Self.text(late.quantile(0.5))), "
                + "p99 \(Self.text(late.quantile(0.99))), worst \(Self.text(late.worst))"
        ]
        if let refreshRate {
            lines.append("\(Self.count(refreshes, "refresh", "refreshes")), \(Self.tenths(refreshRate)) per second")
        }
        if light.overlong > 0 {
            lines.append(
                "\(Self.count(light.overlong, "pulse")) of light too long: "
                    + "\(Self.text(Nanoseconds(light.repaid))) repaid, \(Self.text(Nanoseconds(light.forgiven))) forgiven"
            )
        }
        if light.recalibrations > 0 {
            lines.append("the time of a store changed \(Self.times(light.recalibrations))")
        }
        if traffic.messages > 0 {
            lines.append(
                "\(Self.count(traffic.messages, "message")) of \(Self.count(traffic.bytes, "byte")) in all to the device, "
                    + "\(traffic.healings) of them to heal at rest")
        }
        if traffic.lost > 0 {
            lines.append("\(Self.count(traffic.lost, "picture")) not sent: the receiver could not be reached")
        }
        if errors > 0 || reopenings > 0 {
            let calls = Self.count(errors, "call")
            lines.append("\(calls) of the device failed, it was opened again \(Self.times(reopenings))")
        }
        if darkenings.contains(where: { $0 > 0 }) {
            let causes = DarkeningCause.allCases.filter { darkenings[$0.rawValue] > 0 }
            let words = causes.map { "\(Self.times(darkenings[$0.rawValue])) by \($0.words)" }
            lines.append("made dark \(words.joined(separator: ", "))")
        }
        return lines.joined(separator: "\n")
    }

    /// A number of things, such as "1 frame"; the plural has an s unless it is given.
    private static func count(_ number: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    private static func times(_ number: some BinaryInteger) -> String { number == 1 ? "once" : "\(number) times" }

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

/// What made the panel dark while it should be lit.
package enum DarkeningCause: Int, CaseIterable, Hashable, Sendable {
    /// The device did not respond.
    case error
    /// The content thread was silent.
    case stall
    /// The guardian saw that the refresh stood still, or it was lost and none could be started.
    case guardian

    /// What made the panel dark, as it follows "by".
    var words: String {
        switch self {
        case .error: "errors of the device"
        case .stall: "content that hung"
        case .guardian: "the guardian"
        }
    }
}

/// What a panel has sent to its device; zero for panels without such counts.
package struct PanelTraffic: Hashable, Sendable {
    /// All messages: starts, changed pictures, healings, stops.
    package var messages = 0
    /// The bytes of all messages.
    package var bytes = 0
    /// The messages that repeated unchanged registers because that was due.
    package var healings = 0
    /// The pictures that could not be sent to a receiver in the network.
    package var lost = 0
}
