import BitmapFonts
import Foundation

@testable import SignContent

/// The shipped fonts, as signs in tests have them.
enum TestFonts {
    /// The root of the package.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let fonts: SignFonts = {
        let search = FontSearch(folders: [root.appendingPathComponent("fonts").path])
        return SignFonts(usual: { _ in "ledsign-8" }, fallbacks: ["ledsign-icons-8"]) { name in
            try search.load(name)
        }
    }()
}
