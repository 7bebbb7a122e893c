/// Cuts a text at its line ends.
enum ParagraphSplitter {
    /// One paragraph.
    struct Paragraph {
        /// Its scalars without the line end.
        var content: Range<Int>
        /// The number of scalars of the line end: 0 for the last paragraph, 2 for CR LF, else 1.
        var lineEnd: Int
    }

    /// Returns the paragraphs; a text that ends in a line end has an empty last paragraph.
    static func paragraphs(of text: ArraySlice<Unicode.Scalar>) -> [Paragraph] {
        var paragraphs: [Paragraph] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            guard SpecialCharacters.endsLine(text[index].value) else {
                index += 1
                continue
            }
            let isPair = text[index] == "\r" && index + 1 < text.endIndex && text[index + 1] == "\n"
            paragraphs.append(Paragraph(content: start..<index, lineEnd: isPair ? 2 : 1))
            index += isPair ? 2 : 1
            start = index
        }
        paragraphs.append(Paragraph(content: start..<text.endIndex, lineEnd: 0))
        return paragraphs
    }
}
