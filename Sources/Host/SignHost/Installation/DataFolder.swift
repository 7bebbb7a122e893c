import Foundation
import LinuxSystem

/// The folder that holds `boards/` and `fonts/`: what the program ships.
package enum DataFolder {
    /// Returns the first place that holds the program's data.
    package static func path() throws -> String {
        if let named = ProcessInfo.processInfo.environment["LEDSIGN_DATA"], !named.isEmpty {
            guard holdsData(named) else {
                throw WordedError(
                    "LEDSIGN_DATA names \(named), which has no folders boards/ and fonts/; name the folder that has them"
                )
            }
            return named
        }
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        // The checkout that the program was built from: this file lies in Sources/Host/SignHost/Installation of it.
        var checkout = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { checkout.deleteLastPathComponent() }
        let places = [
            executable.path, executable.deletingLastPathComponent().appendingPathComponent("share/ledsign").path,
            "/usr/share/ledsign", checkout.path,
        ]
        guard let found = places.first(where: holdsData) else {
            throw WordedError(
                "the folders boards/ and fonts/ were not found in \(places.joined(separator: ", ")); set LEDSIGN_DATA to the "
                    + "folder that has them")
        }
        return found
    }

    private static func holdsData(_ place: String) -> Bool {
        ["boards", "fonts"].allSatisfy { Folder.entry(at: "\(place)/\($0)") == .folder }
    }
}
