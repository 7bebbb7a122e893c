/// What a clock remembers between two requests and a sign does not: its brightness while it is off, and how many
/// notifications there were.
///
/// The server keeps one for all requests.
package struct AWTRIXMemory: Equatable, Sendable {
    /// The brightness that was set, in percent; nil for that of the sign file, which the clock calls automatic.
    package private(set) var percent: Int?
    /// Whether the sign was switched on last.
    package private(set) var isOn = true
    private var notifications: Int

    /// A sign that is on, at the brightness of its file.
    ///
    /// - Parameter notifications: how many there were, from 0.
    package init(after notifications: Int = 0) { self.notifications = notifications }

    /// The brightness for the sign; nil for that of the sign file.
    var brightness: Int? { isOn ? percent : 0 }

    mutating func set(percent: Int?) { self.percent = percent }
    mutating func set(isOn: Bool) { self.isOn = isOn }

    /// A number for the next notification, from 1.
    mutating func nextNotification() -> Int {
        notifications = notifications % 1_000_000_000 + 1
        return notifications
    }
}

/// Brightness as AWTRIX counts it: 0 to 255.
enum AWTRIXBrightness {
    static let levels = 0...255

    /// A level in percent, rounded; only 0 is dark.
    static func percent(of level: Int) -> Int { level == 0 ? 0 : max(1, (level * 100 + 127) / 255) }

    /// A percentage as a level, rounded.
    static func level(of percent: Int) -> Int { (min(max(percent, 0), 100) * 255 + 50) / 100 }
}

/// The names that messages get which come as AWTRIX objects, so that removing them touches no other message.
enum AWTRIXName {
    /// The notification that takes the place of the last one; those that wait have a number behind it.
    static let notification = "awtrix-notify"
    private static let appPrefix = "awtrix-app-"
    /// What the name of an app may have, so that its message's name is short enough with a number behind it.
    static let maximumCharacters = 48

    /// The message of an app.
    static func message(ofApp name: String) -> String { appPrefix + name }

    /// The app of a message; nil for messages of others.
    static func app(ofMessage name: String) -> String? {
        name.hasPrefix(appPrefix) ? String(name.dropFirst(appPrefix.count)) : nil
    }

    /// Whether a message is a notification.
    static func isNotification(_ name: String) -> Bool {
        name == notification || name.hasPrefix(notification + "-")
    }

    /// Whether an app may have a name.
    static func isValid(_ name: String) -> Bool {
        (1...maximumCharacters).contains(name.count) && name.utf8.count <= 2 * maximumCharacters
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            && name.first != " " && name.last != " "
    }
}
