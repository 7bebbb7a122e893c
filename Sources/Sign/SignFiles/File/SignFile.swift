import LiveValues
import Schedules
import Settings
import Timelines

/// What a sign file says: the board, its settings, and what the sign shows.
///
/// The smallest one:
///
///     message:
///       text: Fresh bread until noon
package struct SignFile: Equatable, Sendable {
    /// The board by name or path; nil for the default board of this machine.
    package var board: String?
    /// How bright it is.
    package var brightness: SignBrightness = 100
    /// Whether clocks and parts are updated less often.
    package var powerSaving = PowerSaving.auto
    /// How long the content may be late before the panel goes dark; zero for no limit.
    package var stall = SignFile.usualStall
    /// What the sign shows where, from the back to the front; a sign without areas is one zone.
    package var zones: [SignZone]
    /// What the whole sign shows while no zone has anything to show; nil leaves it dark.
    package var idle: SignMessage?
    /// Where the values of fields come from.
    package var fields: [LiveSource] = []
    /// Where calendars come from; their names are those of `LiveSource.calendarName`.
    package var calendars: [LiveSource] = []
    /// The time zone of schedules and clocks; nil for that of the machine.
    package var timeZone: ZoneRules?
    /// Which clock the sign goes by; nil for that of the configuration file.
    package var clock: ClockTrust?
    /// The language of clocks, such as `de_AT`; nil for English.
    package var locale: String?
    /// What it says of the world around the sign.
    package var installation = SignInstallation()
    /// Where its parts stand in the file, by their keys.
    var installationPlaces: [String: TextPlace] = [:]
    /// What holds for messages that come from outside of the file.
    var context = SignContext()
    /// The file's name for error messages; empty for a sign that is not from a file.
    package var path: String
    /// Where the paths of files that are asked for values and calendars stand in the file, by the names of the sources.
    package internal(set) var sourcePlaces: [String: TextPlace] = [:]
    /// The bytes that it was read from, which make no difference between two files that say the same.
    package internal(set) var source: [UInt8] = []
    /// Where board and stall stand in the file.
    let boardPlace: TextPlace?
    let stallPlace: TextPlace?

    /// The stall time of files that give none.
    package static let usualStall = Nanoseconds.seconds(10)
    /// The bytes that a sign file may have.
    package static let mostBytes = SettingsForm.mostSignBytes

    package init(zones: [SignZone], path: String, board: TextPlace?, stall: TextPlace?) {
        self.zones = zones
        self.path = path
        boardPlace = board
        stallPlace = stall
    }

    /// Whether both say the same, wherever and in whatever order.
    package static func == (first: SignFile, second: SignFile) -> Bool {
        first.board == second.board && first.brightness == second.brightness && first.stall == second.stall
            && first.powerSaving == second.powerSaving && first.zones == second.zones && first.idle == second.idle
            && first.fields == second.fields && first.calendars == second.calendars
            && first.timeZone == second.timeZone && first.clock == second.clock && first.locale == second.locale
            && first.installation == second.installation
    }

    /// Everything that is asked while the sign runs: fields, calendars, and the sensor of its light.
    package var sources: [LiveSource] { fields + calendars + [brightness.light?.source].compactMap { $0 } }

    /// The time zone of schedules and clocks.
    package var zone: ZoneRules { timeZone ?? .system() }

    /// All messages: those of the zones in their order, and the idle one.
    package var messages: [SignMessage] { zones.flatMap(\.messages) + [idle].compactMap { $0 } }

    /// The error of a board that is missing or unreadable.
    ///
    /// - Parameter words: why, and what to do about it.
    package func boardError(_ words: String) -> SignError { error([(.board(words), boardPlace)]) }

    /// Words what is wrong at places of this file.
    package func error(_ problems: [(reason: SignReason, place: TextPlace?)]) -> SignError {
        SignError(problems: problems.map { SignProblem($0.reason, path: path, place: $0.place ?? .start) })
    }
}
