extension SignMessage {
    /// Itself, or the texts of its parts: all that have a text.
    package var texts: [SignMessage] { parts?.texts ?? (image == nil ? [self] : []) }
}

extension SignParts {
    /// The texts of all parts.
    var texts: [SignMessage] { parts.flatMap(\.texts) }
}

extension SignPart {
    fileprivate var texts: [SignMessage] {
        switch content {
        case .text(let message): [message]
        case .items(let items, _): items.compactMap(\.message)
        case .turns(let parts, _), .parts(let parts): parts.texts
        case .clock, .image, .analogClock, .shape, .pixels: []
        }
    }
}
