import LinuxSystem

/// Reads bitmap fonts from files: BDF 2.1 and 2.2, PCF, PSF 1 and 2, Unifont .hex, each plain or gzip-compressed.
///
/// The format is recognized by the content, never by the file's name. The readers forgive what cannot change a picture,
/// such as wrong counts or bits right of the width, and refuse the rest; `docs/fonts.md` lists both.
public enum FontFile {
    /// Reads the font in a file.
    ///
    /// Throws a `FontError` for a file that cannot be read, is no font or is malformed; takes memory in proportion to
    /// the file and never more than `FontLimits` allow.
    public static func load(path: String) throws(FontError) -> BitmapFont {
        try read(bytes: bytes(path: path), name: path)
    }

    /// Reads the font in bytes that are in memory already.
    ///
    /// `name` stands for the path: it is the `source` of the font and of errors, and its last part names a font that
    /// has no name of its own.
    public static func read(bytes: [UInt8], name: String) throws(FontError) -> BitmapFont {
        do throws(FontError) {
            let content = isGzip(bytes) ? try decompress(bytes) : bytes
            guard let format = FontFormat.all.first(where: { $0.recognizes(content) }) else {
                throw FontError(reason: .unknownFormat(firstBytes: Array(content.prefix(8))))
            }
            return try format.read(content, name)
        } catch {
            throw FontError(source: name, problems: error.problems, problemCount: error.problemCount)
        }
    }

    private static func bytes(path: String) throws(FontError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.read(path: path, limit: FontLimits.fileBytes)
        } catch {
            switch error {
            case .system(let code): throw FontError(source: path, reason: .unreadable(errno: code))
            case .notRegular(let kind): throw FontError(source: path, reason: .notRegular(kind))
            case .tooLarge(let limit): throw FontError(source: path, reason: .tooLarge(what: "the file", limit: limit))
            }
        }
    }
}

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
        FontFormat(name: "BDF", endings: [".bdf"], recognizes: BDFReader.recognizes, read: BDFReader.read),
        FontFormat(name: "PCF", endings: [".pcf"], recognizes: PCFReader.recognizes, read: PCFReader.read),
        FontFormat(name: "PSF", endings: [".psf", ".psfu"], recognizes: PSFReader.recognizes, read: PSFReader.read),
        FontFormat(name: "Unifont .hex", endings: [".hex"], recognizes: HexReader.recognizes, read: HexReader.read),
    ]

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

/// What a font file says about its name and its charset, from properties or from its full name.
struct FontNaming {
    /// The full name: an XLFD, `-foundry-family-weight-...-registry-encoding`, or free text.
    var fullName = ""
    /// The property FAMILY_NAME.
    var family: String?
    /// The property CHARSET_REGISTRY, such as `ISO10646`.
    var registry: String?
    /// The property CHARSET_ENCODING, such as `1`.
    var encoding: String?

    /// The 14 fields of the full name if it is an XLFD, else none.
    private var fields: [Substring] {
        let parts = fullName.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 15 && parts[0].isEmpty ? Array(parts.dropFirst()) : []
    }

    /// The family, else the full name, else the name of the file.
    func name(source: String) -> String {
        if let family, !family.isEmpty { return family }
        if fields.count == 14, !fields[1].isEmpty { return String(fields[1]) }
        return fullName.isEmpty ? FontFormat.fontName(ofFile: source) ?? FontFormat.fileName(of: source) : fullName
    }

    /// The charset as registry and encoding, such as `ISO8859-1`; empty if the file does not say.
    var charset: String {
        let fields = fields
        let registry = registry ?? fields.dropLast().last.map(String.init) ?? ""
        let encoding = encoding ?? fields.last.map(String.init) ?? ""
        return registry.isEmpty ? "" : encoding.isEmpty ? registry : registry + "-" + encoding
    }

    /// Whether the codes are Unicode scalars: ISO 10646, its first 256 codes (ISO8859-1), or no charset at all.
    var isUnicode: Bool {
        let charset = charset.uppercased()
        return charset.isEmpty || charset == "ISO8859-1" || charset == "ISO10646" || charset.hasPrefix("ISO10646-")
    }

    /// Enters names and charset into a font.
    func apply(to font: inout BitmapFont, source: String) {
        font.source = source
        font.fullName = fullName
        font.name = name(source: source)
        font.charset = charset
        font.isUnicode = isUnicode
    }
}
