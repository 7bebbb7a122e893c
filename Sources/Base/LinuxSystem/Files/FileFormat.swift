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
        let known = Self.rows.first { row in row.signatures.contains { $0.begins(start) } }
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

    /// The bytes at a place by which a format is recognized.
    private struct Signature: Sendable {
        let bytes: [UInt8]
        var offset = 0

        init(_ bytes: UInt8...) { self.bytes = bytes }

        init(_ text: String, at offset: Int = 0) {
            bytes = Array(text.utf8)
            self.offset = offset
        }

        func begins(_ file: [UInt8]) -> Bool { file.dropFirst(offset).starts(with: bytes) }
    }

    private struct Row: Sendable {
        let format: FileFormat
        let kind: Kind
        let signatures: [Signature]

        init(_ format: FileFormat, _ kind: Kind, _ signatures: Signature...) {
            self.format = format
            self.kind = kind
            self.signatures = signatures
        }
    }

    /// The registered first bytes; what begins like another one stands in front of it.
    private static let rows: [Row] = [
        Row(.png, .image, Signature(0x89, 0x50, 0x4E, 0x47)),
        Row(.gif, .image, Signature("GIF8")),
        Row(.jpeg, .image, Signature(0xFF, 0xD8, 0xFF)),
        Row(.webP, .image, Signature("WEBP", at: 8)),
        Row(.avif, .image, Signature("ftypavi", at: 4)),
        Row(.heic, .image, Signature("ftyphei", at: 4), Signature("ftyphev", at: 4), Signature("ftypmif1", at: 4)),
        Row(.mp4, .video, Signature("ftyp", at: 4)),
        Row(.jpegXL, .image, Signature(0xFF, 0x0A), Signature("JXL \r\n", at: 4)),
        Row(.bmp, .image, Signature("BM")),
        Row(.tiff, .image, Signature("II*\0"), Signature("MM\0*")),
        Row(.icon, .image, Signature(0, 0, 1, 0)),
        Row(.trueType, .outlineFont, Signature(0, 1, 0, 0), Signature("true")),
        Row(.openType, .outlineFont, Signature("OTTO")),
        Row(.fontCollection, .outlineFont, Signature("ttcf")),
        Row(.woff, .outlineFont, Signature("wOFF")),
        Row(.woff2, .outlineFont, Signature("wOF2")),
        Row(.type1, .outlineFont, Signature("%!PS-AdobeFont"), Signature("%!FontType1"), Signature(0x80, 0x01)),
        Row(.bdf, .bitmapFont, Signature("STARTFONT")),
        Row(.pcf, .bitmapFont, Signature(0x01, 0x66, 0x63, 0x70)),
        Row(.pdf, .document, Signature("%PDF")),
        Row(.webM, .video, Signature(0x1A, 0x45, 0xDF, 0xA3)),
        Row(.zip, .archive, Signature(0x50, 0x4B, 0x03, 0x04)),
        Row(.gzip, .archive, Signature(0x1F, 0x8B)),
        Row(.svg, .image),
        Row(.html, .page),
    ]

    /// SVG and HTML begin with a tag, perhaps behind blanks and a byte order mark.
    private static func markup(_ bytes: [UInt8]) -> FileFormat? {
        guard bytes.contains(0x3C) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard text.hasPrefix("<") else { return nil }
        if text.hasPrefix("<svg") || (text.hasPrefix("<?xml") && text.contains("<svg")) { return .svg }
        return text.hasPrefix("<!doctype html") || text.contains("<html") ? .html : nil
    }
}
