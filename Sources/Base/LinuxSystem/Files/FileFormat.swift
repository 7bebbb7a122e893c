/// What a file is by its first bytes, whatever its name says: to read it, or to say why it cannot be read.
package struct FileFormat: Hashable, Sendable {
    /// What files of a format hold.
    package enum Kind: Sendable {
        case image
        case bitmapFont
        /// Letters that are outlines, of which programs make bitmaps of any size.
        case outlineFont
        case page
        case document
        case video
        case archive
    }

    /// What people call it, such as "WebP".
    package let name: String
    package let kind: Kind
    /// The registered first bytes, each as the character of its number, with a question mark for any byte.
    private let signatures: [String]

    package static let png = FileFormat("PNG", .image, "\u{89}PNG")
    package static let gif = FileFormat("GIF", .image, "GIF8")
    package static let jpeg = FileFormat("JPEG", .image, "\u{FF}\u{D8}\u{FF}")
    package static let webP = FileFormat("WebP", .image, "RIFF????WEBP")
    package static let pcf = FileFormat("PCF", .bitmapFont, "\u{1}fcp")

    /// The formats with signatures; what begins like another one stands in front of it.
    private static let all = [
        png, gif, jpeg, webP, pcf,
        FileFormat("AVIF", .image, "????ftypavi"),
        FileFormat("HEIC", .image, "????ftyphei", "????ftyphev", "????ftypmif1"),
        FileFormat("MP4", .video, "????ftyp"),
        FileFormat("JPEG XL", .image, "\u{FF}\n", "????JXL \r\n"),
        FileFormat("BMP", .image, "BM"),
        FileFormat("TIFF", .image, "II*\0", "MM\0*"),
        FileFormat("ICO", .image, "\0\0\u{1}\0"),
        FileFormat("TrueType", .outlineFont, "\0\u{1}\0\0", "true"),
        FileFormat("OpenType", .outlineFont, "OTTO"),
        FileFormat("TrueType collection", .outlineFont, "ttcf"),
        FileFormat("WOFF", .outlineFont, "wOFF"),
        FileFormat("WOFF2", .outlineFont, "wOF2"),
        FileFormat("PostScript Type 1", .outlineFont, "%!PS-AdobeFont", "%!FontType1", "\u{80}\u{1}"),
        FileFormat("BDF", .bitmapFont, "STARTFONT"),
        FileFormat("PDF", .document, "%PDF"),
        FileFormat("WebM", .video, "\u{1A}E\u{DF}\u{A3}"),
        FileFormat("ZIP", .archive, "PK\u{3}\u{4}"),
        FileFormat("gzip", .archive, "\u{1F}\u{8B}"),
    ]

    /// The bytes from the start of a file by which its format is recognized.
    package static let beginning = 512

    private init(_ name: String, _ kind: Kind, _ signatures: String...) {
        (self.name, self.kind, self.signatures) = (name, kind, signatures)
    }

    /// Recognizes the format of a file by its beginning; nil for others.
    package init?(of bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(Self.beginning))
        let known = Self.all.first { format in format.signatures.contains { Self.begins(start, with: $0) } }
        guard let format = known ?? Self.markup(start) else { return nil }
        self = format
    }

    /// What a file of it is, with an article, such as "a JPEG image".
    package var words: String {
        // These letters begin with a vowel when they are spelled out.
        let article = "AEFHILMNORSX".contains(name.prefix(1)) ? "an" : "a"
        let noun =
            switch kind {
            case .image: "image"
            case .bitmapFont, .outlineFont: "font"
            case .page: "page"
            case .document: "document"
            case .video: "video"
            case .archive: "file"
            }
        return "\(article) \(name) \(noun)"
    }

    private static func begins(_ file: [UInt8], with signature: String) -> Bool {
        let wanted = signature.unicodeScalars
        return file.count >= wanted.count
            && Swift.zip(wanted, file).allSatisfy { wanted, byte in wanted == "?" || wanted.value == UInt32(byte) }
    }

    /// SVG and HTML begin with a tag, perhaps behind blanks and a byte order mark.
    private static func markup(_ bytes: [UInt8]) -> FileFormat? {
        guard bytes.contains(0x3C) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard text.hasPrefix("<") else { return nil }
        if text.hasPrefix("<svg") || (text.hasPrefix("<?xml") && text.contains("<svg")) {
            return FileFormat("SVG", .image)
        }
        return text.hasPrefix("<!doctype html") || text.contains("<html") ? FileFormat("HTML", .page) : nil
    }
}
