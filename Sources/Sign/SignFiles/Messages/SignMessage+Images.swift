import LiveValues

extension SignMessage {
    /// The path or URL of its image, or else its text: what lists of messages call it.
    package var title: String { image?.source.name ?? text }

    /// Itself, or the texts of its parts: all that have a text.
    package var texts: [SignMessage] { parts?.all.flatMap(\.texts) ?? (image == nil ? [self] : []) }

    /// All images that it shows, those of its parts among them.
    package var images: [SignImage] { (image.map { [$0] } ?? []) + (parts?.all.compactMap(\.image) ?? []) }
}

extension SignPart {
    fileprivate var image: SignImage? {
        guard case .image(let path, _, _) = content else { return nil }
        var image = SignImage(.file(path))
        image.place = place
        return image
    }
}

extension LiveSource {
    /// The sources that ask servers for the images of messages, each once.
    package static func images(of messages: [SignMessage]) -> [LiveSource] {
        var known: Set<String> = []
        return messages.flatMap(\.images).compactMap(\.liveSource).filter { known.insert($0.name).inserted }
    }
}
