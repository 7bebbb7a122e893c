import Schedules

/// A time during which a message may be shown.
package struct ForecastEntry: Hashable, Sendable {
    /// What it says, its tags and fields as they stand in the file; of an event of a calendar, what that is about.
    package var text: String
    /// The name of the message; nil without one.
    package var name: String?
    /// The name of its zone; nil for the whole sign, and for a zone without a name.
    package var zone: String?
    /// How urgent it is: others of its zone wait meanwhile.
    package var priority: Int
    /// When it begins, or began; nil where that is not known, or has always been so.
    package var from: WallTime?
    /// When it ends; nil where it goes on past the end of the forecast.
    package var to: WallTime?
}
