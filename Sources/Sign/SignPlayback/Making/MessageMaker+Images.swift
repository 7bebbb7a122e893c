import ImageFiles
import LiveValues
import Marquee
import PixelGraphics
import Settings
import SignFiles

/// The images of messages.
extension MessageMaker {
    /// What one of the sources of an image is known by.
    func key(of image: SignImage, _ source: SignImage.Source) -> ImageCache.Key {
        var fit = image.fit
        if fit == .cover, image.sharesArea { fit = .uncut }
        // Apps draw pixel by pixel.
        if fit == .contain, image.tronbyt != nil { fit = .multiple }
        let fitting = ImageFitting(fit, image.fit == .natural ? nil : image.area, image.scaling)
        let own: SignImage.Source = if case .file(let path) = source { .file(file.path(of: path)) } else { source }
        return ImageCache.Key(
            source: own, fitting: fitting, every: image.every, order: image.order, turn: image.tronbyt?.turn)
    }

    /// What the picture of a turn is known by that a server gives a message; nil for other messages.
    func key(of given: SignMessage, turn: Int, size: Size) -> ImageCache.Key? {
        guard var image = given.image, image.tronbyt != nil, case .fixed(let source) = image.origin else { return nil }
        image.area = size
        image.tronbyt?.turn = turn
        return key(of: image, source)
    }

    /// What all images of a message are known by that it shows whatever its values are.
    func imageKeys(of given: SignMessage, size: Size) -> [ImageCache.Key] {
        given.images(on: size).flatMap { image in image.fixedSources.map { key(of: image, $0) } }
    }

    /// The image of a message; nil without one, or before it is loaded.
    func image(of given: SignMessage, size: Size) -> ImageAnimation? {
        guard var image = given.image else { return nil }
        image.area = size
        return picture(of: image)?.animation
    }

    /// Whether a message can be shown: parts do not wait for images that values or servers give.
    func hasImages(of given: SignMessage, size: Size) -> Bool {
        guard given.image != nil || given.parts != nil else { return true }
        if given.image != nil { return image(of: given, size: size) != nil }
        return given.images(on: size).allSatisfy { image in
            !image.isLocal || picture(of: image) != nil
        }
    }

    /// Checks that no image of a message is known to be one that cannot be shown, that of its parts aside.
    func checkImages(of given: SignMessage, size: Size) throws(SignError) {
        var problems: [(reason: SignReason, place: TextPlace?)] = []
        for image in given.images(on: size) {
            let isOwn = given.image != nil
            for source in isOwn ? image.fixedSources : [image.alternative].compactMap({ $0 }) {
                guard case .failed(let words) = images.state(of: key(of: image, source)) else { continue }
                problems.append((.image(words), image.place.place))
            }
            problems += mapProblems(of: image)
        }
        guard problems.isEmpty else { throw file.error(problems) }
    }

    /// The files that a map names and that are missing or unreadable, at their places in the map.
    private func mapProblems(of image: SignImage) -> [(reason: SignReason, place: TextPlace?)] {
        guard let found = image.template?.sources(of: file.maps) else { return [] }
        return found.sources.compactMap { source, place in
            do {
                guard case .file(let path) = try source.get() else { return nil }
                try ImageLoader.probe(path: file.path(of: path))
                return nil
            } catch {
                return (.image("the map \(ShownText.quoted(found.map)): \(error)"), place ?? image.place.place)
            }
        }
    }

    /// Checks that the files of a message's images begin as images do and are not too large, without waiting until they are
    /// loaded.
    func probeImages(of given: SignMessage, size: Size) throws(SignError) {
        for image in given.images(on: size) {
            for key in image.fixedSources.map({ key(of: image, $0) }) {
                do throws(ImageFileError) {
                    switch key.source {
                    case .file(let path): try ImageLoader.probe(path: path, key.fitting)
                    case .inline(let image): try ImageLoader.probe(image.bytes, key.fitting)
                    case .url: continue
                    }
                } catch {
                    throw file.error([(.image("\(error)"), image.place.place)])
                }
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
            for image in message.images(on: size) {
                for source in image.fixedSources {
                    guard case .full(let needed) = images.state(of: key(of: image, source)) else { continue }
                    return file.error([(.image(ImageMemory.words(needed: needed)), image.place.place)])
                }
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

/// The images that values decide on.
extension MessageMaker {
    /// An image, and what it is known by.
    typealias Picture = (key: ImageCache.Key, animation: ImageAnimation)

    /// The images that values may ask for at a time.
    static let maximumDemand = 32

    /// What is shown of an image: what its values say if that is there, while it is being loaded what was shown before, else the one
    /// that stands for it; nil for nothing.
    func picture(of image: SignImage, before: Picture? = nil) -> Picture? {
        if let source = image.source(in: scope) {
            let key = key(of: image, source)
            switch images.state(of: key) {
            case .ready(let animation): return (key, animation)
            case .waiting: if let before { return before }
            case .failed, .full: break
            }
        }
        guard let alternative = image.alternative else { return nil }
        let key = key(of: image, alternative)
        if case .ready(let animation) = images.state(of: key) { return (key, animation) }
        return nil
    }

    /// What the images of a message are known by that its values ask for, in the order of its parts.
    func demandedKeys(of given: SignMessage, size: Size) -> [ImageCache.Key] {
        var own = given.image
        own?.area = size
        let parts = given.parts.map { demandedKeys(of: $0.sizingImages(in: size)) } ?? []
        return demandedKeys(of: own) + parts
    }

    private func demandedKeys(of parts: [SignPart]) -> [ImageCache.Key] {
        parts.flatMap { part in
            elements(of: part).flatMap { repeated in
                let (maker, part) = (repeated.maker, repeated.part(of: part))
                return maker.demandedKeys(of: part.image) + maker.demandedKeys(of: part.inner)
            }
        }
    }

    private func demandedKeys(of image: SignImage?) -> [ImageCache.Key] {
        guard let image, image.template != nil, let source = image.source(in: scope) else { return [] }
        return [key(of: image, source)]
    }
}

extension SignMessage {
    /// Whether values decide on its images.
    var hasValueImages: Bool { images.contains { $0.template != nil } }
}
