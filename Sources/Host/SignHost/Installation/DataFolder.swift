import Foundation
import LinuxSystem

/// The folder that holds `boards/` and `fonts/`: what the program ships.
package enum DataFolder {
    /// The possible folders, in the order in which they are tried.
    static func candidates(environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        var places: [String] = []
        if let named = environment["LEDSIGN_DATA"], !named.isEmpty { places.append(named) }
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        places.append(executable.path)
        places.append(executable.deletingLastPathComponent().appendingPathComponent("share/ledsign").path)
        places.append("/usr/share/ledsign")
        // The checkout that the program was built from: this file lies in Sources/Host/SignHost/Installation of it.
        var checkout = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { checkout.deleteLastPathComponent() }
        places.append(checkout.path)
        return places
    }

    /// Returns the first place that holds the program's data.
    package static func path() throws -> String {
        let places = candidates()
        if let named = ProcessInfo.processInfo.environment["LEDSIGN_DATA"], !named.isEmpty, !holdsData(named) {
            throw WordedError(
                "LEDSIGN_DATA names \(named), which has no folders boards/ and fonts/; name the folder that has them")
        }
        guard let found = places.first(where: holdsData) else {
            throw WordedError(
                "the folders boards/ and fonts/ were not found in \(places.joined(separator: ", ")); set LEDSIGN_DATA to the "
                    + "folder that has them")
        }
        return found
    }

    private static func holdsData(_ place: String) -> Bool {
        ["boards", "fonts"].allSatisfy { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(place)/\(name)", isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }
}
