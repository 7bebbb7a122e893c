import BitmapFonts
import Glibc
import LiveValues
import Schedules
import SettingsFiles
import Timelines

/// What a sign file says: the board, its settings, and what the sign shows.
///
/// The smallest one:
///
///     message:
///       text: Fresh bread until noon
public struct SignFile: Equatable, Sendable {
    /// The board by name or path; nil for the one that is usual on this machine.
    public var board: String?
    /// How bright it is.
    public var brightness: SignBrightness = 100
    /// Whether clocks and parts look anew less often.
    public var powerSaving = PowerSaving.auto
    /// How long the content may be late before the panel goes dark; zero for ever.
    public var stall = SignFile.usualStall
    /// What the sign shows where, from the back to the front; a sign without areas is one zone.
    public var zones: [SignZone]
    /// What the whole sign shows while no zone has anything to show; nil leaves it dark.
    public var idle: SignMessage?
    /// Where the values of fields come from.
    public var fields: [LiveSource] = []
    /// Where calendars come from; their names are those of `LiveSource.calendarName`.
    public var calendars: [LiveSource] = []
    /// The zone of time that schedules and clocks go by; nil for that of the machine.
    public var timeZone: ZoneRules?
    /// Which clock the sign goes by; nil for that of the configuration file.
    public var clock: ClockTrust?
    /// The language of clocks, such as `de_AT`; nil for English.
    public var locale: String?
    /// What it says of the world around the sign.
    public var installation = SignInstallation()
    /// Where its parts stand in the file, by their keys.
    var installationPlaces: [String: TextPlace] = [:]
    /// What holds for messages that come from outside of the file.
    var context = SignContext()
    /// The file's name for error messages.
    public var path: String
    /// Where the paths of files that are asked for values and calendars stand in the file, by the names of the sources.
    var sourcePlaces: [String: TextPlace] = [:]
    /// The bytes that it was read from, which make no difference between two files that say the same.
    public internal(set) var source: [UInt8] = []
    /// Where board and stall stand in the file.
    private let boardPlace: TextPlace?
    private let stallPlace: TextPlace?

    /// The stall time of files that give none.
    public static let usualStall = Nanoseconds.seconds(10)
    /// The bytes that a sign file may have.
    public static let mostBytes = 262_144

    init(zones: [SignZone], path: String, board: TextPlace?, stall: TextPlace?) {
        self.zones = zones
        self.path = path
        boardPlace = board
        stallPlace = stall
    }

    /// Whether both say the same, wherever and in whatever order.
    public static func == (first: SignFile, second: SignFile) -> Bool {
        first.board == second.board && first.brightness == second.brightness && first.stall == second.stall
            && first.powerSaving == second.powerSaving && first.zones == second.zones && first.idle == second.idle
            && first.fields == second.fields && first.calendars == second.calendars
            && first.timeZone == second.timeZone && first.clock == second.clock && first.locale == second.locale
            && first.installation == second.installation
    }

    /// Everything that is asked while the sign runs: fields, calendars, and the sensor of its light.
    public var sources: [LiveSource] { fields + calendars + [brightness.light?.source].compactMap { $0 } }

    /// The zone of time that schedules and clocks go by.
    public var zone: ZoneRules { timeZone ?? .system() }

    /// All messages: those of the zones in their order, and the idle one.
    public var messages: [SignMessage] { zones.flatMap(\.messages) + [idle].compactMap { $0 } }

    /// Words that the board cannot be had, or not now.
    ///
    /// - Parameter words: why, and what to do about it.
    public func boardError(_ words: String) -> SignError { error([(.board(words), boardPlace)]) }

    /// What a running sign cannot take over from a file that was changed.
    ///
    /// - Parameters:
    ///   - old: what the sign was started with.
    ///   - isBoardGiven: whether the board was chosen elsewhere, so that the file's does not count.
    ///   - isStallGiven: whether the stall time was chosen elsewhere.
    public func changesForRestart(
        since old: SignFile, isBoardGiven: Bool = false, isStallGiven: Bool = false
    ) -> [SignProblem] {
        var found: [(reason: SignProblem.Reason, place: TextPlace?)] = []
        if board != old.board, !isBoardGiven {
            found.append((.needsRestart(key: "board", was: old.board, now: board), boardPlace))
        }
        if stall != old.stall, !isStallGiven {
            found.append((.needsRestart(key: "stall", was: old.stall.text, now: stall.text), stallPlace))
        }
        for key in SignInstallation.keys where installation.differs(from: old.installation, in: key) {
            let was = old.installation.gives(key)
            let other = was ? "given otherwise" : "given"
            let now = installation.gives(key) ? other : nil
            found.append((.needsRestart(key: key, was: was ? "given" : nil, now: now), installationPlaces[key]))
        }
        return error(found).problems
    }

    /// Words what is wrong at places of this file.
    func error(_ problems: [(reason: SignProblem.Reason, place: TextPlace?)]) -> SignError {
        SignError(problems: problems.map { SignProblem($0.reason, path: path, place: $0.place ?? .start) })
    }

    /// The path of a file that this one gives by a path, which counts from the folder of this one.
    func path(of given: String) -> String { Self.path(of: given, givenBy: path) }

    /// The name of a font, or its path: what has a slash in it, or is the name of a font file in the folder of this file.
    func path(ofFont nameOrPath: String) -> String {
        let given = FontName(nameOrPath)
        let path = path(of: given.name)
        func enlarged(_ path: String) -> String { FontName(name: path, factor: given.factor).description }
        guard !given.name.contains("/") else { return enlarged(path) }
        guard FontLocation(path: given.name) != nil, access(path, F_OK) == 0 else { return nameOrPath }
        return enlarged(path.contains("/") ? path : "./" + path)
    }

    /// The name of a board, or its path: what has a slash in it or ends in .yaml.
    public static func path(ofBoard nameOrPath: String, givenBy path: String) -> String {
        let isPath = nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml")
        return isPath ? Self.path(of: nameOrPath, givenBy: path) : nameOrPath
    }

    /// The path of a file that the sign file at a path gives by a path, which counts from the folder of the sign file.
    public static func path(of given: String, givenBy path: String) -> String {
        guard !given.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return given }
        return String(path[...slash] + (given.hasPrefix("./") ? given.dropFirst(2) : given[...]))
    }
}

extension SettingsForm {
    /// Sign files: keys, lists and keys within them.
    static let sign = SettingsForm(
        noun: "a sign file", owner: "this part of a sign file", mostBytes: SignFile.mostBytes, mostBrackets: nil)
}
