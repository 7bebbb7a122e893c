import BitmapFonts

extension LaidText {
    /// Returns what this text and an older one have in common at their ends along the direction of motion, in pixels:
    /// letters that look the same and are as far from that end.
    ///
    /// O(letters). Nothing if the lines cannot be compared: because there are more or fewer of them, or (along the
    /// lines) because they are of other heights.
    func keptEnds(of old: LaidText, isHorizontal: Bool) -> KeptEnds {
        isHorizontal ? keptColumns(of: old) : keptRows(of: old)
    }

    private func keptColumns(of old: LaidText) -> KeptEnds {
        guard lines.count == old.lines.count, block.size.height == old.block.size.height else { return .none }
        var kept = KeptEnds(start: .max, end: .max)
        for number in lines.indices {
            guard block.origins[number].y == old.block.origins[number].y else { return .none }
            let count = min(lines[number].glyphs.count, old.lines[number].glyphs.count)
            var start = 0
            while start < count, isSame(start, as: start, of: old, line: number, atEnd: false) { start += 1 }
            var end = 0
            let last = (lines[number].glyphs.count - 1, old.lines[number].glyphs.count - 1)
            while end < count, isSame(last.0 - end, as: last.1 - end, of: old, line: number, atEnd: true) { end += 1 }
            kept.start = min(kept.start, left(of: start, line: number), old.left(of: start, line: number))
            kept.end = min(
                kept.end, right(of: last.0 - end, line: number), old.right(of: last.1 - end, line: number))
        }
        return kept.limited(to: block.size.width, old.block.size.width)
    }

    /// Whether a letter of a line is the same as one of the older text, and stands as far from one end of the block.
    private func isSame(_ index: Int, as other: Int, of old: LaidText, line: Int, atEnd: Bool) -> Bool {
        let (first, second) = (lines[line].glyphs[index], old.lines[line].glyphs[other])
        let x = (first.x + block.origins[line].x, second.x + old.block.origins[line].x)
        let isInPlace = atEnd ? block.size.width - x.0 == old.block.size.width - x.1 : x.0 == x.1
        return isInPlace && first.glyph.looksLike(second.glyph) && looks[first.run].isSame(as: old.looks[second.run])
    }

    /// The columns from the block's start to a letter; to its end behind the last one.
    private func left(of index: Int, line: Int) -> Int {
        guard index < lines[line].glyphs.count else { return .max }
        let placed = lines[line].glyphs[index]
        return block.origins[line].x + placed.x + min(0, placed.glyph.left)
    }

    /// The columns from a letter to the block's end.
    private func right(of index: Int, line: Int) -> Int {
        guard index >= 0 else { return .max }
        let placed = lines[line].glyphs[index]
        let end = placed.x + max(placed.glyph.advance, placed.glyph.left + placed.glyph.width)
        return block.size.width - block.origins[line].x - end
    }

    private func keptRows(of old: LaidText) -> KeptEnds {
        let count = min(lines.count, old.lines.count)
        var start = 0
        while start < count, isSameLine(start, as: start, of: old) { start += 1 }
        var end = 0
        while end < count, isSameLine(lines.count - 1 - end, as: old.lines.count - 1 - end, of: old) { end += 1 }
        let kept = KeptEnds(start: top(of: start), end: block.size.height - top(of: lines.count - end))
        return kept.limited(to: block.size.height, old.block.size.height)
    }

    private func isSameLine(_ index: Int, as other: Int, of old: LaidText) -> Bool {
        let (first, second) = (lines[index].glyphs, old.lines[other].glyphs)
        let x = (block.origins[index].x, old.block.origins[other].x)
        guard first.count == second.count, lines[index].ascent == old.lines[other].ascent,
            lines[index].descent == old.lines[other].descent
        else { return false }
        return first.indices.allSatisfy { number in
            first[number].x + x.0 == second[number].x + x.1
                && first[number].glyph.looksLike(second[number].glyph)
                && looks[first[number].run].isSame(as: old.looks[second[number].run])
        }
    }

    /// The row in which a line begins; the height of the block behind the last one.
    private func top(of line: Int) -> Int {
        lines.indices.contains(line) ? block.origins[line].y - lines[line].ascent : block.size.height
    }
}

extension LaidText.Look {
    /// Whether letters of both look the same; their speed is not seen.
    fileprivate func isSame(as other: LaidText.Look) -> Bool {
        ink == other.ink && background == other.background && blink == other.blink
    }
}

extension Glyph {
    /// Whether both are the same pixels in the same place.
    fileprivate func looksLike(_ other: Glyph) -> Bool {
        advance == other.advance && left == other.left && top == other.top && width == other.width
            && height == other.height && columns == other.columns
    }
}
