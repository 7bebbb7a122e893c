/// How a picture is scaled to an area.
public enum ImageFit: String, CaseIterable, Hashable, Sendable {
    /// Not at all: what is larger is cut off around its middle.
    case natural
    /// As large as fits whole; sides keep their ratio.
    case contain
    /// As small as covers all of the area; sides keep their ratio, and what hangs over is cut off.
    case cover
    /// Exactly the area's size; sides do not keep their ratio.
    case stretch

    /// Returns the part of a picture that is shown in an area: all of it if it is not cut off, else the part around the middle.
    ///
    /// Sides that follow from the ratio are rounded to the nearest pixel. An empty area shows the whole picture.
    public func part(of picture: Size, in area: Size) -> Rectangle {
        guard !picture.isEmpty, !area.isEmpty else { return Rectangle(picture) }
        var shown = picture
        switch self {
        case .contain, .stretch: return Rectangle(picture)
        case .natural:
            shown = Size(width: min(picture.width, area.width), height: min(picture.height, area.height))
        case .cover:
            shown = Size(
                width: min(picture.width, Self.side(area.width, area.height, of: picture.height)),
                height: min(picture.height, Self.side(area.height, area.width, of: picture.width)))
        }
        return Rectangle(
            x: (picture.width - shown.width) / 2, y: (picture.height - shown.height) / 2, width: shown.width,
            height: shown.height)
    }

    /// Returns the size that the shown part of a picture gets: never larger than the area, at least one pixel a side.
    ///
    /// Sides that follow from the ratio are rounded to the nearest pixel. For an empty area it is the picture's.
    public func size(of picture: Size, in area: Size) -> Size {
        guard !picture.isEmpty, !area.isEmpty else { return picture }
        switch self {
        case .natural: return part(of: picture, in: area).size
        case .cover, .stretch: return area
        case .contain:
            let width = Self.side(picture.width, picture.height, of: area.height)
            guard width > area.width else { return Size(width: width, height: area.height) }
            return Size(
                width: area.width, height: min(area.height, Self.side(picture.height, picture.width, of: area.width)))
        }
    }

    /// The side that goes with another one, `length`, in the ratio of two sides.
    private static func side(_ own: Int, _ other: Int, of length: Int) -> Int {
        let product = Int128(own) * Int128(length)
        return max(1, Int(clamping: (product + Int128(other / 2)) / Int128(other)))
    }
}
