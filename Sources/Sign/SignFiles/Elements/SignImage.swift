import Foundation
import ImageFiles
import LiveValues
import PixelGraphics
import Settings
import Timelines

/// An image that a message or a part shows, as a sign file names it.
package struct SignImage: Equatable, Sendable {
    /// Where images come from.
    package enum Source: Hashable, Sendable {
        /// An image file, or a folder of images if a slash ends the path, which counts from the folder of the sign file.
        case file(String)
        /// A document on a server, which is asked for again and again.
        case url(LiveAddress)
        /// Bytes that stand in the file or the message itself.
        case inline(InlineImage)

        /// Whether it is a folder of images.
        var isFolder: Bool { if case .file(let path) = self { ImageSlides.isPath(path) } else { false } }

        /// The path or URL as people write it.
        package var name: String {
            switch self {
            case .file(let path): path
            case .url(let address): address.url
            case .inline(let image): image.words
            }
        }
    }

    /// What decides where it comes from.
    package enum Origin: Equatable, Sendable {
        case fixed(Source)
        case values(ImageTemplate)
    }

    package var origin: Origin
    /// The image file that is shown until the image is there; nil for none.
    package var alternative: Source?
    /// How it is brought to the size of its area.
    package var fit = ImageFit.natural
    /// What its pixels are made of where it is reduced.
    package var scaling = ImageScaling.mean
    /// How often its file is looked at, its server asked, or the next image of its folder shown; nil for the default.
    package var every: Nanoseconds?
    /// The order of the images of a folder.
    package var order = ImageSlides.Order.name
    /// The area that it has at most; nil as long as that is not known.
    package var area: Size?
    /// Whether that is the space of the list around it, in which other parts decide how much it gets.
    package var sharesArea = false
    /// Where the path or URL stands in the file.
    package var place = FilePlace()
    /// How pictures of a Tronbyt server are shown, one for each turn; nil for an image.
    package var tronbyt: SignTronbyt?

    /// Describes an image in its own size.
    package init(_ source: Source) { origin = .fixed(source) }

    /// The path or URL as the file has it; that of a Tronbyt server without its query, which may have a key in it.
    package var name: String {
        switch origin {
        case .fixed(.url(let address)) where tronbyt != nil: address.urlWithoutQuery
        case .fixed(let source): source.name
        case .values(let template): template.text
        }
    }

    /// Whether it does not depend on values and servers, so that a sign can wait for it.
    package var isLocal: Bool {
        switch origin {
        case .fixed(.file), .fixed(.inline): true
        case .fixed(.url), .values: false
        }
    }

    /// What it shows whatever the values are, and whatever a server gives for a turn.
    package var fixedSources: [Source] {
        guard tronbyt == nil else { return [] }
        let source: Source? = if case .fixed(let source) = origin { source } else { nil }
        return [source, alternative].compactMap { $0 }
    }

    /// The path or URL with values in it; nil where it has none.
    package var template: ImageTemplate? { if case .values(let template) = origin { template } else { nil } }

    /// Where it comes from with values as they are; nil where they do not say it.
    package func source(in scope: FieldScope) -> Source? {
        switch origin {
        case .fixed(let source): source
        case .values(let template): (try? template.source(in: scope).get()) ?? nil
        }
    }
}

extension SignImage {
    /// Reads `image`, `fit`, `scaling`, `every`, `order`, `servers` and `or`; nil if there are problems.
    init?(_ fields: inout SignFields, _ names: FieldNames) {
        let expected = "the path of a \(ImageFormat.names) file, or its http(s) URL"
        let data =
            "data:image/png;base64, and at most \(InlineImage.maximumBytes >> 10) KiB of a \(ImageFormat.names) file in base64"
        var listed: [String] = []
        fields.readList("servers", as: .server, maximum: Self.maximumServers, of: "servers", into: &listed)
        let servers = fields.has("servers") ? listed : nil
        let isInline = fields.givenText("image")?.hasPrefix(InlineImage.scheme) ?? false
        let form = SignFields.ValueForm<Origin>(isInline ? data : expected) { text in
            guard !isInline else { return InlineImage(text).map { .value(.fixed(.inline($0))) } ?? .wrongType }
            guard !text.hasFieldBraces else {
                do throws(TextError) {
                    return .value(.values(try ImageTemplate(text, names, servers: servers)))
                } catch {
                    return .refused(.markup(error), offset: error.offset)
                }
            }
            guard text.contains("://") else {
                return text.isEmpty || text.contains("\n") ? .wrongType : .value(.fixed(.file(text)))
            }
            return LiveAddress(text, servers: servers).map { .value(.fixed(.url($0))) } ?? .wrongType
        }
        let origin = fields.value("image", as: form)
        let path = SignFields.ValueForm<String>.plain("the path of a \(ImageFormat.names) file")
        var alternative: String?
        var (fit, scaling) = (ImageFit.natural, ImageScaling.mean)
        var every: Nanoseconds?
        var order = ImageSlides.Order.name
        let isRight = [
            fields.read("fit", into: &fit), fields.read("scaling", into: &scaling),
            fields.read("every", as: .time("a time from 1s to a day such as 30s", in: Self.intervals), into: &every),
            fields.read("order", into: &order),
            fields.read("or", as: path, into: &alternative),
        ]
        guard let origin, !isRight.contains(false) else { return nil }
        (self.origin, self.alternative) = (origin, alternative.map { .file($0) })
        (self.fit, self.scaling, self.every, self.order) = (fit, scaling, every, order)
        place.place = fields.place(of: "image")
        guard fields.has("order"), case .fixed(let source) = origin, !source.isFolder else { return }
        fields.record(
            .part(.noEffect("order", on: "image", for: "folders, whose paths end with a slash")),
            at: fields.keyPlace(of: "order"))
    }

    private static let intervals = Nanoseconds.seconds(1)...Nanoseconds.seconds(86_400)
    /// The servers that may be named.
    private static let maximumServers = 16

    /// The source that asks a server for the image; nil for files and for what values decide.
    var liveSource: LiveSource? {
        guard case .fixed(.url(let address)) = origin, tronbyt == nil else { return nil }
        return Self.source(of: address, every: every)
    }

    private static func source(of address: LiveAddress, every: Nanoseconds?) -> LiveSource {
        var source = LiveSource(liveName(of: address), .url(address), form: .document(.image))
        if let every { source.interval = every }
        return source
    }

    /// The source that asks for an image that values have decided on, when no other such image is asked for.
    package static func valueSource(of address: LiveAddress, every: Nanoseconds? = nil) -> LiveSource {
        var source = source(of: address, every: every)
        source.takesTurns = true
        return source
    }

    /// What its source is called; with a blank in it, so that no field has the name.
    ///
    /// - Parameter isTurn: whether it is asked for turns; its query may have a key in it, and is not shown.
    package static func liveName(of address: LiveAddress, isTurn: Bool = false) -> String {
        namePrefix + (isTurn ? address.urlWithoutQuery : address.url)
    }

    /// What the names of the sources of images begin with.
    package static let namePrefix = "image "
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == String {
    /// A server as URLs name it.
    fileprivate static var server: Self {
        text("the host of a server such as i.scdn.co, perhaps with a port") { text in
            let isHost = LiveAddress("https://\(text)/")?.server != nil && !text.contains { "/?#".contains($0) }
            return isHost ? text.lowercased() : nil
        }
    }
}

/// An image whose bytes stand in a file or a message: `data:image/png;base64,iVBORw0...` (RFC 2397).
package struct InlineImage: Hashable, Sendable {
    // Compared first, and told apart by it in tables.
    private let digest: UInt64
    /// The bytes of an image file; shared by all copies.
    package let bytes: [UInt8]

    /// What such a URL begins with.
    package static let scheme = "data:"
    /// The bytes that it may have: nearly all pictures that displays of this size are sent have fewer than 220,000.
    package static let maximumBytes = 512 << 10
    /// The bytes that the URL may have.
    package static let maximumURLBytes = maximumBytes / 3 * 4 + 1_024

    /// Reads a URL; nil where it is none with base64, and where it has no bytes or too many.
    ///
    /// What it says of the format does not count.
    package init?(_ url: String) {
        guard url.hasPrefix(Self.scheme), let comma = url.firstIndex(of: ","),
            url[..<comma].lowercased().hasSuffix(";base64")
        else { return nil }
        let text = url[url.index(after: comma)...]
        guard text.utf8.count <= Self.maximumURLBytes, let data = Data(base64Encoded: String(text)),
            (1...Self.maximumBytes).contains(data.count)
        else { return nil }
        bytes = Array(data)
        var hash = StableHash()
        hash.combine(bytes)
        digest = hash.value
    }

    /// What people read instead of it.
    package var words: String { "an image of \((bytes.count + 999) / 1_000) kB" }

    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension JSONValue {
    /// The keys of a message with a short image in place of the one that it brings along, and that one; nil for none.
    ///
    /// Readers of files take a text apart character by character, which for half a mebibyte takes longer than a frame may.
    package var separatingImage: (keys: JSONValue, image: InlineImage?) {
        guard let image = self["image"]?.text.flatMap({ InlineImage($0) }) else { return (self, nil) }
        return (setting("image", to: .text(InlineImage.scheme + ";base64,AA==")), image)
    }
}
