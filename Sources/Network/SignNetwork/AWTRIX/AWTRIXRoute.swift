/// The part of AWTRIX 3's HTTP interface that signs take, so that automations made for such a clock work with them.
///
/// What the clock takes by any method and changes something is taken by POST alone: a picture in a foreign page is a GET.
package enum AWTRIXRoute: String, CaseIterable, Sendable {
    /// Shows a notification.
    case notify = "POST /api/notify"
    /// Adds, replaces and removes apps.
    case custom = "POST /api/custom"
    /// Removes the notification that is shown.
    case dismiss = "POST /api/notify/dismiss"
    /// Switches to the next message.
    case nextApp = "POST /api/nextapp"
    /// Switches to the message before.
    case previousApp = "POST /api/previousapp"
    /// Switches to a message by its name.
    case switchApp = "POST /api/switch"
    /// Switches the sign on and off.
    case power = "POST /api/power"
    /// Makes the sign dark for some time.
    case sleep = "POST /api/sleep"
    /// Fills the sign with a colour.
    case moodlight = "POST /api/moodlight"
    /// Sets the variable of the upper indicator.
    case indicator1 = "POST /api/indicator1"
    /// Sets the variable of the middle indicator.
    case indicator2 = "POST /api/indicator2"
    /// Sets the variable of the lower indicator.
    case indicator3 = "POST /api/indicator3"
    /// Calls the cue of a sound.
    case sound = "POST /api/sound"
    /// Calls the cue of melodies.
    case melody = "POST /api/rtttl"
    /// Sets the brightness.
    case setSettings = "POST /api/settings"
    /// Returns the brightness.
    case settings = "GET /api/settings"
    /// Returns the state of the sign.
    case stats = "GET /api/stats"
    /// Lists the messages.
    case loop = "GET /api/loop"
    /// Returns the colours of all pixels.
    case screen = "GET /api/screen"

    /// Whether it changes nothing.
    package var isReading: Bool { method == "GET" }

    /// The method that it is asked for by.
    package var method: String { String(rawValue.prefix { $0 != " " }) }

    /// The path, the same as that of the clock.
    package var path: String { String(rawValue.drop { $0 != "/" }) }

    /// The bytes that a body may have: as many as for every other address.
    package static let maximumBytes = 65_536

    /// Finds the route of a request; nil if it is none of them.
    package init?(method: String, path: String) { self.init(rawValue: "\(method) \(path)") }

    /// The methods that a path is asked for by; none for a path that is none of them.
    package static func methods(of path: String) -> [String] {
        allCases.filter { $0.path == path }.map(\.method)
    }
}
