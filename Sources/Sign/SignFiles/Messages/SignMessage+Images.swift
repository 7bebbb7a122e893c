import LiveValues

extension SignMessage {
    /// The path or URL of its image, or else its text: what lists of messages call it.
    package var title: String { image?.source.name ?? text }

    /// All images that it shows, those of its parts among them.
    package var images: [SignImage] { (image.map { [$0] } ?? []) + (parts?.images ?? []) }
}

extension SignParts {
    /// The images of all parts.
    var images: [SignImage] { parts.flatMap(\.images) }
}

extension SignPart {
    fileprivate var images: [SignImage] {
        switch content {
        case .image(let path, _, _):
            var image = SignImage(.file(path))
            image.place = place
            return [image]
        case .turns(let parts, _), .parts(let parts): return parts.images
        case .text, .items, .clock, .analogClock, .shape, .pixels: return []
        }
    }
}

extension LiveSource {
    /// The sources that ask servers for the images of messages, each once.
    package static func images(of messages: [SignMessage]) -> [LiveSource] {
        var known: Set<String> = []
        return messages.flatMap(\.images).compactMap(\.liveSource).filter { known.insert($0.name).inserted }
    }
}
