import SignFiles

extension SignMarkup {
    /// Whether it is more than letters that look as the message says.
    var isStyled: Bool {
        pieces.contains { piece in
            if case .text = piece.content { return piece.look != MarkupLook() }
            return true
        }
    }
}
