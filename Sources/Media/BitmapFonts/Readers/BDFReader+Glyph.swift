extension BDFReader {
    /// What has been read of a glyph before its bitmap.
    private struct GlyphHeader {
        /// The line of STARTCHAR.
        let line: Int
        /// The number of problems before this glyph.
        let problemCount: Int
        /// The code; negative for a glyph without one.
        var code: Int?
        var advance: Int?
        var box: GlyphBox?
    }

    /// Reads from the line after STARTCHAR to ENDCHAR.
    mutating func readGlyph() {
        var header = GlyphHeader(line: lines.number, problemCount: lines.problemCount)
        while let line = lines.next() {
            var words = LineWords(lines.bytes, line)
            let keyword = keyword(of: &words)
            switch keyword {
            case "ENCODING": header.code = readCode(words)
            case "DWIDTH": header.advance = readAdvance(words)
            case "BBX": header.box = readBox(words, keyword: keyword, limit: FontLimits.boxExtent)
            case "SWIDTH", "SWIDTH1", "DWIDTH1", "VVECTOR", "ATTRIBUTES", "COMMENT": break
            case "BITMAP":
                finish(header, hasBitmap: true)
                return
            case "ENDCHAR":
                lines.putBack()
                finish(header, hasBitmap: false)
                return
            case "STARTCHAR", "ENDFONT":
                lines.report(.missing("ENDCHAR of the glyph in line \(header.line)"))
                lines.putBack()
                return
            default: lines.report(.unexpected(keyword: keyword, inside: "a glyph"))
            }
        }
        lines.report(.endsInside("a glyph: ENDCHAR is missing"))
    }

    /// Reads the number of ENCODING; -1 and any second number mean that the glyph has no code.
    private mutating func readCode(_ words: LineWords) -> Int? {
        var words = words
        guard let code = words.integer() else {
            reportMalformed("ENCODING", expected: "a whole number")
            return nil
        }
        return code < 0 || isIn(-1...Int(FontLimits.code), code, "the code in ENCODING") ? code : nil
    }

    /// Reads the bitmap up to ENDCHAR, checks that nothing is missing, and adds the glyph.
    private mutating func finish(_ header: GlyphHeader, hasBitmap: Bool) {
        let isClean = lines.problemCount == header.problemCount
        if isClean { recordMissing(header, hasBitmap: hasBitmap) }
        let box = header.box ?? GlyphBox()
        let stride = (box.width + 7) / 8
        let hasPixels = header.box != nil && stride > 0 && box.height > 0
        guard let found = readRows(stride: stride, height: hasPixels ? box.height : 0) else { return }
        if hasPixels, hasBitmap, found != box.height {
            lines.report(.rowCount(expected: box.height, found: found))
        }
        guard lines.problemCount == header.problemCount, let code = header.code, code >= 0 else { return }
        var placed = box
        placed.advance = header.advance ?? globalAdvance ?? 0
        if !builder.add(code: UInt32(code), box: placed, rows: rows, stride: stride) {
            lines.report(
                line: header.line, .tooLarge(what: "the size of all glyphs in columns", limit: FontLimits.words))
        }
    }

    /// Records what the glyph should have had before its bitmap.
    private mutating func recordMissing(_ header: GlyphHeader, hasBitmap: Bool) {
        if header.code == nil { lines.report(line: header.line, .missing("ENCODING")) }
        if header.advance == nil, globalAdvance == nil { lines.report(line: header.line, .missing("DWIDTH")) }
        guard let box = header.box else {
            lines.report(line: header.line, .missing("BBX"))
            return
        }
        if !hasBitmap, box.wordCount > 0 { lines.report(line: header.line, .missing("BITMAP")) }
    }

    /// Reads bitmap lines into `rows` up to ENDCHAR, those beyond `height` only to be counted.
    ///
    /// Returns their number, or nil if ENDCHAR is missing.
    private mutating func readRows(stride: Int, height: Int) -> Int? {
        var count = 0
        while let line = lines.next() {
            switch lines.bytes[line.lowerBound] {
            case UInt8(ascii: "E") where isWord("ENDCHAR", line): return count
            case UInt8(ascii: "C") where isWord("COMMENT", line): continue
            case UInt8(ascii: "S") where isWord("STARTCHAR", line), UInt8(ascii: "E") where isWord("ENDFONT", line):
                lines.report(.missing("ENDCHAR"))
                lines.putBack()
                return nil
            default: break
            }
            if count < height { readRow(line, index: count, stride: stride) }
            count += 1
        }
        lines.report(.endsInside("a bitmap: ENDCHAR is missing"))
        return nil
    }

    private func isWord(_ keyword: StaticString, _ line: Range<Int>) -> Bool {
        var words = LineWords(lines.bytes, line)
        guard let word = words.next() else { return false }
        return word.count == keyword.utf8CodeUnitCount
            && lines.bytes[word].elementsEqual(UnsafeBufferPointer(start: keyword.utf8Start, count: word.count))
    }

    /// Reads one line of hexadecimal digits into row `index`; missing digits are dark, surplus ones are dropped.
    private mutating func readRow(_ line: Range<Int>, index: Int, stride: Int) {
        let start = index * stride
        if rows.count < start + stride { rows.append(contentsOf: repeatElement(0, count: start + stride - rows.count)) }
        var position = line.lowerBound
        for byte in start..<start + stride {
            guard let high = digit(at: &position, line), let low = digit(at: &position, line) else {
                let found = String(decoding: lines.bytes[line], as: UTF8.self)
                lines.report(.malformed(what: "a bitmap line", expected: "hexadecimal digits", found: found))
                return
            }
            rows[byte] = high << 4 | low
        }
    }

    /// The value of the next digit of the line, 0 after its end, nil for another character.
    private func digit(at position: inout Int, _ line: Range<Int>) -> UInt8? {
        guard position < line.upperBound else { return 0 }
        position &+= 1
        return hexadecimalValue(lines.bytes[position &- 1])
    }
}
