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
        var fields = SignFields(SettingsFile(bytes, path: path, form: .sign))
        guard fields.isReadable else { return (nil, fields.problems) }
        var file = SignFile(&fields, path: path)
        file.source = Array(bytes)
        return (file, fields.problems)
    }

    /// Reads only the board, whatever else is wrong with the file.
    ///
    /// - Returns: its name or path; nil where the file names none.
    /// - Throws: what is wrong with the file as a whole, or with the board.
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
        self.init(zones: [], path: path, board: fields.place(of: "board"), stall: fields.place(of: "stall"))
        fields.read("board", as: Self.boards, into: &board)
        var place: Place?
        let isPlaced = Place.read(&fields, into: &place)
        brightness = SignBrightness.reading(&fields, place: isPlaced ? .some(place) : nil, path: path) ?? brightness
        fields.read("power-saving", into: &powerSaving)
        fields.read("stall", as: .time("a time such as 10s, or 0 for never"), into: &stall)
        self.fields = LiveSource.fields(&fields, path: path)
        calendars = LiveSource.calendars(&fields, path: path)
        fields.read("time-zone", as: ZoneRules.form, into: &timeZone)
        fields.read("clock", as: .word, into: &clock)
        let locales = SignFields.ValueForm.text("a language such as de or de_AT") { text in
            text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.@".contains($0)) } && !text.isEmpty
                ? text : nil
        }
        fields.read("locale", as: locales, into: &locale)
        context.zone = zone
        context.locale = locale
        // Where a field is wrong, its name is known all the same.
        context.calendarNames = LiveSource.names(in: "calendars", fields)
        if let names = LiveSource.names(in: "fields", fields), let calendarNames = context.calendarNames {
            context.fieldNames = names + calendarNames
        }
        LiveSource.noteSharedNames(&fields)
        context.readCalm(&fields)
        context.readStyle(&fields)
        readZones(&fields)
        fields.readKeys(
            "idle", expected: "the message to show when no other is shown: a text, or keys such as text",
            textKey: "text", into: &idle
        ) { [context] in SignMessage(&$0, context: context) }
        installation = SignInstallation(&fields)
        for message in messages { installation.noteUnknownCues(of: message, &fields) }
        installation.pixels?.noteUnknownZone(zones, &fields)
        fields.noteUnknownKeys()
        sourcePlaces = LiveSource.filePlaces(fields)
        for key in SignInstallation.keys { installationPlaces[key] = fields.place(of: key) }
    }

    /// Reads the zones, or the one zone of a file that has only messages.
    private mutating func readZones(_ fields: inout SignFields) {
        let context = context
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
                "zones", expected: "a list of zones, each with an area and messages", most: SignZone.mostZones,
                keepsOthers: true
            ) { SignZone(&$0, context: context) } ?? []
        fields.noteRepeatedNames(of: zones, called: "zone") { ($0.name, $0.places.name) }
    }
}

extension ZoneRules {
    /// A time zone by its name.
    fileprivate static var form: SignFields.ValueForm<ZoneRules> {
        SignFields.ValueForm("a name such as Europe/Berlin, or UTC") { name in
            do throws(ZoneError) {
                return .value(try ZoneRules.named(name))
            } catch {
                return .refused(.zone(error))
            }
        }
    }
}
