/// What a file is by its first bytes, whatever its name says: to read it, or to say why it cannot be read.
package enum FileFormat: String, CaseIterable, Sendable {
    case png = "PNG"
    case gif = "GIF"
    case jpeg = "JPEG"
    case webP = "WebP"
    case avif = "AVIF"
    case heic = "HEIC"
    case jpegXL = "JPEG XL"
    case bmp = "BMP"
    case tiff = "TIFF"
    case icon = "ICO"
    case svg = "SVG"
    case trueType = "TrueType"
    case openType = "OpenType"
    case fontCollection = "TrueType collection"
    case woff = "WOFF"
    case woff2 = "WOFF2"
    case type1 = "PostScript Type 1"
    case bdf = "BDF"
    case pcf = "PCF"
    case html = "HTML"
    case pdf = "PDF"
    case mp4 = "MP4"
    case webM = "WebM"
    case zip = "ZIP"
    case gzip = "gzip"

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

    /// The bytes from the start of a file by which its format is recognized.
    package static let beginning = 512

    /// Recognizes the format of a file by its beginning; nil for others.
    package init?(of bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(Self.beginning))
        let known = Self.rows.first { row in row.signatures.contains { Self.begins(start, with: $0) } }
        guard let format = known?.format ?? Self.markup(start) else { return nil }
        self = format
    }

    /// What its files hold.
    package var kind: Kind { Self.rows.first { $0.format == self }?.kind ?? .archive }

    /// What a file of it is, with an article, such as "a JPEG image".
    package var words: String {
        // These letters begin with a vowel when they are spelled out.
        let article = "AEFHILMNORSX".contains(rawValue.prefix(1)) ? "an" : "a"
        let noun =
            switch kind {
            case .image: "image"
            case .bitmapFont, .outlineFont: "font"
            case .page: "page"
            case .document: "document"
            case .video: "video"
            case .archive: "file"
            }
        return "\(article) \(rawValue) \(noun)"
    }

    /// The registered first bytes, each as the character of its number, with a question mark for any byte; what begins like another one
    /// stands in front of it.
    private static let rows: [(format: FileFormat, kind: Kind, signatures: [String])] = [
        (.png, .image, ["\u{89}PNG"]),
        (.gif, .image, ["GIF8"]),
        (.jpeg, .image, ["\u{FF}\u{D8}\u{FF}"]),
        (.webP, .image, ["????????WEBP"]),
        (.avif, .image, ["????ftypavi"]),
        (.heic, .image, ["????ftyphei", "????ftyphev", "????ftypmif1"]),
        (.mp4, .video, ["????ftyp"]),
        (.jpegXL, .image, ["\u{FF}\n", "????JXL \r\n"]),
        (.bmp, .image, ["BM"]),
        (.tiff, .image, ["II*\0", "MM\0*"]),
        (.icon, .image, ["\0\0\u{1}\0"]),
        (.trueType, .outlineFont, ["\0\u{1}\0\0", "true"]),
        (.openType, .outlineFont, ["OTTO"]),
        (.fontCollection, .outlineFont, ["ttcf"]),
        (.woff, .outlineFont, ["wOFF"]),
        (.woff2, .outlineFont, ["wOF2"]),
        (.type1, .outlineFont, ["%!PS-AdobeFont", "%!FontType1", "\u{80}\u{1}"]),
        (.bdf, .bitmapFont, ["STARTFONT"]),
        (.pcf, .bitmapFont, ["\u{1}fcp"]),
        (.pdf, .document, ["%PDF"]),
        (.webM, .video, ["\u{1A}E\u{DF}\u{A3}"]),
        (.zip, .archive, ["PK\u{3}\u{4}"]),
        (.gzip, .archive, ["\u{1F}\u{8B}"]),
        (.svg, .image, []),
        (.html, .page, []),
    ]

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
        if text.hasPrefix("<svg") || (text.hasPrefix("<?xml") && text.contains("<svg")) { return .svg }
        return text.hasPrefix("<!doctype html") || text.contains("<html") ? .html : nil
    }
}
