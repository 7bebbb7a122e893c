import LinuxSystem

/// A format of font files: how its files are called and recognized, and what reads them.
struct FontFormat: Sendable {
    /// Reads content that is not compressed; the second argument names the file.
    typealias Reader = @Sendable ([UInt8], String) throws(FontError) -> BitmapFont

    /// What people call it.
    let name: String
    /// How names of its files end, in small letters; each may be followed by `.gz`.
    let endings: [String]
    /// Whether content is of this format, by its beginning.
    let recognizes: @Sendable ([UInt8]) -> Bool
    let read: Reader

    /// All formats; no content is of two of them.
    static let all = [
        FontFormat("BDF", [".bdf"], BDFReader.recognizes, BDFReader.read),
        FontFormat("PCF", [".pcf"], PCFReader.recognizes, PCFReader.read),
        FontFormat("PSF", [".psf", ".psfu"], PSFReader.recognizes, PSFReader.read),
        FontFormat("Unifont .hex", [".hex"], HexReader.recognizes, HexReader.read),
    ]

    private init(
        _ name: String, _ endings: [String], _ recognizes: @escaping @Sendable ([UInt8]) -> Bool,
        _ read: @escaping Reader
    ) {
        self.name = name
        self.endings = endings
        self.recognizes = recognizes
        self.read = read
    }
}

extension FontFormat {
    /// The names of all formats: "BDF, PCF, PSF or Unifont .hex".
    static var names: String { all.map(\.name).listed("or") }

    /// The endings of all formats.
    static var endings: [String] { all.flatMap(\.endings) }

    /// The last part of a path.
    static func fileName(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    /// The name of the font in a file, by the name of the file: `fixed` for `/fonts/fixed.pcf.gz`.
    ///
    /// Nil if it does not end as a font's does, in either case of letters.
    static func fontName(ofFile path: String) -> String? {
        var name = fileName(of: path)
        _ = removeEnding(".gz", from: &name)
        return endings.contains { removeEnding($0, from: &name) } ? name : nil
    }

    /// Removes an ending that something stands in front of; returns whether it is there.
    private static func removeEnding(_ ending: String, from name: inout String) -> Bool {
        guard name.utf8.count > ending.utf8.count, name.lowercased().hasSuffix(ending) else { return false }
        name.removeLast(ending.count)
        return true
    }
}
