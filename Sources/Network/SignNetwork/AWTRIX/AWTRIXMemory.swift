import Settings

/// What a clock remembers between two requests and a sign does not: its brightness while it is off, and how many
/// notifications there were.
///
/// The server keeps one for all requests.
package struct AWTRIXMemory: Equatable, Sendable {
    /// The brightness that was set, in percent; nil for that of the sign file, which the clock calls automatic.
    package internal(set) var percent: Int?
    /// Whether the sign was switched on last.
    package internal(set) var isOn = true
    private var notifications: Int
    private var reportedKeys: Set<String> = []

    /// Which of the three indicators are lit.
    var indicators = [false, false, false]

    /// A sign that is on, at the brightness of its file.
    ///
    /// - Parameter notifications: how many there were, from 0.
    package init(after notifications: Int = 0) { self.notifications = notifications }

    /// The brightness for the sign; nil for that of the sign file.
    var brightness: Int? { isOn ? percent : 0 }

    /// The keys without meaning that the log has not named yet, in words; nil for none.
    ///
    /// It names 256 of them.
    mutating func report(_ ignored: AWTRIXIgnored) -> String? {
        let new = ignored.keys.filter { reportedKeys.count < 256 && reportedKeys.insert($0).inserted }
        return new.isEmpty ? nil : "the sign ignores \(new.joined(separator: ", "))"
    }

    /// A number for the next notification, from 1.
    mutating func nextNotification() -> Int {
        notifications = notifications % 1_000_000_000 + 1
        return notifications
    }

    /// A level of the clock, 0 to 255, in percent, rounded; only 0 is dark.
    static func percent(of level: Int) -> Int { level == 0 ? 0 : max(1, (level * 100 + 127) / 255) }

    /// A percentage as a level of the clock, rounded.
    static func level(of percent: Int) -> Int { (min(max(percent, 0), 100) * 255 + 50) / 100 }
}
