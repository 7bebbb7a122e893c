import LiveValues
import Settings
import Timelines

extension LiveSource {
    /// The fields that a sign file may have.
    static let maximumFields = 500

    /// Reads `fields`: a source for every name in it, in the order of the file, without those that are wrong; and the fields that
    /// move from values of others.
    static func fields(
        _ fields: inout SignFields, path: String, _ names: FieldNames
    ) -> (sources: [LiveSource], moving: [MovingField]) {
        let words = "fields by name, each with the source of its values"
        var moving: [MovingField] = []
        let sources = sources("fields", expected: words, &fields) { name, fields in
            // The first of the keys says what it is, and the others are unknown then.
            let isMoving = Kind.allCases.allSatisfy { !fields.has($0.rawValue) || fields.isBefore("of", $0.rawValue) }
            guard fields.has("of"), isMoving else {
                return LiveSource(&fields, name: name, path: path)
            }
            // Lines of lines would begin again at every moment.
            var others = names
            others.fields = names.fields?.filter { $0 != name }
            if let field = MovingField(&fields, name: name, others) { moving.append(field) }
            return nil
        }
        return (sources, moving)
    }

    /// Reads `calendars`: a source with ``calendarName(_:)`` for every name in it, whose documents are iCalendar.
    static func calendars(_ fields: inout SignFields, path: String) -> [LiveSource] {
        let words = "calendars by name, each with a path or a url"
        return sources("calendars", expected: words, &fields) { LiveSource(calendar: &$1, name: $0, path: path) }
    }

    /// The name under which the source of a calendar is asked, which no field has.
    package static func calendarName(_ name: String) -> String { "calendar " + name }

    private static func sources(
        _ key: String, expected: String, _ fields: inout SignFields, _ read: (String, inout SignFields) -> LiveSource?
    ) -> [LiveSource] {
        var sources: [LiveSource] = []
        fields.readKeys(key, expected: expected, into: &sources) { inner -> [LiveSource]? in
            let names = inner.givenKeys
            guard names.count <= maximumFields else {
                let found = "\(names.count)"
                inner.recordProblem(
                    .outOfRange(key: key, expected: "at most \(maximumFields) of them", found: found), at: nil)
                for name in names { inner.accept(name) }
                return nil
            }
            return names.compactMap { name -> LiveSource? in
                let place = inner.keyPlace(of: name)
                let source = inner.keys(name, expected: "the source of the values of \(ShownText.quoted(name))") {
                    read(name, &$0)
                }
                guard FieldReference.isName(name) else {
                    inner.record(.fieldName(name), at: place)
                    return nil
                }
                return source
            }
        }
        return sources
    }

    /// The names that `fields` or `calendars` gives, right or wrong; nil if it gives something else than names.
    static func names(in key: String, _ fields: SignFields) -> [String]? {
        fields.has(key) ? fields.keyPlaces(within: key)?.map(\.key) : []
    }

    /// Records calendars and times whose names others have, because texts show all of them.
    static func recordSharedNames(_ fields: inout SignFields) {
        var known: [String: (kind: String, line: Int)] = [:]
        for (key, kind) in [("fields", "field"), ("calendars", "calendar"), ("times", "schedule")] {
            for (name, place) in fields.keyPlaces(within: key) ?? [] {
                if let first = known[name], first.kind != kind {
                    fields.record(.duplicateName(name, of: first.kind, firstLine: first.line), at: place)
                } else {
                    known[name] = (kind, place.line)
                }
            }
        }
    }

    /// Reads an entry of `fields`; nil if there are problems.
    init?(_ fields: inout SignFields, name: String, path: String) {
        guard let kind = Kind.read(&fields) else {
            // Other problems are reported once the kind is right.
            for key in Self.keys { fields.accept(key) }
            return nil
        }
        let origin = Self.origin(of: kind, &fields, path: path)
        let form = Self.form(of: kind, &fields)
        guard let origin, let form else {
            var any = LiveSource(name, .variable(nil))
            any.readTimes(&fields)
            return nil
        }
        self.init(name, origin, form: form)
        readTimes(&fields)
    }

    /// Reads an entry of `calendars`; nil if there are problems.
    private init?(calendar fields: inout SignFields, name: String, path: String) {
        fields.accept("path")
        fields.accept("url")
        let isAlone = fields.excludes("path", ["url"])
        let origin: LiveOrigin? =
            fields.has("url")
            ? Self.address("url", &fields).map { .url($0) }
            : fields.value("path", as: Self.files(path: path).map { .file($0) })
        guard let origin, isAlone else {
            for key in ["every", "timeout", "limit", "headers", "ahead"] { fields.accept(key) }
            return nil
        }
        self.init(Self.calendarName(name), origin, form: .document(.calendar))
        readTimes(&fields)
        fields.read(
            "ahead", as: .time("a time such as 7d, up to 366d", in: .zero ... .seconds(366 * 86_400)), into: &ahead)
    }

    /// The keys that entries have.
    private static let keys = [
        "path", "line", "lines", "special", "folder", "headers", "scale", "offset", "decimals", "unit", "every",
        "timeout", "keep", "stale", "limit", "history",
    ]
}
