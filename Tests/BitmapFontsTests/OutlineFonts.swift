import Foundation

@testable import BitmapFonts

/// Small outline fonts that `scripts/outline_fonts.py` makes, and what FreeType draws of others.
enum OutlineFonts {
    /// The files by their names, each made once.
    static let files: [String: [UInt8]] = {
        do {
            return try FontTools.withFolder { folder in
                _ = try run("outline_fonts.py", [folder])
                var files: [String: [UInt8]] = [:]
                for name in ["plain.ttf", "plain.otf", "variable.ttf", "pair.ttc"] {
                    files[name] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
                }
                return files
            }
        } catch {
            fatalError("\(error)")
        }
    }()

    /// A font of Debian's fonts-dejavu-core.
    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    static func font(_ name: String, _ size: OutlineSize, style: String? = nil) throws(FontError) -> BitmapFont {
        try FontFile.read(bytes: files[name] ?? [], name: name, size: size, style: style)
    }

    /// Runs a script of the checkout with the Python of the tests.
    static func run(_ script: String, _ arguments: [String]) throws -> String {
        let python = FontTools.root.appendingPathComponent(".build/test-venv/bin/python").path
        return try FontTools.run(
            python, [FontTools.root.appendingPathComponent("scripts/" + script).path] + arguments)
    }
}
