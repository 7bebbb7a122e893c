import Glibc
import LinuxSystem
import Settings

extension ZoneRules {
    /// The default folder of zone files.
    package static let systemFolder = "/usr/share/zoneinfo"

    /// Reads the zone of a name such as `Europe/Berlin` or `UTC` from the system's zone files.
    ///
    /// - Throws: `TextError`, with the nearest known name.
    package static func named(_ name: String, folder: String = systemFolder) throws(TextError) -> ZoneRules {
        if let zone = try find(name, folder: folder) { return zone }
        // Older names may have no file.
        guard let target = targets(folder: folder)[name], let zone = try find(target, folder: folder) else {
            let advice =
                NearestName.find(name, among: names(folder: folder)).map { "did you mean \"\($0)\"?" }
                ?? "it is a name such as Europe/Berlin, and the package tzdata has the files"
            throw TextError("unknown time zone \"\(name.prefix(80))\"; \(advice)")
        }
        return zone
    }

    /// Returns the zone of a name; nil if there is none.
    ///
    /// Does not search for the nearest name, which is slow.
    static func find(_ name: String, folder: String = systemFolder) throws(TextError) -> ZoneRules? {
        if name == "UTC" { return utc }
        guard isName(name), let bytes = contents(of: folder + "/" + name) else { return nil }
        do throws(TextError) {
            return try ZoneRules(name: name, file: bytes)
        } catch {
            throw TextError("\(folder)/\(name): \(error)")
        }
    }

    /// Reads the zone of this machine: `$TZ` if it names one, else /etc/localtime, else UTC.
    ///
    /// Cheap enough to repeat from time to time, because the zone may change while a sign runs.
    package static func system() -> ZoneRules {
        if let variable = getenv("TZ") {
            var name = String(cString: variable)
            if name.hasPrefix(":") { name.removeFirst() }
            if let zone = try? named(name) { return zone }
        }
        guard let bytes = contents(of: "/etc/localtime"),
            let zone = try? ZoneRules(name: systemName() ?? "/etc/localtime", file: bytes)
        else { return utc }
        return zone
    }

    /// The names of all zones of the system, sorted.
    package static func names(folder: String = systemFolder) -> [String] { targets(folder: folder).keys.sorted() }

    /// The zone that each name of a zone stands for: itself, or the one whose older name it is.
    ///
    /// Not all names have a file: on Debian 13 those of old are in the package tzdata-legacy.
    static func targets(folder: String = systemFolder) -> [String: String] {
        var targets = ["UTC": "UTC"]
        guard let bytes = contents(of: folder + "/tzdata.zi", limit: 1 << 20) else { return targets }
        // Lines "Z Europe/Berlin ..." are zones, "L Europe/Berlin Europe/Copenhagen" are further names.
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if words.count >= 2, words[0] == "Z" { targets[words[1]] = words[1] }
            if words.count >= 3, words[0] == "L" { targets[words[2]] = words[1] }
        }
        return targets
    }

    /// Whether a text can be a zone's name: it must not lead out of the folder.
    private static func isName(_ name: String) -> Bool {
        let isMadeOfLetters = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || [0x2B, 0x2D, 0x2F, 0x5F].contains($0)
        }
        return isMadeOfLetters && (1...64).contains(name.utf8.count) && !name.hasPrefix("/")
    }

    /// The name that the link /etc/localtime gives.
    private static func systemName() -> String? {
        guard let resolved = realpath("/etc/localtime", nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        return path.hasPrefix(systemFolder + "/") ? String(path.dropFirst(systemFolder.count + 1)) : nil
    }

    private static func contents(of path: String, limit: Int = maximumFileSize) -> [UInt8]? {
        try? RegularFile.read(path: path, limit: limit)
    }
}
