import Settings

/// An object of AWTRIX's notify or custom as a message of a sign, and what of it has no meaning there.
package struct AWTRIXMessage: Equatable, Sendable {
    /// What the object is for.
    package enum Kind: Sendable {
        /// Shown at once, and over after its time.
        case notification
        /// Takes turns with the other messages until it is removed.
        case app
    }

    /// What a sign has of what objects may name.
    package struct Means: Sendable {
        /// The names of the cues of the sign file.
        package var cues: Set<String>
        /// Its pictures.
        package var icons: AWTRIXIcons

        /// Names what a sign has.
        package init(cues: Set<String> = [], icons: AWTRIXIcons) {
            (self.cues, self.icons) = (cues, icons)
        }
    }

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

    /// Maps an object; every object is a message, an empty one without a text.
    package init(_ object: JSONValue, _ kind: Kind, _ means: Means) {
        var reading = AWTRIXReading(object, kind)
        reading.readText(means.icons)
        reading.readLook()
        reading.readMotion()
        reading.readTimes()
        cue = reading.cue(of: means.cues)
        isStacked = reading.flag("stack") ?? true
        look = .object(reading.members)
        ignored = reading.rest()
    }
}
