import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Parts that are images.
extension PartsConstruction {
    /// The content of an image, which follows the values that decide on it, its file, and the server that gives it.
    ///
    /// What is being loaded is not shown yet, and what finds no room is a problem of all images together.
    func image(
        _ image: SignImage, of part: SignPart, in place: Rectangle, _ align: HorizontalAlignment,
        _ verticalAlign: VerticalAlignment, scope: Scope
    ) throws(SignError) -> Made {
        if case .fixed(let source) = image.origin, case .file = source,
            case .failed(let words) = maker.images.state(of: maker.key(of: image, source))
        {
            throw error(.image(words), of: part)
        }
        return (following(image, part: part, size: place.size, align, verticalAlign, scope: scope), place)
    }

    /// An image that is another one as soon as its values say so, or its file or server has another one, and it is there.
    private func following(
        _ image: SignImage, part: SignPart, size: Size, _ align: HorizontalAlignment,
        _ verticalAlign: VerticalAlignment, scope: Scope
    ) -> any Content {
        func content(_ picture: MessageMaker.Picture?, start: Instant) -> any Content {
            guard let shown = picture?.animation.fitted(image.fit, in: size, image.scaling) else {
                return Still(.empty)
            }
            let slides = slideEffect.map { SlideShowContent(shown, by: $0, start: start) }
            let paced = paced(slides ?? Still(ColoredStrip(shown, start: start)), part: part, scope: scope)
            let made = part.placed(paced, size: shown.size, in: Rectangle(size), align, verticalAlign)
            let layers = Layers()
            layers.add(made.content, in: made.place)
            return layers
        }
        var shown = maker.picture(of: image, before: pictureBefore)
        let remade = RemadeContent(content(shown, start: scope.start))
        guard followsImages else { return remade }
        refreshers.append { [maker] instant in
            let now = maker.picture(of: image, before: shown)
            guard now?.key != shown?.key || now?.animation != shown?.animation else { return }
            shown = now
            remade.content = content(now, start: scope.start)
        }
        return remade
    }
}
