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
    /// The letters of base64 from which on a word is an image: the smallest files have more bytes.
    private static let minimumImageLength = 40

    private let cues: Set<String>
    private let fetchesIcons: Bool
    private let isThere: @Sendable (_ path: String) -> Bool

    /// Looks for files beside a sign file.
    package init(cues: Set<String>, signFile: String, fetchesIcons: Bool) {
        self.init(cues: cues, fetchesIcons: fetchesIcons) { access($0.path(givenBy: signFile), R_OK) == 0 }
    }

    /// - Parameters:
    ///   - fetchesIcons: whether icons with numbers that are not there come from the gallery.
    ///   - isThere: whether there is a file at a path that counts from the folder of the sign file.
    package init(
        cues: Set<String> = [], fetchesIcons: Bool = false, isThere: @escaping @Sendable (_ path: String) -> Bool
    ) {
        (self.cues, self.fetchesIcons, self.isThere) = (cues, fetchesIcons, isThere)
    }

    /// The cue for a sound: one of its name, or the one called `sound`; nil without both.
    func cue(_ sound: String) -> String? { cues.contains(sound) ? sound : cues.contains("sound") ? "sound" : nil }

    /// The part that shows an icon: a text with its tag where it is a picture of the sign, an image where it comes from the gallery
    /// or its bytes are given in base64; nil where there is none.
    func icon(_ value: JSONValue) -> JSONValue? {
        if let tag = tag(value) { return ["text": .text(tag)] }
        if fetchesIcons, let word = value.word, IconGallery.hasIcon(IconGallery.address + word) {
            // As wide as all of them are, so that the text beside it stays where it is.
            return ["image": .text(IconGallery.address + word), "every": "24h", "width": 8]
        }
        guard let word = value.word, word.utf8.count >= Self.minimumImageLength else { return nil }
        let url = word.hasPrefix(InlineImage.scheme) ? word : InlineImage.scheme + ";base64," + word
        return InlineImage(url).flatMap { ImageFormat.recognizes($0.bytes) ? ["image": .text(url)] : nil }
    }

    /// The tag for a picture by its name or number; nil where there is none.
    ///
    /// A name is letters, digits, `-` and `_`, so that no path comes from outside.
    private func tag(_ value: JSONValue) -> String? {
        guard let name = value.word, (1...Self.maximumNameLength).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" })
        else { return nil }
        if let icon = SignIcon(named: name) { return "<icon=\(icon.name)>" }
        let paths = Self.endings.map { "\(Self.folder)/\(name).\($0)" }
        return paths.first(where: isThere).map { "<image=\($0)>" }
    }
}
