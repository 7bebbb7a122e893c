import CFreeType
import CHarfBuzz
import PixelGraphics
import Synchronization

/// A font of colour pictures for emoji, such as Noto Color Emoji.
///
/// Sequences (flags, families, skin tones, keycaps) are one picture where the font has one. The file is opened when a
/// picture is first asked for; pictures are kept. Any thread may ask; nothing here is for the frame path.
///
/// Pictures come from the tables CBLC and CBDT (OpenType 1.9), read by FreeType; HarfBuzz finds that of a sequence.
public final class EmojiFont: Sendable {
    /// The fewest rows of letters beside which a picture in colour can be recognized.
    package static let minimumRows = 12
    /// The rows that the pictures have in the file, at most; more are not drawn.
    static let maximumRows = 128
    /// The most pictures that are kept.
    static let keptPictures = 512

    /// A picture of an emoji; transparent pixels are black.
    package struct Picture: Sendable {
        package let bitmap: RGBBitmap
        package let mask: MonoBitmap
    }

    private struct Key: Hashable {
        let cluster: String
        let rows: Int
    }

    private struct State {
        var file: EmojiFile?
        var isLooked = false
        var pictures: [Key: Picture?] = [:]
    }

    private let locate: @Sendable () -> String?
    private let state = Mutex(State())

    /// Creates a font whose file is looked for when a picture is first asked for; without a file no emoji has one.
    package init(locate: @escaping @Sendable () -> String?) { self.locate = locate }

    /// Returns the picture of an emoji for letters of some rows: as wide and as high as these at most.
    ///
    /// Nil if the font has none, and for letters of fewer rows than `minimumRows`. About 100 us the first time; O(1) then.
    package func picture(of cluster: Character, rows: Int) -> Picture? {
        guard rows >= Self.minimumRows else { return nil }
        let key = Key(cluster: String(cluster), rows: min(rows, Self.maximumRows))
        return state.withLock { state in
            if let known = state.pictures[key] { return known }
            if !state.isLooked {
                state.isLooked = true
                state.file = locate().flatMap(EmojiFile.init(path:))
            }
            let picture = state.file?.picture(of: key.cluster).map { $0.fitted(into: key.rows) }
            if state.pictures.count >= Self.keptPictures { state.pictures = [:] }
            state.pictures[key] = .some(picture)
            return picture
        }
    }
}

extension Character {
    /// Whether it is shown in colour where that is possible: an emoji by itself, or one with U+FE0F or a skin tone behind it;
    /// with U+FE0E it is a letter (Unicode Technical Standard 51, section 4).
    package var isColorEmoji: Bool {
        guard let first = unicodeScalars.first, !unicodeScalars.contains("\u{FE0E}") else { return false }
        let properties = first.properties
        if properties.isEmojiPresentation { return true }
        guard properties.isEmoji, unicodeScalars.count > 1 else { return false }
        return unicodeScalars.dropFirst().contains { $0 == "\u{FE0F}" || $0.properties.isEmojiModifier }
    }
}

extension String {
    /// Whether it may have emoji in colour; no for most texts, without looking at their characters.
    ///
    /// All of them have a character from U+2000 on.
    package var mayHaveColorEmoji: Bool { utf8.contains { $0 >= 0xE2 } }
}

/// An open file of colour pictures.
private final class EmojiFile {
    private let library: FT_Library
    private let face: FT_Face
    private let font: OpaquePointer

    /// Opens a file; nil if it cannot be read or has no pictures in colour.
    init?(path: String) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        var face: FT_Face?
        guard FT_New_Face(library, path, 0, &face) == 0, let face else {
            FT_Done_FreeType(library)
            return nil
        }
        (self.library, self.face) = (library, face)
        let blob = hb_blob_create_from_file(path)
        let shapes = hb_face_create(blob, 0)
        hb_blob_destroy(blob)
        font = hb_font_create(shapes)
        hb_face_destroy(shapes)
        guard face.pointee.face_flags & FT_FACE_FLAG_COLOR != 0, FT_Select_Size(face, 0) == 0 else { return nil }
    }

    deinit {
        hb_font_destroy(font)
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// Returns the glyph that a sequence is; nil if it is none, or several.
    private func glyph(of cluster: String) -> UInt32? {
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        let scalars = cluster.unicodeScalars.map(\.value)
        hb_buffer_add_utf32(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, nil, 0)
        var count: UInt32 = 0
        guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count) else { return nil }
        let drawn = (0..<Int(count)).map { glyphs[$0].codepoint }
        return drawn.count == 1 && drawn[0] != 0 ? drawn[0] : nil
    }

    /// Returns the picture of a sequence as the file has it, cut to what is not transparent.
    func picture(of cluster: String) -> InkedPicture? {
        guard let glyph = glyph(of: cluster),
            FT_Load_Glyph(face, glyph, Int32(FT_LOAD_COLOR)) == 0, let slot = face.pointee.glyph
        else { return nil }
        let bitmap = slot.pointee.bitmap
        guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), let bytes = bitmap.buffer, bitmap.pitch > 0
        else { return nil }
        let size = Size(width: min(Int(bitmap.width), 1024), height: min(Int(bitmap.rows), 1024))
        return InkedPicture(premultiplied: bytes, pitch: Int(bitmap.pitch), size: size)
    }
}

/// A picture whose pixels are more or less transparent, cut to those that are not wholly so.
private struct InkedPicture {
    private let ink: Rectangle
    private let width: Int
    /// Red, green, blue and alpha of each pixel, row by row.
    private var samples: [UInt8]

    /// Reads pixels of blue, green and red, multiplied with the alpha that follows; nil if all are wholly transparent.
    init?(premultiplied bytes: UnsafePointer<UInt8>, pitch: Int, size: Size) {
        width = size.width
        samples = [UInt8](repeating: 0, count: PictureScaler.bytesPerPixel * size.width * size.height)
        var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = bytes + y * pitch + 4 * x
                let alpha = Int(pixel[3])
                guard alpha > 0 else { continue }
                let place = PictureScaler.bytesPerPixel * (y * width + x)
                for channel in 0..<3 {
                    samples[place + channel] = UInt8(min(255, (Int(pixel[2 - channel]) * 255 + alpha / 2) / alpha))
                }
                samples[place + 3] = pixel[3]
                (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
            }
        }
        guard right >= 0 else { return nil }
        ink = Rectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// Returns the picture as it fits into a square, reduced as all pictures are.
    func fitted(into rows: Int) -> EmojiFont.Picture {
        let maximum = max(ink.width, ink.height)
        func side(_ length: Int) -> Int { max(1, (length * rows + maximum / 2) / maximum) }
        var scaler = PictureScaler(from: ink.size, to: Size(width: side(ink.width), height: side(ink.height)))
        samples.withUnsafeBufferPointer { samples in
            for y in 0..<ink.height {
                let start = PictureScaler.bytesPerPixel * ((ink.y + y) * width + ink.x)
                let row = samples[start..<start + PictureScaler.bytesPerPixel * ink.width]
                scaler.take(UnsafeBufferPointer(rebasing: row), row: y)
            }
        }
        let (bitmap, mask) = scaler.finish()
        return EmojiFont.Picture(bitmap: bitmap, mask: mask)
    }
}
