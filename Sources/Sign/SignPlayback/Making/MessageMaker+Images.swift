import ImageFiles
import Marquee
import PixelGraphics
import SignFiles

/// The images of messages.
extension MessageMaker {
    /// The pixels of all images of a sign together; four bytes each.
    static let mostPixels = 1 << 25

    /// What an image is known by on an area of a size.
    private func key(of image: SignImage, size: Size) -> ImageCache.Key {
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

    /// The image of a message, and a number that tells it from earlier ones; nil without an image, or before it is loaded.
    func image(of given: SignMessage, size: Size) -> (animation: ImageAnimation, revision: Int)? {
        guard let image = given.image,
            case .ready(let animation, let revision) = images.state(of: key(of: image, size: size))
        else { return nil }
        return (animation, revision)
    }

    /// Whether all images of a message are there.
    func hasImages(of given: SignMessage, size: Size) -> Bool {
        guard given.image != nil || given.parts != nil else { return true }
        return given.images.allSatisfy { image in
            if case .ready = images.state(of: key(of: image, size: size)) { true } else { false }
        }
    }

    /// Gets an image among the parts of a message; nil while it is being loaded.
    func image(atPath path: String) -> Result<ImageAnimation?, ResourceError> {
        switch images.state(of: key(of: SignImage(.file(path)), size: .zero)) {
        case .ready(let animation, _): .success(animation)
        case .waiting: .success(nil)
        case .failed(let words): .failure(ResourceError(words))
        }
    }

    /// Checks that the image of a message is not known to be one that cannot be shown.
    func checkImage(of given: SignMessage, size: Size) throws(SignError) {
        guard let image = given.image, case .failed(let words) = images.state(of: key(of: image, size: size)) else {
            return
        }
        throw file.error([(.image(words), image.place.place)])
    }

    /// Checks that the files of a message's images begin as images do, without waiting until they are loaded.
    func probeImages(of given: SignMessage, size: Size) throws(SignError) {
        for image in given.images {
            guard case .file(let path) = key(of: image, size: size).source else { continue }
            do throws(ImageFileError) {
                try ImageLoader.probe(path: path)
            } catch {
                throw file.error([(.image("\(error)"), image.place.place)])
            }
        }
    }

    /// The problem of the first image with which all of a file are larger together than they may be; nil for none.
    ///
    /// - Parameter messages: the messages of the file, and the areas that they are shown on.
    func imagesProblem(_ messages: [(message: SignMessage, size: Size)]) -> SignError? {
        var known: Set<ImageCache.Key> = []
        var pixels = 0
        for (message, size) in messages {
            for image in message.images {
                let key = key(of: image, size: size)
                guard known.insert(key).inserted, case .ready(let animation, _) = images.state(of: key) else {
                    continue
                }
                pixels += animation.pixelCount
                guard pixels > Self.mostPixels else { continue }
                let words =
                    "the images of the sign have more than \(Self.mostPixels) pixels in total, counting all frames; use "
                    + "smaller or fewer images"
                return file.error([(.image(words), image.place.place)])
            }
        }
        return nil
    }
}
