/// Reads bitmap fonts from files: BDF 2.1 and 2.2, PCF, PSF 1 and 2, Unifont .hex, each plain or gzip-compressed.
///
/// The format is recognised by the content, never by the file's name. The readers forgive what cannot change a picture,
/// such as wrong counts or bits right of the width, and refuse the rest; `docs/fonts.md` lists both.
public enum FontFile {
    /// Reads the font in a file.
    ///
    /// Throws a `FontError` for a file that cannot be read, is no font or is malformed; takes memory in proportion to
    /// the file and never more than `FontLimits` allow.
    public static func load(path: String) throws(FontError) -> BitmapFont {
        let bytes = try FontError.locate(in: path) { () throws(FontProblem) in try FileBytes.read(path: path) }
        return try read(bytes: bytes, name: path)
    }

    /// Reads the font in bytes that are in memory already.
    ///
    /// `name` stands for the path: it is the `source` of the font and of errors, and its last part names a font that
    /// has no name of its own.
    public static func read(bytes: [UInt8], name: String) throws(FontError) -> BitmapFont {
        let content = try FontError.locate(in: name) { () throws(FontProblem) in
            Gzip.isCompressed(bytes) ? try Gzip.decompress(bytes) : bytes
        }
        switch Format(content) {
        case .bdf: return try BDFReader.read(content, source: name)
        case .hex: return try HexReader.read(content, source: name)
        case .pcf:
            return try FontError.locate(in: name) { () throws(FontProblem) in
                try PCFReader.read(content, source: name)
            }
        case .psf:
            return try FontError.locate(in: name) { () throws(FontProblem) in
                try PSFReader.read(content, source: name)
            }
        case nil:
            let reason = FontProblem.Reason.unknownFormat(firstBytes: Array(content.prefix(8)))
            throw FontError(source: name, problems: [FontProblem(place: .file, reason: reason)])
        }
    }

    /// The formats of fonts, distinguished by their first bytes.
    enum Format {
        case bdf
        case pcf
        case psf
        case hex

        /// Recognises the format of content that is not compressed.
        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: PCFReader.magic) {
                self = .pcf
            } else if bytes.starts(with: PSFReader.magic1) || bytes.starts(with: PSFReader.magic2) {
                self = .psf
            } else if BDFReader.recognises(bytes) {
                self = .bdf
            } else if HexReader.recognises(bytes) {
                self = .hex
            } else {
                return nil
            }
        }
    }
}

extension FontError {
    /// Runs the body and makes of the problem that it throws the error of the file `source`.
    static func locate<Result>(
        in source: String, _ body: () throws(FontProblem) -> Result
    ) throws(FontError) -> Result {
        do throws(FontProblem) {
            return try body()
        } catch {
            throw FontError(source: source, problems: [error])
        }
    }
}
