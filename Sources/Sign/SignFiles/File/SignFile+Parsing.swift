import LiveValues
import Schedules
import Settings
import Timelines

extension SignFile {
    /// Reads a sign file.
    ///
    /// - Parameters:
    ///   - text: the file's content (YAML).
    ///   - path: the file's name for error messages, and for the paths that count from its folder.
    /// - Throws: everything that is wrong with the file, at once.
    package init(parsing text: String, path: String) throws(SignError) {
        try self.init(parsing: text.utf8, path: path)
    }

    /// Reads a sign file from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: the file's content (YAML in UTF-8).
    ///   - path: the file's name for error messages, and for the paths that count from its folder.
    /// - Throws: everything that is wrong with the file, at once; a file that is no YAML has no further problems.
    package init(parsing bytes: some Collection<UInt8>, path: String) throws(SignError) {
        let (file, problems) = Self.readable(in: bytes, path: path)
        guard let file, problems.isEmpty else { throw SignError(problems: problems) }
        self = file
    }

    /// Reads as much of a sign file as can be read, to look for everything that is wrong with it at once.
    ///
    /// - Parameters:
    ///   - bytes: the file's content (YAML in UTF-8).
    ///   - path: the file's name for error messages, and for the paths that count from its folder.
    /// - Returns: the file, in which wrong values have their defaults and wrong parts are missing, nil where it is not
    ///   YAML; and what is wrong with the values.
    package static func readable(
        in bytes: some Collection<UInt8>, path: String
    ) -> (file: SignFile?, problems: [SignProblem]) {
        switch SettingsFile<SignProblem>.read(bytes, path: path, form: .sign) {
        case .failure(let errors): return (nil, errors.problems)
        case .success(let content):
            var fields = SignFields(content)
            var file = SignFile(&fields, path: path)
            file.source = Array(bytes)
            return (file, fields.problems)
        }
    }

    /// Reads only the board, whatever else is wrong with the file.
    ///
    /// - Returns: its name or path; nil within an optional where the file names none.
    /// - Throws: what is wrong with the file as a whole, or with the board.
    package static func board(in bytes: some Collection<UInt8>, path: String) throws(SignError) -> String? {
        switch SettingsFile<SignProblem>.read(bytes, path: path, form: .sign) {
        case .failure(let errors): throw SignError(problems: errors.problems)
        case .success(let file):
            var fields = SignFields(file)
            guard let board = board(&fields) else { throw SignError(problems: fields.problems) }
            return board
        }
    }

    private static func board(_ fields: inout SignFields) -> String?? {
        fields.optional("board", expected: "the name of a board, or the path of its file") {
            $0.isEmpty ? .wrongType : .value($0)
        }
    }

    /// Reads the keys of a sign; wrong values have their defaults.
    init(_ fields: inout SignFields, path: String) {
        let board = Self.board(&fields)
        let place = Place.reading(&fields)
        let brightness = SignBrightness.reading(&fields, place: place, path: path)
        let powerSaving = fields.choice("power-saving", default: PowerSaving.auto)
        let stall = fields.parsed(
            "stall", expected: "a time such as 10s, or 0 for never", default: Self.usualStall, SignFields.time)
        let sources = LiveSource.fields(&fields, path: path)
        let calendars = LiveSource.calendars(&fields, path: path)
        let timeZone = ZoneRules.reading(&fields)
        let trusts = ClockTrust.allCases.map { (name: $0.rawValue, value: ClockTrust?.some($0)) }
        let clock = fields.choice("clock", of: trusts, default: .some(nil))
        let locale = fields.optional("locale", expected: "a language such as de or de_AT") { text in
            text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.@".contains($0)) } && !text.isEmpty
                ? .value(text) : .wrongType
        }
        var context = SignContext()
        context.zone = timeZone.flatMap { $0 } ?? .system()
        context.locale = locale ?? nil
        // Where a field is wrong, its name is known all the same.
        context.calendarNames = LiveSource.names(in: "calendars", fields)
        if let names = LiveSource.names(in: "fields", fields), let calendarNames = context.calendarNames {
            context.fieldNames = names + calendarNames
        }
        LiveSource.noteSharedNames(&fields)
        context.readCalm(&fields)
        context.readStyle(&fields)
        let zones = Self.zones(&fields, context: context)
        let idle = Self.idle(&fields, context: context)
        let installation = SignInstallation(&fields)
        for message in zones.flatMap(\.messages) + [idle].compactMap({ $0 }) {
            installation.noteUnknownCues(of: message, &fields)
        }
        installation.pixels?.noteUnknownZone(zones, &fields)
        fields.noteUnknownKeys()
        self.init(zones: zones, path: path, board: fields.place(of: "board"), stall: fields.place(of: "stall"))
        self.board = board ?? nil
        self.brightness = brightness ?? 100
        self.powerSaving = powerSaving ?? .auto
        self.stall = stall ?? Self.usualStall
        self.idle = idle
        self.fields = sources
        self.calendars = calendars
        self.timeZone = timeZone ?? nil
        self.clock = clock ?? nil
        self.locale = locale ?? nil
        self.installation = installation
        sourcePlaces = LiveSource.filePlaces(fields)
        for key in SignInstallation.keys { installationPlaces[key] = fields.place(of: key) }
        self.context = context
    }

    /// Reads the zones, or the one zone of a file that has only messages.
    private static func zones(_ fields: inout SignFields, context: SignContext) -> [SignZone] {
        guard fields.has("zones") else {
            fields.accept("zones")
            return [SignZone.content(&fields, context: context)]
        }
        for key in ["message", "messages", "playlist"] { fields.accept(key) }
        _ = fields.excludes("zones", ["message", "messages", "playlist"])
        let zones = fields.list(
            "zones", expected: "a list of zones, each with an area and messages", most: SignZone.mostZones,
            keepsOthers: true
        ) { SignZone(&$0, context: context) }
        _ = fields.hasUniqueNames(zones ?? [], of: "zone") { ($0.name, $0.places.name) }
        return zones ?? []
    }

    private static func idle(_ fields: inout SignFields, context: SignContext) -> SignMessage? {
        fields.accept("idle")
        guard fields.has("idle") else { return nil }
        return fields.keys(
            "idle", expected: "the message to show when no other is shown: a text, or keys such as text",
            textKey: "text"
        ) {
            SignMessage(&$0, context: context)
        }
    }
}
