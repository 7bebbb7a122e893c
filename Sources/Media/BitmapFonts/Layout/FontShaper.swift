import CHarfBuzz
import Synchronization

/// Chooses and places the glyphs of a font for a text of one script and direction, by HarfBuzz.
///
/// A font of pixels has no tables for it: its letters are joined and put in order by the rules of their scripts.
/// For any thread.
final class FontShaper: Sendable {
    /// A glyph that HarfBuzz chose; all distances in pixels.
    struct ShapedGlyph {
        /// The glyph's position in the font; nil for a character that the font lacks.
        let position: Int?
        /// The index of the first character that it stands for.
        let cluster: Int
        /// How far the pen moves.
        let advance: Int
        /// Where it lies against the pen, upwards counted as positive.
        let x: Int
        let y: Int
    }

    private let font: BitmapFont
    /// HarfBuzz's font, which asks this one for its glyphs.
    private let shaping: Mutex<OpaquePointer>

    init(_ font: BitmapFont) {
        self.font = font
        let face: OpaquePointer
        let shaping: OpaquePointer
        if let outlines = font.outlines {
            // The outlines live as long as this, and this as long as the face.
            face = hb_face_create_for_tables(
                { _, tag, outlines in
                    guard let outlines,
                        let bytes = Unmanaged<OutlineFace>.fromOpaque(outlines).takeUnretainedValue().table(tag)
                    else { return hb_blob_get_empty() }
                    return bytes.withUnsafeBytes { bytes in
                        hb_blob_create(
                            bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count),
                            HB_MEMORY_MODE_DUPLICATE, nil, nil)
                    }
                }, Unmanaged.passUnretained(outlines).toOpaque(), nil)
            shaping = hb_font_create(face)
            hb_font_set_scale(shaping, Int32(clamping: outlines.emSize), Int32(clamping: outlines.emSize))
            if let style = outlines.namedStyle { hb_font_set_var_named_instance(shaping, UInt32(style)) }
        } else {
            face = hb_face_create(hb_blob_get_empty(), 0)
            shaping = hb_font_create(face)
        }
        hb_face_destroy(face)
        Self.setFunctions(of: shaping)
        self.shaping = Mutex(shaping)
        let this = Unmanaged.passUnretained(self)
        self.shaping.withLock { hb_font_set_funcs_data($0, this.toOpaque(), nil) }
    }

    deinit { shaping.withLock { hb_font_destroy($0) } }

    /// Whether the font has a character, one that is drawn like it, or its parts by Unicode's canonical decomposition.
    func has(_ code: UInt32) -> Bool {
        if position(of: code) != nil { return true }
        var (first, second): (UInt32, UInt32) = (0, 0)
        guard hb_unicode_decompose(hb_unicode_funcs_get_default(), code, &first, &second) != 0 else { return false }
        return has(first) && (second == 0 || has(second))
    }

    /// The position of the glyph of a character, or of one that is drawn like it.
    private func position(of code: UInt32) -> Int? {
        guard font.isUnicode || (0x20...0x7E).contains(code) else { return nil }
        return font.position(of: code) ?? Unicode.Scalar(code)?.plainEquivalent.flatMap { font.position(of: $0) }
    }

    /// Lets HarfBuzz ask a shaper for its glyphs, whose numbers are their positions; those of pixels begin with 1, because 0
    /// is a missing one.
    private static func setFunctions(of shaping: OpaquePointer) {
        let functions = hb_font_funcs_create()
        hb_font_funcs_set_nominal_glyph_func(
            functions,
            { _, shaper, code, glyph, _ in
                guard let shaper, let glyph else { return 0 }
                let this = Unmanaged<FontShaper>.fromOpaque(shaper).takeUnretainedValue()
                guard this.isForShaping(code), let position = this.position(of: code) else { return 0 }
                glyph.pointee = UInt32(position + this.firstGlyph)
                return 1
            }, nil, nil)
        hb_font_funcs_set_glyph_h_advance_func(
            functions,
            { _, shaper, glyph, _ in
                guard let shaper else { return 0 }
                return Int32(Unmanaged<FontShaper>.fromOpaque(shaper).takeUnretainedValue().glyph(glyph).advance << 6)
            }, nil, nil)
        hb_font_funcs_set_glyph_extents_func(
            functions,
            { _, shaper, number, extents, _ in
                guard let shaper, let extents else { return 0 }
                let glyph = Unmanaged<FontShaper>.fromOpaque(shaper).takeUnretainedValue().glyph(number)
                extents.pointee = hb_glyph_extents_t(
                    x_bearing: Int32(glyph.left << 6), y_bearing: Int32(glyph.top << 6), width: Int32(glyph.width << 6),
                    height: Int32(-glyph.height << 6))
                return 1
            }, nil, nil)
        hb_font_set_funcs(shaping, functions, nil, nil)
        hb_font_funcs_destroy(functions)
    }

    /// Whether HarfBuzz may use a character.
    ///
    /// Without tables of the font it would join Arabic letters to all ligatures of Unicode, and vowel marks to pictures of their
    /// own; only lam with alef is a must. Where their parts are missing it would take them for one letter, and it takes the
    /// character 0 for the end of a ligature.
    private func isForShaping(_ code: UInt32) -> Bool {
        guard font.outlines == nil else { return true }
        switch code {
        case 0, 0xFC00...0xFDFB: return false
        case 0xFEF5...0xFEFC:
            return [0xFEDF, 0xFEE0, 0xFE82, 0xFE84, 0xFE88, 0xFE8E].allSatisfy { font.position(of: $0) != nil }
        default: return true
        }
    }

    private var firstGlyph: Int { font.outlines == nil ? 1 : 0 }

    private func glyph(_ number: UInt32) -> Glyph {
        let position = Int(number) - firstGlyph
        guard position >= 0, font.outlines != nil || position < font.glyphs.count else { return .nothing }
        return font.glyph(at: position, code: 0)
    }

    /// The script of a character, by the property of Unicode.
    static func script(of scalar: Unicode.Scalar) -> hb_script_t {
        hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    }

    /// Whether a script is taken over from the letters around.
    static func isShared(_ script: hb_script_t) -> Bool {
        script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
    }

    /// Whether a character from left to right is drawn by its own glyph, whatever stands beside it, in a font without tables.
    static func isPlain(_ code: UInt32) -> Bool {
        switch code {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x02FF, 0x0370...0x0482, 0x048A...0x058F, 0x1E00...0x200A: true
        case 0x2010...0x2027, 0x202F...0x205F, 0x2070...0xA4CF, 0xAC00...0xD7A3, 0xE000...0xFAFF, 0xFF01...0xFFEF: true
        case 0x1F000...0x1F3FA, 0x1F400...0x1FAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// Whether it is a part of a Korean syllable, which may be put together with what is before it.
    static func isJamo(_ code: UInt32) -> Bool { (0x1100...0x11FF).contains(code) }

    /// Shapes a part of a text, whose characters around it may join to it; from left to right as they are seen.
    ///
    /// O(characters).
    func shape(
        _ codes: [UInt32], _ part: Range<Int>, script: hb_script_t, isRightToLeft: Bool, hasLigatures: Bool
    ) -> [ShapedGlyph] {
        shaping.withLock { shaping in
            let buffer = hb_buffer_create()
            defer { hb_buffer_destroy(buffer) }
            hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
            hb_buffer_set_script(buffer, script)
            hb_buffer_set_flags(
                buffer,
                hb_buffer_flags_t(
                    rawValue: HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES.rawValue
                        | HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE.rawValue))
            hb_buffer_add_codepoints(buffer, codes, Int32(codes.count), UInt32(part.lowerBound), Int32(part.count))
            // The tags are the letters of "liga" and "clig".
            let without = hasLigatures ? [] : [0x6C69_6761, 0x636C_6967] as [hb_tag_t]
            hb_shape(
                shaping, buffer, without.map { hb_feature_t(tag: $0, value: 0, start: 0, end: .max) },
                UInt32(without.count))
            return glyphs(of: buffer)
        }
    }

    /// The glyphs of a buffer that was shaped.
    private func glyphs(of buffer: OpaquePointer?) -> [ShapedGlyph] {
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let places = hb_buffer_get_glyph_positions(buffer, &count)
        else { return [] }
        return (0..<Int(count)).map { index in
            let (info, place) = (infos[index], places[index])
            func pixels(_ distance: Int32) -> Int { (Int(distance) + 32) >> 6 }
            return ShapedGlyph(
                position: info.codepoint == 0 ? nil : Int(info.codepoint) - firstGlyph, cluster: Int(info.cluster),
                advance: pixels(place.x_advance), x: pixels(place.x_offset), y: pixels(place.y_offset))
        }
    }
}
