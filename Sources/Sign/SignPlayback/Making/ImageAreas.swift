import PixelGraphics
import SignFiles

/// The images among parts, with the areas that they have at most.
extension SignPart {
    /// The same with the areas of the images in it, as far as they are known before anything is measured.
    ///
    /// - Parameter size: the space that it has, its padding included.
    func sizingImages(within size: Size) -> SignPart {
        var part = self
        let inner = Rectangle(size).inset(by: box.padding).size
        switch content {
        case .image(var image, let align, let verticalAlign):
            image.area = inner
            part.content = .image(image, align: align, verticalAlign: verticalAlign)
        case .turns(let parts, let order): part.content = .turns(parts.sizingImages(in: inner), order: order)
        case .parts(let parts): part.content = .parts(parts.sizingImages(in: inner))
        case .list(var list):
            list.parts = list.parts.map { part in
                let width = if case .pixels(let width)? = part.box.width { width } else { inner.width }
                let height = if case .pixels(let height)? = part.box.height { height } else { inner.height }
                return part.sizingImages(within: Size(width: width, height: height))
            }
            part.content = .list(list)
        default: break
        }
        return part
    }
}

extension [SignPart] {
    /// The same with the areas of the images in them on an area of a size.
    func sizingImages(in size: Size) -> [SignPart] { map { $0.sizingImages(within: $0.place(in: size).size) } }
}

extension SignMessage {
    /// All images that it shows on an area of a size, those of its parts among them.
    func images(on size: Size) -> [SignImage] {
        var own = image
        own?.area = size
        return (own.map { [$0] } ?? []) + (parts?.sizingImages(in: size).all.compactMap(\.image) ?? [])
    }
}
