import SignFiles

/// What messages say, for lists of them.
extension MessageMaker {
    /// What a message says now: its text with its values and without its tags, the texts of its parts, or the name of its image.
    func words(of given: SignMessage) -> String {
        if given.image != nil { return given.title }
        guard let parts = given.parts else { return plainText(of: given) }
        return words(of: parts).joined(separator: " ")
    }

    /// The texts of parts; those that take turns say nothing here.
    private func words(of parts: SignParts) -> [String] {
        parts.parts.flatMap { part -> [String] in
            if case .turns = part.content { [] } else { part.texts.map(plainText) + words(of: part.inner) }
        }.filter { !$0.isEmpty }
    }

    /// A text with its values, without pictures, and without icons of characters that no other font has.
    private func plainText(of given: SignMessage) -> String {
        var text = String.UnicodeScalarView()
        for scalar in values.styled(given, resources: MarkupResources()).plainText.unicodeScalars
        where scalar.properties.generalCategory != .privateUse { text.append(scalar) }
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        let words = String(text).drop(while: isBlank)
        return String(words.reversed().drop(while: isBlank).reversed())
    }
}
