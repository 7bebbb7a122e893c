/// Finds the system's zone for the names that calendar programs write.
struct ZoneNames {
    /// The zones of the system by their names in small letters, and those that only the last part of a name gives.
    private var targets: [String: String]?
    private var cities: [String: String] = [:]
    private let folder: String
    /// The maximum length in bytes of a name that is searched.
    private static let maximumBytes = 255

    init(folder: String = ZoneRules.systemFolder) {
        self.folder = folder
    }

    /// Returns the zone of a name; nil if there is none.
    ///
    /// - Parameter name: such as `Europe/Berlin`, `/their.domain/Europe/Berlin`, `us/eastern`, `W. Europe Standard Time`,
    ///   `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`, `tzone://Microsoft/Utc` or `GMT+0200`.
    mutating func zone(_ name: String) -> ZoneRules? {
        guard name.utf8.count <= Self.maximumBytes else { return nil }
        let name = Self.trimmed(name)
        if let zone = file(name) { return zone }
        if let known = WindowsZones.systemName(of: name), let zone = file(known) ?? otherName(known) { return zone }
        if let zone = Self.fixed(name) { return zone }
        var words = name.split(separator: "/").map(String.init)
        while !words.isEmpty {
            let rest = words.joined(separator: "/")
            if let zone = file(rest) ?? otherName(rest) ?? Self.fixed(rest) { return zone }
            words.removeFirst()
        }
        load()
        for place in WindowsZones.placeNames(in: name) {
            if let known = cities[place.lowercased()], let zone = file(known) { return zone }
        }
        return nil
    }

    /// Without blanks and quotation marks around it.
    private static func trimmed(_ name: String) -> String {
        let isAround: (Character) -> Bool = { $0.isWhitespace || "\"'".contains($0) }
        var rest = name[...].drop(while: isAround)
        while let last = rest.last, isAround(last) { rest.removeLast() }
        return String(rest)
    }

    private func file(_ name: String) -> ZoneRules? { try? ZoneRules.find(name, folder: folder) }

    /// The zone of an older name, or of one in other letters: `US/Eastern`, `europe/berlin`, `America/New York`.
    private mutating func otherName(_ name: String) -> ZoneRules? {
        load()
        let plain = String(name.lowercased().map { $0 == " " ? "_" : $0 })
        return targets?[plain].flatMap(file)
    }

    private mutating func load() {
        guard targets == nil else { return }
        var found: [String: String] = [:]
        for (name, target) in ZoneRules.targets(folder: folder).sorted(by: { $0.key < $1.key }) {
            found[name.lowercased()] = target
            if let city = name.split(separator: "/").last, name.contains("/") { cities[city.lowercased()] = target }
        }
        targets = found
    }

    /// A zone whose clocks are never set: `GMT+0200`, `UTC-5`, `+05:30`, `UTC`.
    private static func fixed(_ name: String) -> ZoneRules? {
        let plain = name.uppercased()
        if ["UTC", "GMT", "Z"].contains(plain) { return .utc }
        var rest = plain[...]
        for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(3).drop { $0 == " " } }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let digits = rest.dropFirst()
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard digits.utf8.allSatisfy({ (0x30...0x3A).contains($0) }), (1...2).contains(parts.count) else { return nil }
        // Hours, or hours and minutes.
        let isShort = parts.count == 1 && digits.utf8.count <= 2
        guard let number = Int(parts.joined()), isShort || [3, 4].contains(parts.joined().utf8.count) else {
            return nil
        }
        let (hours, minutes) = isShort ? (number, 0) : number.quotientAndRemainder(dividingBy: 100)
        guard hours <= 14, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return ZoneRules(name: name, secondsAheadOfUTC: sign == "-" ? -seconds : seconds)
    }
}
