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
            let content = Gzip.isCompressed(bytes) ? try Gzip.decompress(bytes) : bytes
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
