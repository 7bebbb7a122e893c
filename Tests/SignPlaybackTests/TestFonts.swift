import BitmapFonts
import Foundation
import SignFiles
import SignTestSupport

@testable import SignPlayback

/// The shipped fonts, as signs in tests have them.
enum TestFonts {
    static let fonts: SignFonts = {
        let search = FontSearch(folders: [PackageFolder.root.appendingPathComponent("fonts").path])
        return SignFonts(defaultName: { _ in "ledsign-8" }, fallbacks: ["ledsign-icons-8"]) { name in
            try search.load(name)
        }
    }()
}
