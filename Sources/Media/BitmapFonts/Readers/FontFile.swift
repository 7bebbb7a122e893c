import Glibc
import LinuxSystem

/// Reads fonts from files: BDF 2.1 and 2.2, PCF, PSF 1 and 2, Unifont .hex, TrueType and OpenType with outlines, each plain or
/// gzip-compressed.
///
/// The format is recognized by the content, never by the file's name. The readers forgive what cannot change a picture,
/// such as wrong counts or bits right of the width, and refuse the rest; `docs/fonts.md` lists both.
public enum FontFile {
    /// Reads the font in a file.
    ///
    /// Throws a `FontError` for a file that cannot be read, is no font or is malformed; takes memory in proportion to
    /// the file and never more than `FontLimits` allow. Of an outline font only what is drawn is read.
    ///
    /// - Parameters:
    ///   - size: how large the letters of an outline font are; fonts of pixels have one size.
    ///   - style: a face of a collection or a named style of a variable font, by its name; nil for the first one.
    public static func load(
        path: String, size: OutlineSize? = nil, style: String? = nil
    ) throws(FontError) -> BitmapFont {
        let start = (try? RegularFile.beginning(path: path, maximum: FileFormat.beginning)) ?? []
        guard FontFormat.isOutline(start) else {
            return try read(bytes: bytes(path: path), name: path, size: size, style: style)
        }
        return try outlines(size: size, style: style, source: path) { index throws(FontError) in
            let file = try opened(path: path)
            return OutlineFile(descriptor: file.descriptor, size: file.size, index: index)
        }
    }

    /// Reads the font in bytes that are in memory already.
    ///
    /// `name` stands for the path: it is the `source` of the font and of errors, and its last part names a font that
    /// has no name of its own.
    public static func read(
        bytes: [UInt8], name: String, size: OutlineSize? = nil, style: String? = nil
    ) throws(FontError) -> BitmapFont {
        do throws(FontError) {
            let content = isGzip(bytes) ? try decompress(bytes) : bytes
            if FontFormat.isOutline(content) {
                return try outlines(size: size, style: style, source: name) { index throws(FontError) in
                    OutlineFile(bytes: content, index: index)
                }
            }
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
            throw FontError(source: path, reading: error)
        }
    }

    /// Opens a regular file of at most `FontLimits.fileBytes`.
    private static func opened(path: String) throws(FontError) -> (descriptor: Int32, size: Int) {
        do throws(FileReadingError) {
            let descriptor = try RegularFile.open(path: path)
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_size <= FontLimits.fileBytes else {
                close(descriptor)
                throw .tooLarge(limit: FontLimits.fileBytes)
            }
            return (descriptor, Int(status.st_size))
        } catch {
            throw FontError(source: path, reading: error)
        }
    }

    /// The styles of an outline font; none if it cannot be read.
    static func styles(path: String) -> [OutlineFile.Style] {
        OutlineFile.styles { index in
            (try? opened(path: path)).flatMap { OutlineFile(descriptor: $0.descriptor, size: $0.size, index: index) }
        }
    }

    /// A font of outlines; `open` opens the face of a number.
    private static func outlines(
        size: OutlineSize?, style: String?, source: String, _ open: (Int) throws(FontError) -> OutlineFile?
    ) throws(FontError) -> BitmapFont {
        var index = 0
        if let style {
            let styles = OutlineFile.styles { (try? open($0)) ?? nil }
            guard let found = styles.first(where: { $0.isCalled(style) }) else {
                let known = styles.map(\.name).reduce(into: [String]()) { names, name in
                    if !name.isEmpty, !names.contains(name) { names.append(name) }
                }
                throw FontError(source: source, reason: .unknownStyle(style, known: known))
            }
            index = found.index
        }
        guard let size else { throw FontError(source: source, reason: .noSize) }
        guard let file = try open(index) else { throw FontError(source: source, reason: .damagedOutlines) }
        guard file.isScalable else { throw FontError(source: source, reason: .noOutlines) }
        guard let face = OutlineFace(file, size: size) else {
            throw FontError(source: source, reason: .damagedOutlines)
        }
        var font = BitmapFont()
        (font.ascent, font.descent, font.outlines) = (face.ascent, face.descent, face)
        let naming = FontNaming(fullName: face.fullName, family: face.family, registry: "ISO10646", encoding: "1")
        naming.apply(to: &font, source: source)
        return font
    }
}

extension FontError {
    /// A file that cannot be read.
    init(source: String, reading error: FileReadingError) {
        switch error {
        case .system(let code): self.init(source: source, reason: .unreadable(errno: code))
        case .notRegular(let kind): self.init(source: source, reason: .notRegular(kind))
        case .tooLarge(let limit): self.init(source: source, reason: .tooLarge(what: "the file", limit: limit))
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

    /// The names of all formats: "BDF, PCF, PSF, Unifont .hex, TrueType or OpenType".
    static var names: String { (all.map(\.name) + ["TrueType", "OpenType"]).listed("or") }

    /// The endings of all formats.
    static var endings: [String] { all.flatMap(\.endings) + outlineEndings }

    /// How the names of outline fonts end, those of collections included.
    static let outlineEndings = [".ttf", ".otf", ".ttc", ".otc"]

    /// Whether content is an outline font that can be read, by its beginning.
    static func isOutline(_ content: [UInt8]) -> Bool {
        FileFormat(of: content).map { ["TrueType", "OpenType", "TrueType collection"].contains($0.name) } ?? false
    }

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
