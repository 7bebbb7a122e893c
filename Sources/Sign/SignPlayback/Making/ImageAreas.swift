import PixelGraphics
import SignFiles

/// The images among parts, with the areas that they have at most.
extension SignPart {
    /// The same with the areas of the images in it, as far as they are known before anything is measured.
    ///
    /// - Parameters:
    ///   - size: the space that it has, its padding included.
    ///   - sharesArea: whether that is the space of a list in which other parts decide how much it gets.
    func sizingImages(within size: Size, sharesArea: Bool = false) -> SignPart {
        var part = self
        let inner = Rectangle(size).inset(by: box.padding).size
        switch content {
        case .image(var image, let align, let verticalAlign):
            (image.area, image.sharesArea) = (inner, sharesArea)
            part.content = .image(image, align: align, verticalAlign: verticalAlign)
        case .turns(let parts, let order):
            part.content = .turns(parts.sizingImages(in: inner, sharesArea: sharesArea), order: order)
        case .parts(let parts): part.content = .parts(parts.sizingImages(in: inner, sharesArea: sharesArea))
        case .list(var list):
            list.parts = list.parts.map { part in
                let width = if case .pixels(let width)? = part.box.width { width } else { inner.width }
                let height = if case .pixels(let height)? = part.box.height { height } else { inner.height }
                return part.sizingImages(within: Size(width: width, height: height), sharesArea: true)
            }
            part.content = .list(list)
        default: break
        }
        return part
    }
}

extension [SignPart] {
    /// The same with the areas of the images in them on an area of a size.
    func sizingImages(in size: Size, sharesArea: Bool = false) -> [SignPart] {
        map { $0.sizingImages(within: $0.place(in: size).size, sharesArea: sharesArea && $0.area == nil) }
    }
}

extension SignMessage {
    /// All images that it shows on an area of a size, those of its parts among them.
    func images(on size: Size) -> [SignImage] {
        var own = image
        own?.area = size
        return (own.map { [$0] } ?? []) + (parts?.sizingImages(in: size).all.compactMap(\.image) ?? [])
    }
}
