import Glibc
import ImageFiles
import Settings
import SignFiles

/// What a sign has of what AWTRIX objects name: its cues, and its pictures, which are those of the icon fonts and files in the
/// folder `icons` beside the sign file.
package struct AWTRIXMeans: Sendable {
    /// The folder beside the sign file.
    package static let folder = "icons"
    /// A GIF comes before a PNG.
    private static let endings = ImageFormat.endings.sorted()
    private static let maximumNameLength = 32

    private let cues: Set<String>
    private let isThere: @Sendable (_ path: String) -> Bool

    /// Looks for files beside a sign file.
    package init(cues: Set<String>, signFile: String) {
        self.init(cues: cues) { access($0.path(givenBy: signFile), R_OK) == 0 }
    }

    /// - Parameter isThere: whether there is a file at a path that counts from the folder of the sign file.
    package init(cues: Set<String> = [], isThere: @escaping @Sendable (_ path: String) -> Bool) {
        (self.cues, self.isThere) = (cues, isThere)
    }

    /// The cue for a sound: one of its name, or the one called `sound`; nil without both.
    func cue(_ sound: String) -> String? { cues.contains(sound) ? sound : cues.contains("sound") ? "sound" : nil }

    /// The tag for a picture by its name or number; nil where there is none.
    ///
    /// A name is letters, digits, `-` and `_`, so that no path comes from outside.
    func tag(_ value: JSONValue) -> String? {
        guard let name = value.word, (1...Self.maximumNameLength).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" })
        else { return nil }
        if let icon = SignIcon(named: name) { return "<icon=\(icon.name)>" }
        let paths = Self.endings.map { "\(Self.folder)/\(name).\($0)" }
        return paths.first(where: isThere).map { "<image=\($0)>" }
    }
}
