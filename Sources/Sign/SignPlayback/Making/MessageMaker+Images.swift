import ImageFiles
import Marquee
import PixelGraphics
import SignFiles

/// The images of messages.
extension MessageMaker {
    /// What an image is known by on an area of a size.
    func key(of image: SignImage, size: Size) -> ImageCache.Key {
        let area = image.fit == .natural ? nil : size
        guard case .file(let path) = image.source else {
            return ImageCache.Key(source: image.source, fit: image.fit, area: area)
        }
        return ImageCache.Key(source: .file(file.path(of: path)), fit: image.fit, area: area)
    }

    /// What all images of a message are known by.
    func imageKeys(of given: SignMessage, size: Size) -> [ImageCache.Key] {
        given.images.map { key(of: $0, size: size) }
    }

    /// The image of a message; nil without one, or before it is loaded.
    func image(of given: SignMessage, size: Size) -> ImageAnimation? {
        guard let image = given.image, case .ready(let animation) = images.state(of: key(of: image, size: size))
        else { return nil }
        return animation
    }

    func hasImages(of given: SignMessage, size: Size) -> Bool {
        guard given.image != nil || given.parts != nil else { return true }
        return given.images.allSatisfy { image in
            if case .ready = images.state(of: key(of: image, size: size)) { true } else { false }
        }
    }

    /// Checks that the image of a message is not known to be one that cannot be shown.
    func checkImage(of given: SignMessage, size: Size) throws(SignError) {
        guard let image = given.image, case .failed(let words) = images.state(of: key(of: image, size: size)) else {
            return
        }
        throw file.error([(.image(words), image.place.place)])
    }

    /// Checks that the files of a message's images begin as images do and are not too large, without waiting until they are
    /// loaded.
    func probeImages(of given: SignMessage, size: Size) throws(SignError) {
        for image in given.images {
            let key = key(of: image, size: size)
            guard case .file(let path) = key.source else { continue }
            do throws(ImageFileError) {
                try ImageLoader.probe(path: path, fit: key.fit, area: key.area)
            } catch {
                throw file.error([(.image("\(error)"), image.place.place)])
            }
        }
    }

    /// The bytes that the images of messages and the pictures in their texts need, each counted once; what is not loaded yet
    /// needs none.
    func imageBytes(_ messages: [(message: SignMessage, size: Size)]) -> Int {
        let images = Set(messages.flatMap { imageKeys(of: $0.message, size: $0.size) }).reduce(0) { sum, key in
            switch self.images.state(of: key) {
            case .ready(let animation): sum + animation.byteCount
            case .full(let needed): sum + needed
            case .waiting, .failed: sum
            }
        }
        let pictures = Set(messages.flatMap { $0.message.pictures.map(file.path(of:)) })
        return images + pictures.reduce(0) { $0 + (fonts.pictures[$1]?.byteCount ?? 0) }
    }

    /// The problem of the first image with which all of a file are larger together than they may be, or that has no room beside
    /// others; nil for none.
    func imagesProblem(_ messages: [(message: SignMessage, size: Size)]) -> SignError? {
        let bytes = imageBytes(messages)
        guard bytes <= ImageMemory.fileLimit else {
            // The first message with which it is too much.
            let place = messages.indices.first { imageBytes(Array(messages[...$0])) > ImageMemory.fileLimit }
            let message = messages[place ?? 0].message
            return file.error([
                (
                    .image(ImageMemory.words(together: bytes)),
                    message.images.last?.place.place ?? message.places.text
                )
            ])
        }
        for (message, size) in messages {
            for image in message.images {
                guard case .full(let needed) = images.state(of: key(of: image, size: size)) else { continue }
                return file.error([(.image(ImageMemory.words(needed: needed)), image.place.place)])
            }
        }
        return nil
    }
}

extension SignMessage {
    /// The paths of the pictures in its texts and of its effects.
    var pictures: [String] {
        let sprites = [look.entrance, look.exit].compactMap { effect -> String? in
            if case .file(let path) = effect?.sprite { path } else { nil }
        }
        let tags = texts.flatMap(\.markup.needs).compactMap { need -> String? in
            if case .picture(let path) = need.resource { path } else { nil }
        }
        return sprites + tags
    }
}
