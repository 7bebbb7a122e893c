/// The time zones of Windows, by which Outlook and Exchange name those of events.
///
/// A table of ours, because the C library that has one (ICU) has another name for every version.
enum WindowsZones {
    private static let zones: (names: [String: String], shown: [String: String]) = {
        var (names, shown) = ([String: String](), [String: String]())
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: "|").map(String.init)
            guard parts.count >= 2 else { continue }
            names[parts[0].lowercased()] = parts[1]
            for words in parts.dropFirst(2).joined().split(separator: ";") { shown[key(String(words))] = parts[1] }
        }
        return (names, shown)
    }()

    /// The names of all zones in the registry of Windows, as they are compared: in small letters.
    static var names: [String] { zones.names.keys.sorted() }

    /// Returns the system's name of a zone; nil for one that Windows does not have.
    ///
    /// - Parameter name: as the registry of Windows has it (`Eastern Standard Time`), or as people see it
    ///   (`(UTC-05:00) Eastern Time (US & Canada)`, `(GMT+01.00) Amsterdam / Berlin / ...`).
    static func systemName(of name: String) -> String? {
        let plain = name.lowercased()
        // The names of summer time are used for zones, too.
        if let found = zones.names[plain] ?? zones.names[plain.replacing("daylight", with: "standard")] { return found }
        return zones.shown[key(places(in: name))]
    }

    /// Returns the places that a zone as people see it names, in order; none for other names.
    static func placeNames(in name: String) -> [String] {
        let places = places(in: name)
        guard places.count < name.count else { return [] }
        return places.split { ",/;&".contains($0) }.map { place in
            place.split(separator: " ").joined(separator: "_")
        }
    }

    /// What is behind the offset, as in `(UTC+01:00) Amsterdam, Berlin`; the whole name if it has none.
    private static func places(in name: String) -> Substring {
        guard name.hasPrefix("("), let end = name.firstIndex(of: ")") else { return name[...] }
        return name[name.index(after: end)...].drop { $0 == " " }
    }

    /// Small letters and digits only, so that commas, slashes and blanks between places make no difference.
    private static func key(_ words: some StringProtocol) -> String {
        words.lowercased().filter { $0.isLetter || $0.isNumber || "+-".contains($0) }
    }
}
