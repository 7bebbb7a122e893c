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

    /// The bytes from the start of a file by which its format can be told.
    package static let beginning = 512

    /// Recognizes the format of a file by its beginning; nil for others.
    package init?(of bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(Self.beginning))
        let known = Self.signatures.first { signature in start.dropFirst(signature.offset).starts(with: signature.bytes)
        }
        guard let format = known?.format ?? Self.markup(start) else { return nil }
        self = format
    }

    /// What a file of it is, with an article, such as "a JPEG image".
    package var words: String {
        switch self {
        case .png, .gif, .jpeg, .jpegXL, .webP, .bmp, .tiff: "a \(rawValue) image"
        case .avif, .heic, .icon, .svg: "an \(rawValue) image"
        case .trueType, .fontCollection, .woff, .woff2, .type1, .bdf, .pcf: "a \(rawValue) font"
        case .openType: "an \(rawValue) font"
        case .html: "an HTML page"
        case .pdf: "a PDF document"
        case .mp4: "an MP4 video"
        case .webM: "a WebM video"
        case .zip, .gzip: "a \(rawValue) file"
        }
    }

    /// Whether it is a font whose letters are outlines, of which programs make bitmaps of any size.
    package var isOutlineFont: Bool {
        switch self {
        case .trueType, .openType, .fontCollection, .woff, .woff2, .type1: true
        default: false
        }
    }

    /// Whether it is a font whose letters are bitmaps.
    package var isBitmapFont: Bool { self == .bdf || self == .pcf }

    /// The registered first bytes; what begins like another one stands in front of it.
    private static let signatures: [(format: FileFormat, offset: Int, bytes: [UInt8])] = [
        (.png, 0, [0x89, 0x50, 0x4E, 0x47]), (.gif, 0, Array("GIF8".utf8)), (.jpeg, 0, [0xFF, 0xD8, 0xFF]),
        (.webP, 8, Array("WEBP".utf8)), (.avif, 4, Array("ftypavi".utf8)), (.heic, 4, Array("ftyphei".utf8)),
        (.heic, 4, Array("ftyphev".utf8)), (.heic, 4, Array("ftypmif1".utf8)), (.mp4, 4, Array("ftyp".utf8)),
        (.jpegXL, 0, [0xFF, 0x0A]), (.jpegXL, 4, Array("JXL \r\n".utf8)), (.bmp, 0, Array("BM".utf8)),
        (.tiff, 0, Array("II*\0".utf8)), (.tiff, 0, Array("MM\0*".utf8)), (.icon, 0, [0, 0, 1, 0]),
        (.trueType, 0, [0, 1, 0, 0]), (.trueType, 0, Array("true".utf8)), (.openType, 0, Array("OTTO".utf8)),
        (.fontCollection, 0, Array("ttcf".utf8)), (.woff, 0, Array("wOFF".utf8)), (.woff2, 0, Array("wOF2".utf8)),
        (.type1, 0, Array("%!PS-AdobeFont".utf8)), (.type1, 0, Array("%!FontType1".utf8)), (.type1, 0, [0x80, 0x01]),
        (.bdf, 0, Array("STARTFONT".utf8)), (.pcf, 0, [0x01, 0x66, 0x63, 0x70]), (.pdf, 0, Array("%PDF".utf8)),
        (.webM, 0, [0x1A, 0x45, 0xDF, 0xA3]), (.zip, 0, [0x50, 0x4B, 0x03, 0x04]), (.gzip, 0, [0x1F, 0x8B]),
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
