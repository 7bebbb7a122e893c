import CFreeType

/// Glyphs in a size.
extension OutlineFile {
    /// The units of the outlines that an em has.
    var unitsPerEm: Int { Int(face.pointee.units_per_EM) }

    /// The capital by which sizes are measured; nil for a font without Latin letters.
    var capital: UInt32? {
        let glyph = glyph(for: 0x48)
        return glyph == 0 ? nil : glyph
    }

    /// The height of capitals in units of the outlines: that of an H, else five sevenths of an em, which is usual.
    ///
    /// What fonts without an H say about it themselves is anything from 0.4 to 1.3 em.
    var capitalUnits: Int {
        if let capital, FT_Load_Glyph(face, capital, Int32(FT_LOAD_NO_SCALE)) == 0, box.yMax > 0 {
            return Int(box.yMax)
        }
        return unitsPerEm * 5 / 7
    }

    /// Chooses a size in 64ths of a pixel per em; returns false if there is none.
    func setSize(_ size: Int) -> Bool { FT_Set_Char_Size(face, 0, FT_F26Dot6(size), 72, 72) == 0 }

    /// The rows above and below the base line that the font asks for in the chosen size.
    var lineRows: (above: Int, below: Int) {
        let metrics = face.pointee.size.pointee.metrics
        let limit = FontLimits.boxExtent
        return (min(max(0, (metrics.ascender + 63) >> 6), limit), min(max(0, (63 - metrics.descender) >> 6), limit))
    }

    /// The rows of a glyph in the chosen size, counted upwards from the base line; nil if it cannot be read or is too large.
    func rows(of glyph: UInt32, _ edges: LetterEdges) -> Range<Int>? {
        guard load(glyph, edges) else { return nil }
        let box = box
        let low = Int(box.yMin + 32) >> 6
        return low..<max(low, Int(box.yMax + 32) >> 6)
    }

    /// Draws a glyph in the chosen size; nil if it cannot be read or is too large.
    func drawn(_ glyph: UInt32, _ edges: LetterEdges) -> Glyph? {
        let mode = edges == .crisp ? FT_RENDER_MODE_MONO : FT_RENDER_MODE_NORMAL
        guard load(glyph, edges), let slot = face.pointee.glyph, FT_Render_Glyph(slot, mode) == 0 else { return nil }
        let bitmap = slot.pointee.bitmap
        let box = GlyphBox(
            advance: Int(slot.pointee.advance.x + 32) >> 6, left: Int(slot.pointee.bitmap_left),
            top: Int(slot.pointee.bitmap_top), width: Int(bitmap.width), height: Int(bitmap.rows))
        guard box.isWithinLimits else { return nil }
        guard box.width > 0, box.height > 0, let start = bitmap.buffer, bitmap.pitch > 0 else {
            return Glyph(code: 0, advance: box.advance, left: 0, top: 0, width: 0, height: 0, columns: [])
        }
        let pitch = Int(bitmap.pitch)
        let rows = Array(UnsafeBufferPointer(start: start, count: pitch * box.height))
        guard edges == .crisp else {
            let shares = (0..<box.height).flatMap { rows[$0 * pitch..<$0 * pitch + box.width] }
            return Glyph(
                advance: box.advance, left: box.left, top: box.top, width: box.width, height: box.height, shares: shares
            )
        }
        var columns: [UInt64] = []
        box.appendColumns(to: &columns, rows: rows, offset: 0, stride: pitch)
        guard columns.contains(where: { $0 != 0 }) else {
            return Glyph(code: 0, advance: box.advance, left: 0, top: 0, width: 0, height: 0, columns: [])
        }
        return Glyph(
            code: 0, advance: box.advance, left: box.left, top: box.top, width: box.width, height: box.height,
            columns: columns[...])
    }

    /// Loads the outline of a glyph with its hints; returns false if it cannot be read or is too large.
    private func load(_ glyph: UInt32, _ edges: LetterEdges) -> Bool {
        // FT_LOAD_TARGET_MONO is a macro with an argument: the number of the render mode in bits 16 to 19.
        let flags =
            switch edges {
            case .crisp: Int(FT_LOAD_FORCE_AUTOHINT) | Int(FT_RENDER_MODE_MONO.rawValue) << 16
            case .smooth: Int(FT_RENDER_MODE_LIGHT.rawValue) << 16
            }
        guard FT_Load_Glyph(face, glyph, Int32(flags | Int(FT_LOAD_NO_BITMAP))) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return false }
        let box = box
        let limit = FontLimits.boxExtent << 6
        return box.xMax - box.xMin <= limit && box.yMax - box.yMin <= limit
            && [box.xMin, box.xMax, box.yMin, box.yMax].allSatisfy { abs($0) <= FontLimits.distance << 6 }
    }

    /// The box of the outline that was loaded, by its control points.
    private var box: FT_BBox {
        var box = FT_BBox()
        if let slot = face.pointee.glyph { FT_Outline_Get_CBox(&slot.pointee.outline, &box) }
        return box
    }
}
