import ImageFiles
import LiveValues
import PixelGraphics
import Settings

/// An image that a message shows, as a sign file names it.
package struct SignImage: Equatable, Sendable {
    /// Where images come from.
    package enum Source: Hashable, Sendable {
        /// An image file; its path counts from the folder of the sign file.
        case file(String)
        /// A document on a server, which is asked for again and again.
        case url(LiveAddress)

        /// The path or URL as people write it.
        package var name: String {
            switch self {
            case .file(let path): path
            case .url(let address): address.url
            }
        }
    }

    package var source: Source
    /// How it is brought to the size of its area.
    package var fit = ImageFit.natural
    /// Where the path or URL stands in the file.
    package var place = FilePlace()

    /// Describes an image in its own size.
    package init(_ source: Source) {
        self.source = source
    }
}

extension SignImage {
    /// Reads `image` and `fit`; nil if there are problems.
    init?(_ fields: inout SignFields) {
        let expected = "the path of a \(ImageFormat.names) file, or its http(s) URL"
        let source = fields.value(
            "image",
            as: SignFields.ValueForm<Source>(expected) { text in
                guard text.contains("://") else {
                    return SignFields.ValueForm<String>.plain(expected).read(text).map { .file($0) }
                }
                return LiveAddress(text).map { .value(.url($0)) } ?? .wrongType
            })
        var fit = ImageFit.natural
        let isFitted = fields.read("fit", into: &fit)
        guard let source, isFitted else { return nil }
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
    package static func liveName(of address: LiveAddress) -> String { "image \(address.url)" }
}
