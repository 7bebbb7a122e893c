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
    package var brightness: SignBrightness = 100
    /// Whether clocks and parts are updated less often.
    package var powerSaving = PowerSaving.auto
    /// How long the content may be late before the panel goes dark; zero for no limit.
    package var stall = SignFile.defaultStall
    /// What the sign shows where, from the back to the front; a sign without areas is one zone.
    package var zones: [SignZone] = []
    /// What the whole sign shows while no zone has anything to show; nil leaves it dark.
    package var idle: SignMessage?
    /// Where the values of fields come from.
    package var fields: [LiveSource] = []
    /// The fields that move from values of others.
    package var movingFields: [MovingField] = []
    /// Where calendars come from; their names are those of `LiveSource.calendarName`.
    package var calendars: [LiveSource] = []
    /// What stands for values, by the names of the maps.
    package var maps: [String: SignMap] { context.maps }
    /// The schedules that it gives names, whose states texts can show.
    package var times: [String: Schedule] { context.schedules.schedules }
    /// The time zone of schedules and clocks; nil for that of the machine.
    package var timeZone: ZoneRules?
    /// Which clock the sign goes by; nil for that of the configuration file.
    package var clock: ClockTrust?
    /// Where the sign sees the sun; nil if the file does not say so.
    package var location: Location?
    /// The language of clocks, such as `de_AT`; nil for English.
    package var locale: String?
    /// What it says of the world around the sign.
    package var installation = SignInstallation()
    /// What holds for messages that come from outside of the file.
    var context = SignContext()
    /// The file's name for error messages; empty for a sign that is not from a file.
    package var path: String
    /// The bytes that it was read from, which make no difference between two files that say the same.
    package internal(set) var source: [UInt8] = []

    /// The stall time of files that give none.
    package static let defaultStall = Nanoseconds.seconds(10)
    /// The bytes that a sign file may have.
    package static let maximumBytes = SettingsForm.maximumSignBytes

    /// Whether both say the same, wherever and in whatever order.
    package static func == (first: SignFile, second: SignFile) -> Bool {
        first.board == second.board && first.brightness == second.brightness && first.stall == second.stall
            && first.powerSaving == second.powerSaving && first.zones == second.zones && first.idle == second.idle
            && first.fields == second.fields && first.movingFields == second.movingFields && first.maps == second.maps
            && first.calendars == second.calendars
            && first.timeZone == second.timeZone && first.clock == second.clock && first.locale == second.locale
            && first.location == second.location && first.times == second.times
            && first.installation == second.installation
    }

    /// Everything that is asked while the sign runs: fields, calendars, and the sensor of its light.
    package var sources: [LiveSource] { fields + calendars + [brightness.light?.source].compactMap { $0 } }

    /// The time zone of schedules and clocks.
    package var zone: ZoneRules { timeZone ?? .system() }

    /// All messages: those of the zones in their order, and the idle one.
    package var messages: [SignMessage] { zones.flatMap(\.messages) + [idle].compactMap { $0 } }

    /// The error of a board that is missing or unreadable; why, and what to do about it, in words.
    package func boardError(_ words: String) -> SignError { error([(.board(words), root?.place(of: "board"))]) }

    /// Its keys with their places, read again; nil for a sign that is not from a file.
    package var root: SettingsNode? { SettingsFile(source, path: path, form: .sign).root }

    /// Words what is wrong at places of this file.
    package func error(_ problems: [(reason: SignReason, place: TextPlace?)]) -> SignError {
        SignError(problems: problems.map { SignProblem($0.reason, path: path, place: $0.place ?? .start) })
    }
}

extension SignFile {
    /// What a running sign cannot take over from a file that was changed since the old one, but for a board and a stall time that
    /// were chosen elsewhere.
    package func changesForRestart(
        since old: SignFile, isBoardGiven: Bool = false, isStallGiven: Bool = false
    ) -> [SignProblem] {
        var found: [(key: String, was: String?, now: String?)] = []
        if board != old.board, !isBoardGiven { found.append(("board", old.board, board)) }
        if stall != old.stall, !isStallGiven { found.append(("stall", old.stall.text, stall.text)) }
        for key in SignInstallation.keys where installation.differs(from: old.installation, in: key) {
            let was = old.installation.gives(key)
            let other = was ? "different" : "set"
            found.append((key, was ? "set" : nil, installation.gives(key) ? other : nil))
        }
        let root = found.isEmpty ? nil : root
        return error(
            found.map { (.needsRestart(key: $0.key, was: $0.was, now: $0.now), root?.place(of: $0.key)) }
        ).problems
    }
}

extension SignFile {
    /// The values to choose from, by the names of the variables that have some: those of the first map that a variable is looked up in, if
    /// that map has no ranges and nothing for all others.
    ///
    /// O(texts).
    package var choices: [String: [String]] {
        let variables = Set(fields.filter(\.isVariable).map(\.name))
        let shown = messages.flatMap(\.texts).flatMap { $0.markup.placedValues.map(\.field) }
        var found: [String: [String]] = [:]
        for field in shown + messages.flatMap(\.colorValues) {
            guard variables.contains(field.name), found[field.name] == nil, field.path.steps.isEmpty,
                case .map(let name, _)? = field.formats.first, let choices = maps[name]?.choices
            else { continue }
            found[field.name] = choices
        }
        return found
    }
}

extension SignFile {
    /// Reads a sign file from its text.
    package init(parsing text: String, path: String) throws(SignError) {
        try self.init(parsing: text.utf8, path: path)
    }

    /// Reads a sign file from its bytes (YAML in UTF-8).
    ///
    /// - Parameter path: its name for error messages, and for the paths that count from its folder.
    /// - Throws: everything that is wrong with the file, at once; a file that is no YAML has no further problems.
    package init(parsing bytes: some Collection<UInt8>, path: String) throws(SignError) {
        let (file, problems) = Self.readable(in: bytes, path: path)
        guard let file, problems.isEmpty else { throw SignError(problems: problems) }
        self = file
    }

    /// Reads as much of a sign file as can be read, to look for everything that is wrong with it at once.
    ///
    /// - Returns: the file, in which wrong values have their defaults and wrong parts are missing, nil where it is not
    ///   YAML; and what is wrong with the values.
    package static func readable(
        in bytes: some Collection<UInt8>, path: String
    ) -> (file: SignFile?, problems: [SignProblem]) {
        var fields = SignFields(SettingsFile(bytes, path: path, form: .sign))
        guard fields.isReadable else { return (nil, fields.problems) }
        var file = SignFile(&fields, path: path)
        file.source = Array(bytes)
        return (file, fields.problems)
    }

    /// Reads only the name or path of the board, whatever else is wrong with the file; nil where it names none.
    package static func board(in bytes: some Collection<UInt8>, path: String) throws(SignError) -> String? {
        var fields = SignFields(SettingsFile(bytes, path: path, form: .sign))
        var board: String?
        guard fields.isReadable, fields.read("board", as: boards, into: &board) else {
            throw SignError(problems: fields.problems)
        }
        return board
    }

    private static var boards: SignFields.ValueForm<String> {
        .nonEmpty("the name of a board, or the path of its file")
    }

    /// Reads the keys of a sign; wrong values have their defaults.
    init(_ fields: inout SignFields, path: String) {
        self.path = path
        fields.read("board", as: Self.boards, into: &board)
        let isPlaced = Location.read(&fields, into: &location)
        brightness =
            SignBrightness.reading(&fields, location: isPlaced ? .some(location) : nil, path: path) ?? brightness
        fields.read("power-saving", into: &powerSaving)
        fields.read("stall", as: .time("a time such as 10s, or 0 for never"), into: &stall)
        context.maps = SignMap.read(&fields)
        let names = FieldNames(fields: LiveSource.names(in: "fields", fields), maps: context.maps)
        (self.fields, movingFields) = LiveSource.fields(&fields, path: path, names)
        recordChains(&fields)
        calendars = LiveSource.calendars(&fields, path: path)
        fields.read("time-zone", as: ZoneRules.form, into: &timeZone)
        fields.read("clock", as: .word, into: &clock)
        let locales = SignFields.ValueForm.text("a language such as de or de_AT") { text in
            text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.@".contains($0)) } && !text.isEmpty
                ? text : nil
        }
        fields.read("locale", as: locales, into: &locale)
        for source in self.fields {
            if case .number = source.form { context.numberFields[source.name] = source.history != nil }
        }
        context.zone = zone
        context.locale = locale
        context.schedules.location = location
        Schedule.readTimes(&fields, into: &context.schedules)
        // Where a field is wrong, its name is known all the same.
        context.calendarNames = LiveSource.names(in: "calendars", fields)
        if let names = LiveSource.names(in: "fields", fields), let calendarNames = context.calendarNames {
            context.fieldNames = names + calendarNames + context.schedules.schedules.keys.sorted()
        }
        LiveSource.recordSharedNames(&fields)
        context.readCalm(&fields)
        context.readStyle(&fields)
        readZones(&fields)
        fields.readKeys(
            "idle", expected: "the message to show when no other is shown: a text, or keys such as text",
            textKey: "text", into: &idle
        ) { [context] in SignMessage(&$0, context: context) }
        if idle?.isDisabled ?? false { idle = nil }
        installation = SignInstallation(&fields)
        Self.recordTargets(of: maps, usedBy: messages, &fields)
        for message in messages { installation.recordUnknownCues(of: message, &fields) }
        installation.pixels?.recordUnknownZone(zones, &fields)
        recordRepeatedDevices(&fields)
        recordHooks(&fields)
        fields.recordUnknownKeys()
    }

    /// Records moving fields that are of others.
    private func recordChains(_ fields: inout SignFields) {
        let names = movingFields.map(\.name)
        for field in movingFields where names.contains(field.of.name) {
            let place = fields.keyPlaces(within: "fields")?.first { $0.key == field.name }?.place
            let words = "\(ShownText.quoted(field.of.name)) moves itself; name the value that it moves from"
            fields.record(.markup(TextError(words)), at: place)
        }
    }

    /// Reads the zones, or the one zone of a file that has only messages.
    private mutating func readZones(_ fields: inout SignFields) {
        let context = context
        if let key = ["rows", "columns"].first(where: fields.has) {
            let others = ["zones", "rows", "columns", "message", "messages", "playlist"].filter { $0 != key }
            for key in others { fields.accept(key) }
            fields.excludes(key, others)
            zones = SignZoneList.read(key, &fields, context: context)
            fields.recordRepeatedNames(of: zones, called: "zone") { ($0.name, $0.namePlace.place) }
            return
        }
        for key in ["rows", "columns", "gap", "padding"] { fields.accept(key) }
        guard fields.has("zones") else {
            fields.accept("zones")
            var zone = SignZone()
            zone.readContent(&fields, context: context)
            zones = [zone]
            return
        }
        for key in ["message", "messages", "playlist"] { fields.accept(key) }
        fields.excludes("zones", ["message", "messages", "playlist"])
        zones =
            fields.list(
                "zones", expected: "a list of zones, each with an area and messages", maximum: SignZone.maximumZones,
                keepsOthers: true
            ) { fields in
                SignZoneList.refuseListKeys(&fields)
                return SignZone(&fields, context: context)
            } ?? []
        fields.recordRepeatedNames(of: zones, called: "zone") { ($0.name, $0.namePlace.place) }
    }
}

extension ZoneRules {
    /// A time zone by its name.
    fileprivate static var form: SignFields.ValueForm<ZoneRules> {
        .parsed("a name such as Europe/Berlin, or UTC", SignReason.zone) { name throws(TextError) in
            try ZoneRules.named(name)
        }
    }
}
