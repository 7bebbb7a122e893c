import LiveValues
import PixelGraphics
import SettingsFiles

/// An image that a message shows, as a sign file names it.
public struct SignImage: Equatable, Sendable {
    /// Where images come from.
    public enum Source: Hashable, Sendable {
        /// A PNG or GIF file; its path counts from the folder of the sign file.
        case file(String)
        /// A document on a server, which is asked for again and again.
        case url(LiveAddress)

        /// The path or URL as people write it.
        public var name: String {
            switch self {
            case .file(let path): path
            case .url(let address): address.url
            }
        }
    }

    /// Where it comes from.
    public var source: Source
    /// How it is brought to the size of its area.
    public var fit = ImageFit.natural
    /// Where the path or URL stands in the file.
    package var place = SignPart.FilePlace()

    /// Describes an image in its own size.
    public init(_ source: Source) {
        self.source = source
    }
}

extension SignImage {
    /// Reads `image` and `fit`; nil where there are problems.
    init?(_ fields: inout SignFields) {
        let source = fields.parsed("image", expected: "the path of a PNG or GIF file, or its http(s) URL") {
            text -> SignFields.Outcome<Source> in
            guard text.contains("://") else { return text.isEmpty ? .wrongType : .value(.file(text)) }
            return LiveAddress(text).map { .value(.url($0)) } ?? .wrongType
        }
        let fit = fields.choice("fit", default: ImageFit.natural)
        guard let source, let fit else { return nil }
        self.init(source)
        self.fit = fit
        place.place = fields.place(of: "image")
    }

    /// The source that asks a server for the image; nil for files.
    var liveSource: LiveSource? {
        guard case .url(let address) = source else { return nil }
        return LiveSource(Self.liveName(of: address), .url(address), form: .document(.image))
    }

    /// What its source is called; with a blank in it, so that no field has the name.
    static func liveName(of address: LiveAddress) -> String { "image \(address.url)" }
}

extension SignMessage {
    /// The path or URL of its image, or else its text: what lists of messages call it.
    public var title: String { image?.source.name ?? text }

    /// All images that it shows, those of its parts among them.
    var images: [SignImage] { (image.map { [$0] } ?? []) + (parts?.images ?? []) }
}

extension SignTimeLine {
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
        case .turns(let line, _), .parts(let line): return line.images
        case .text, .items, .clock, .analogClock, .shape, .pixels: return []
        }
    }
}

extension SignFile {
    /// The sources that ask servers for the images of its messages.
    public var imageSources: [LiveSource] { LiveSource.images(of: messages) }
}

extension LiveSource {
    /// The sources that ask servers for the images of messages, each once.
    static func images(of messages: [SignMessage]) -> [LiveSource] {
        var known: Set<String> = []
        return messages.flatMap(\.images).compactMap(\.liveSource).filter { known.insert($0.name).inserted }
    }
}
