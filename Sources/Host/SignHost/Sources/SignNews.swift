import Settings

/// What viewers of a sign get an event for when it changes, besides its picture.
package struct SignNews: Hashable, Sendable {
    /// A number that is another one as soon as the list of messages is.
    package var list: Int
    /// How bright the sign is, 0 to 100.
    package var percent: Int
    /// Whether the brightness is that of the sign file.
    package var isAutomatic: Bool
    /// Whether all motion was paused.
    package var isPaused: Bool
    /// A number that is another one as soon as a variable is.
    package var variables: Int

    /// Describes a sign.
    package init(list: Int, percent: Int, isAutomatic: Bool, isPaused: Bool, variables: Int) {
        (self.list, self.percent, self.isAutomatic) = (list, percent, isAutomatic)
        (self.isPaused, self.variables) = (isPaused, variables)
    }

    /// The members of the event for the page.
    package var members: [JSONMember] {
        [
            JSONMember("brightness", .integer(percent)), JSONMember("auto", .bool(isAutomatic)),
            JSONMember("paused", .bool(isPaused)),
        ]
    }
}
