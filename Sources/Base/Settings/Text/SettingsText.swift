/// The characters of a settings file, and the places in it that people look for.
package struct SettingsText: Sendable {
    /// The characters, without a byte order mark in front.
    package let scalars: [Unicode.Scalar]
    /// The offsets of the characters that begin a line; a line ends with LF, CR LF or CR.
    private let lineStarts: [Int]

    /// Decodes UTF-8; what follows the first byte that is not UTF-8 is left out, and its place is returned.
    package static func decoding(_ bytes: some Sequence<UInt8>) -> (source: SettingsText, brokenAt: TextPlace?) {
        var scalars: [Unicode.Scalar] = []
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var isBroken = false
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput: break decoding
            case .error:
                isBroken = true
                break decoding
            }
        }
        let source = SettingsText(scalars)
        return (source, isBroken ? source.place(at: source.scalars.count) : nil)
    }

    init(_ given: [Unicode.Scalar]) {
        let text = given.first == "\u{FEFF}" ? Array(given.dropFirst()) : given
        var starts = [0]
        for index in text.indices {
            let isBreak =
                text[index] == "\n" || (text[index] == "\r" && !(index + 1 < text.count && text[index + 1] == "\n"))
            if isBreak { starts.append(index + 1) }
        }
        scalars = text
        lineStarts = starts
    }

    /// Returns the place of the character at an offset; the offset after the last one is a place, too.
    package func place(at offset: Int) -> TextPlace {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPlace(line: low + 1, column: offset - lineStarts[low] + 1)
    }

    /// Returns the offset of a place; the nearest one where the file does not reach so far.
    func offset(of place: TextPlace) -> Int {
        let line = min(max(place.line - 1, 0), lineStarts.count - 1)
        return min(lineStarts[line] + max(place.column - 1, 0), scalars.count)
    }

    /// Returns the characters of a line, counted from 1, without its end; nil where there is no such line.
    package func line(_ number: Int) -> ArraySlice<Unicode.Scalar>? {
        guard number >= 1, number <= lineStarts.count else { return nil }
        return scalars[range(ofLine: number - 1)]
    }

    /// The offsets of the characters of a line, counted from 0, without its end.
    private func range(ofLine index: Int) -> Range<Int> {
        let start = lineStarts[index]
        var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : scalars.count
        while end > start, scalars[end - 1] == "\n" || scalars[end - 1] == "\r" { end -= 1 }
        return start..<end
    }
}
