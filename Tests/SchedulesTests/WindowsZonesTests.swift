import Glibc
import SignTestSupport
import Testing

@testable import Schedules

/// The table of the zones of Windows, against the one of ICU, which libical brings along.
@Suite struct WindowsZonesTests {
    /// Zones that the CLDR has given another meaning, or has added, since the oldest ICU that the tests meet (72).
    private static let changed: Set<String> = [
        "alberta standard time", "british columbia standard time", "central asia standard time",
        "manitoba standard time",
        "mountain standard time (mexico)",
    ]
    /// Names of earlier versions of Windows, which the CLDR does not have.
    private static let old: Set<String> = [
        "armenian standard time", "kamchatka standard time", "mexico standard time", "mexico standard time 2",
        "mid-atlantic standard time", "u.s. eastern standard time", "u.s. mountain standard time",
    ]

    private typealias Lookup =
        @convention(c) (
            UnsafePointer<UInt16>?, Int32, UnsafePointer<CChar>?, UnsafeMutablePointer<UInt16>?, Int32,
            UnsafeMutablePointer<Int32>?
        ) -> Int32

    /// ICU's function, whose name has the version of the library that this process has loaded with libical.
    private static func lookup() throws -> Lookup {
        let maps = try #require(fopen("/proc/self/maps", "re"))
        defer { fclose(maps) }
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, maps), count > 0 {
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        let name = try #require(text.split { $0.isWhitespace }.first { $0.contains("/libicui18n.so.") })
        let numbers = try #require(name.split(separator: ".so.").last)
        let version = numbers.prefix { $0 != "." }
        let library = try #require(dlopen(String(name), RTLD_NOW))
        let symbol = try #require(dlsym(library, "ucal_getTimeZoneIDForWindowsID_\(version)"))
        return unsafeBitCast(symbol, to: Lookup.self)
    }

    private static func icu(_ name: String, _ lookup: Lookup) -> String? {
        let units = Array(name.utf16)
        var zone = [UInt16](repeating: 0, count: 128)
        var error: Int32 = 0
        let length = lookup(units, Int32(units.count), nil, &zone, 128, &error)
        return error <= 0 && length > 0 ? String(decoding: zone[..<Int(length)], as: UTF16.self) : nil
    }

    @Test("Each name stands for the zone that the CLDR has for it, and the system has that zone")
    func table() throws {
        let lookup = try Self.lookup()
        let targets = ZoneRules.targets()
        var compared = 0
        for row in WindowsZones.table.split(separator: "\n") {
            let parts = row.split(separator: "|").map(String.init)
            try #require((2...3).contains(parts.count), "\(row)")
            let (name, zone) = (parts[0], parts[1])
            #expect(try ZoneRules.find(zone) != nil, "\(row)")
            expectEqual(WindowsZones.systemName(of: name), zone, "\(row)")
            guard !Self.changed.contains(name.lowercased()), !Self.old.contains(name.lowercased()) else { continue }
            let known = try #require(Self.icu(name, lookup), "\(name)")
            // ICU has the oldest names of zones.
            expectEqual(targets[known] ?? known, targets[zone] ?? zone, "\(name)")
            compared += 1
        }
        #expect(compared > 130)
    }

    @Test("The words that people see belong to one zone each")
    func shown() {
        var seen: [String: String] = [:]
        for row in WindowsZones.table.split(separator: "\n") {
            let parts = row.split(separator: "|").map(String.init)
            for words in parts.dropFirst(2).joined().split(separator: "; ").map(String.init) {
                #expect(seen.updateValue(parts[1], forKey: words) == nil, "\(words)")
                expectEqual(WindowsZones.systemName(of: "(UTC+01:00) " + words), parts[1], "\(words)")
            }
        }
        #expect(seen.count > 130)
    }
}
