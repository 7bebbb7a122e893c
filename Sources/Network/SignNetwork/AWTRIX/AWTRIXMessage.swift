import Glibc
import PixelGraphics
import Settings

/// An object of AWTRIX's notify or custom as a message of a sign, and what of it has no meaning there.
package struct AWTRIXMessage: Equatable, Sendable {
    /// The keys of the message without its name.
    package let look: JSONValue
    /// The cue that sounds when it begins; nil for none.
    package let cue: String?
    /// Whether it waits for those before it, instead of taking the place of the last one.
    package let isStacked: Bool
    /// What of the object has no meaning.
    package let ignored: AWTRIXIgnored

    /// Above everything that is not urgent.
    package static let priorityOfNotifications = 8
    /// Above everything.
    package static let priorityOfFills = 9

    /// Maps an object; every object is a message, an empty one without a text.
    ///
    /// - Parameter app: the app whose message it is, which takes turns with the other messages until it is removed; nil for a
    ///   notification, which is shown at once and over after its time.
    package init(_ object: JSONValue, app: String?, _ means: AWTRIXMeans) {
        var reading = AWTRIXReading(object, isNotification: app == nil, means)
        reading.readContent()
        reading.readLook()
        reading.readMotion()
        reading.readTimes()
        cue = reading.cue()
        isStacked = reading.flag("stack") ?? true
        look = .object(reading.members)
        ignored = reading.rest()
    }
}

/// The names that messages get which come as AWTRIX objects, so that removing them touches no other message.
extension AWTRIXMessage {
    /// The notification that takes the place of the last one; those that wait have a number behind it.
    static let notification = "awtrix-notify"
    /// The message that fills the sign with a colour, and the dark one.
    static let (moodlight, sleep) = ("awtrix-moodlight", "awtrix-sleep")
    private static let appPrefix = "awtrix-app-"
    /// What the name of an app may have, so that its message's name is short enough with a number behind it.
    private static let maximumCharacters = 48

    /// The name of an app's message.
    static func name(ofApp app: String) -> String { appPrefix + app }

    /// The app of a message's name; nil for messages of others.
    static func app(ofName name: String) -> String? {
        name.hasPrefix(appPrefix) ? String(name.dropFirst(appPrefix.count)) : nil
    }

    /// Whether a message's name is that of a notification.
    static func isNotification(_ name: String) -> Bool {
        name == notification || name.hasPrefix(notification + "-")
    }

    /// Whether an app may have a name.
    static func isApp(_ name: String) -> Bool {
        (1...maximumCharacters).contains(name.count) && name.utf8.count <= 2 * maximumCharacters
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            && name.first != " " && name.last != " "
    }
}

/// The keys of an object that mean nothing to a sign, for the header and the log.
package struct AWTRIXIgnored: Equatable, Sendable {
    /// The header that names them.
    package static let header = "Ledsign-Ignored"

    /// The keys in the order in which they were met, each once.
    package private(set) var keys: [String] = []

    /// The most keys that an answer names.
    static let maximumKeys = 32
    private static let maximumKeyLength = 32

    /// Records a key, or what of it has no meaning, such as "icon".
    ///
    /// Letters that would end a header or an entry of it become question marks: the sender chose them.
    mutating func record(_ key: String) {
        let letters = key.unicodeScalars.prefix(Self.maximumKeyLength).map { scalar -> Character in
            scalar.isASCIIAlphanumeric || "_-.".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
        }
        let name = letters.isEmpty ? "?" : String(letters)
        guard keys.count < Self.maximumKeys, !keys.contains(name) else { return }
        keys.append(name)
    }

    /// Adds those of another object.
    mutating func add(_ other: AWTRIXIgnored) { for key in other.keys { record(key) } }

    /// The value of the header; nil if nothing was ignored.
    package var headerValue: String? { keys.isEmpty ? nil : keys.joined(separator: ", ") }
}

/// The colours of AWTRIX's mood light.
enum AWTRIXMoodlight {
    /// A colour as objects give it; nil for black, and for what is none.
    static func color(_ value: JSONValue) -> Color? {
        value.color == .black ? nil : value.color
    }

    /// The colour of white light of a temperature, from 1,000 to 40,000 kelvins.
    ///
    /// A fit by Tanner Helland (2012) to Mitchell Charity's table of black bodies.
    static func color(kelvin: Int) -> Color {
        let hundreds = Double(min(max(kelvin, 1_000), 40_000)) / 100
        func level(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
        let red = hundreds <= 66 ? 255 : 329.698_727_446 * pow(hundreds - 60, -0.133_204_759_2)
        let green =
            hundreds <= 66
            ? 99.470_802_586_1 * log(hundreds) - 161.119_568_166_1
            : 288.122_169_528_3 * pow(hundreds - 60, -0.075_514_849_2)
        let blue =
            hundreds >= 66 ? 255 : hundreds <= 19 ? 0 : 138.517_731_223_1 * log(hundreds - 10) - 305.044_792_730_7
        return Color(red: level(red), green: level(green), blue: level(blue))
    }

    /// A colour at a level of the clock, 0 to 255.
    static func dimmed(_ color: Color, level: Int) -> Color {
        func dimmed(_ value: UInt8) -> UInt8 { UInt8((Int(value) * level + 127) / 255) }
        return Color(red: dimmed(color.red), green: dimmed(color.green), blue: dimmed(color.blue))
    }
}
