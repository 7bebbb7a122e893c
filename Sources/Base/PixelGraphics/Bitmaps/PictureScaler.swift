/// Brings a picture to another size while its rows come, so that the original is never in memory as a whole.
///
/// Reduced, a pixel is the mean of what it covers, in linear light and weighted by alpha; enlarged, it is the nearest one, so
/// that a whole factor makes squares; each axis on its own. A pixel has its full colour where its mean alpha is at least one
/// half. Below that, down to a sixteenth, it shines as much as it is covered, so that thin lines are not lost; it is
/// transparent where less is covered, or where an original that is not reduced has an alpha below one half.
/// Exact in integers: the same picture gives the same pixels on every machine.
package struct PictureScaler {
    /// Red, green, blue and alpha, 0 to 255 each, rows without padding.
    package static let bytesPerPixel = 4

    private let columns: ScaledAxis
    private let rows: ScaledAxis
    /// Whether rows come in order, each once and whole.
    private let isInOrder: Bool
    /// Red, green and blue light times alpha, and alpha, of the pixels of a row of the result in one row of the original.
    private var row: [UInt64]
    /// The same, added up: of one row of the result if rows come in order, else of all.
    private var sums: [UInt64]
    private var picture: RGBBitmap
    private var mask: MonoBitmap

    /// Begins with a transparent picture.
    ///
    /// - Parameter isInOrder: whether rows come from the top, each once and whole; others need 32 bytes for each pixel of a reduced result.
    package init(from source: Size, to size: Size, _ scaling: ImageScaling = .mean, isInOrder: Bool = true) {
        columns = ScaledAxis(source: source.width, target: size.width, scaling)
        rows = ScaledAxis(source: source.height, target: size.height, scaling)
        self.isInOrder = isInOrder
        let count = !size.isEmpty && (columns.isReduced || rows.isReduced) ? 4 * size.width : 0
        row = [UInt64](repeating: 0, count: count)
        sums = [UInt64](repeating: 0, count: isInOrder ? count : count * size.height)
        picture = RGBBitmap(size: size)
        mask = MonoBitmap(size: size)
    }

    /// The bytes that scaling needs beside the result.
    package static func workBytes(
        from source: Size, to size: Size, _ scaling: ImageScaling = .mean, isInOrder: Bool
    ) -> Int {
        guard scaling == .mean, size.width < source.width || size.height < source.height else { return 0 }
        return 32 * size.width * (isInOrder ? 2 : size.height + 1)
    }

    /// Takes pixels of a row of the original, four bytes each, from a first column on, each some columns from the last.
    package mutating func take(_ samples: UnsafeBufferPointer<UInt8>, row y: Int, first: Int = 0, step: Int = 1) {
        guard y >= 0, y < rows.source, first >= 0, step > 0 else { return }
        guard !row.isEmpty else { return copy(samples, row: y, first: first, step: step) }
        for index in row.indices { row[index] = 0 }
        addColumns(samples, first: first, step: step)
        let share = rows.share(of: y)
        for place in share.places {
            let weight = UInt64(place == share.places.lowerBound ? share.first : share.rest)
            let start = isInOrder ? 0 : place * row.count
            for index in row.indices { sums[start + index] &+= row[index] &* weight }
            if isInOrder, rows.isComplete(place, after: y) { finish(place) }
        }
    }

    /// Returns the picture, and which of its pixels are opaque; the others are black.
    package mutating func finish() -> (picture: RGBBitmap, mask: MonoBitmap) {
        if !isInOrder, !row.isEmpty { for place in 0..<picture.height { finish(place) } }
        return (picture, mask)
    }

    private mutating func addColumns(_ samples: UnsafeBufferPointer<UInt8>, first: Int, step: Int) {
        let (columns, tables) = (columns, LinearLight.tables)
        row.withUnsafeMutableBufferPointer { row in
            var x = first
            var index = 0
            while index &+ 3 < samples.count, x < columns.source {
                let alpha = UInt64(samples[index &+ 3])
                if alpha != 0 {
                    let red = UInt64(tables.light(of: samples[index])) &* alpha
                    let green = UInt64(tables.light(of: samples[index &+ 1])) &* alpha
                    let blue = UInt64(tables.light(of: samples[index &+ 2])) &* alpha
                    let share = columns.share(of: x)
                    var weight = UInt64(share.first)
                    for place in share.places {
                        row[4 &* place] &+= red &* weight
                        row[4 &* place &+ 1] &+= green &* weight
                        row[4 &* place &+ 2] &+= blue &* weight
                        row[4 &* place &+ 3] &+= alpha &* weight
                        weight = UInt64(share.rest)
                    }
                }
                x &+= step
                index &+= 4
            }
        }
    }

    /// Makes a row of the result of its sums, and sets them back.
    private mutating func finish(_ y: Int) {
        let start = isInOrder ? 0 : y * row.count
        let whole = UInt64(columns.total) * UInt64(rows.total) * 255
        for x in 0..<picture.width {
            let index = start + 4 * x
            let alpha = sums[index + 3]
            if 16 * alpha >= whole {
                let divisor = 2 * alpha >= whole ? alpha : whole
                func channel(_ offset: Int) -> UInt8 {
                    LinearLight.tables.value(of: UInt32((sums[index + offset] + divisor / 2) / divisor))
                }
                picture[x, y] = Color(red: channel(0), green: channel(1), blue: channel(2))
                mask[x, y] = true
            }
            for offset in 0..<4 { sums[index + offset] = 0 }
        }
    }

    /// Takes pixels of a picture of which no means are taken: each pixel of the result is one of the original.
    private mutating func copy(_ samples: UnsafeBufferPointer<UInt8>, row y: Int, first: Int, step: Int) {
        let lines = rows.share(of: y).places
        var x = first
        var index = 0
        while index + 3 < samples.count, x < columns.source {
            if samples[index + 3] >= 128 {
                let color = Color(red: samples[index], green: samples[index + 1], blue: samples[index + 2])
                for column in columns.share(of: x).places {
                    for line in lines {
                        picture[column, line] = color
                        mask[column, line] = true
                    }
                }
            }
            x += step
            index += 4
        }
    }
}

extension RGBBitmap {
    /// Returns a part of the picture in another size, and which of its pixels are opaque; pixels that a mask leaves out do not count.
    package func scaled(
        _ part: Rectangle, to size: Size, mask: MonoBitmap?, _ scaling: ImageScaling = .mean
    ) -> (picture: RGBBitmap, mask: MonoBitmap) {
        var scaler = PictureScaler(from: part.size, to: size, scaling)
        var samples = [UInt8](repeating: 0, count: PictureScaler.bytesPerPixel * part.width)
        samples.withUnsafeMutableBufferPointer { samples in
            for y in part.y..<part.maxY {
                for x in 0..<part.width {
                    let color = pixels[y * width + part.x + x]
                    samples[4 * x] = color.red
                    samples[4 * x + 1] = color.green
                    samples[4 * x + 2] = color.blue
                    samples[4 * x + 3] = mask?[part.x + x, y] ?? true ? 255 : 0
                }
                scaler.take(UnsafeBufferPointer(samples), row: y - part.y)
            }
        }
        return scaler.finish()
    }
}

/// One axis of a picture that gets another size: which pixels of the result a pixel of the original counts for.
///
/// Reduced, a pixel of the result is the mean of what it covers, so a pixel of the original counts for the one or two that
/// cover it, by the part that lies in each. Enlarged, or where no means are taken, each pixel of the result is the nearest one of
/// the original.
struct ScaledAxis {
    /// The pixels of the original.
    let source: Int
    /// The pixels of the result.
    let target: Int
    private let scaling: ImageScaling

    init(source: Int, target: Int, _ scaling: ImageScaling = .mean) {
        (self.source, self.target, self.scaling) = (source, target, scaling)
    }

    /// Whether the result has fewer pixels, which are means.
    var isReduced: Bool { scaling == .mean && target < source }

    /// The weights of all pixels that count for one of the result, added up.
    var total: Int { isReduced ? source : 1 }

    /// The pixels of the result that a pixel of the original counts for, with its weight in the first of them and in the others.
    func share(of place: Int) -> (places: Range<Int>, first: Int, rest: Int) {
        guard isReduced else {
            let range = firstNearest(to: place)..<firstNearest(to: place + 1)
            return (range, 1, 1)
        }
        // In units of which a pixel of the original has `target` and one of the result `source`.
        let (start, end) = (place * target, (place + 1) * target)
        let first = start / source
        let edge = (first + 1) * source
        guard end > edge else { return (first..<first + 1, target, 0) }
        return (first..<first + 2, edge - start, end - edge)
    }

    /// Whether a pixel of the result has all that counts for it once the original has been taken up to a pixel, in order.
    func isComplete(_ place: Int, after last: Int) -> Bool {
        !isReduced || (last + 1) * target >= (place + 1) * source
    }

    /// The first pixel of the result whose middle lies in a pixel of the original, or behind it.
    private func firstNearest(to place: Int) -> Int {
        guard source > 0 else { return 0 }
        return min((2 * target * place + source - 1) / (2 * source), target)
    }
}

/// What the pixels of a reduced picture are made of.
public enum ImageScaling: String, CaseIterable, Hashable, Sendable {
    /// The mean of all pixels that one covers, in linear light.
    case mean
    /// The pixel of the original that is nearest to the middle of one: crisp, but what lies between is lost.
    case nearest
}

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
    /// As small as covers all of the area, but never larger than it is; nothing is cut off.
    ///
    /// So much of a picture is enough for `cover` of every area up to this one.
    case uncut
    /// As large as fits whole by a whole factor, so that all its pixels are equally large; one that does not fit as with `contain`.
    case multiple

    /// The ways that sign files name: all but `uncut` and `multiple`.
    public static let allCases: [ImageFit] = [.natural, .contain, .cover, .stretch]

    /// Returns the part of a picture that is shown in an area: all of it if it is not cut off, else the part around the middle.
    ///
    /// Sides that follow from the ratio are rounded to the nearest pixel. An empty area shows the whole picture.
    public func part(of picture: Size, in area: Size) -> Rectangle {
        guard !picture.isEmpty, !area.isEmpty else { return Rectangle(picture) }
        var shown = picture
        switch self {
        case .contain, .stretch, .uncut, .multiple: return Rectangle(picture)
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

    /// Returns the size that the shown part of a picture gets: at least one pixel a side, and except for `uncut` never larger
    /// than the area.
    ///
    /// Sides that follow from the ratio are rounded to the nearest pixel. For an empty area it is the picture's.
    public func size(of picture: Size, in area: Size) -> Size {
        guard !picture.isEmpty, !area.isEmpty else { return picture }
        switch self {
        case .natural: return part(of: picture, in: area).size
        case .cover, .stretch: return area
        case .uncut:
            let width = Self.side(picture.width, picture.height, of: area.height)
            let height = Self.side(picture.height, picture.width, of: area.width)
            return Size(
                width: min(picture.width, max(area.width, width)), height: min(picture.height, max(area.height, height))
            )
        case .multiple:
            let factor = min(area.width / picture.width, area.height / picture.height)
            guard factor > 0 else { return ImageFit.contain.size(of: picture, in: area) }
            return Size(width: picture.width * factor, height: picture.height * factor)
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
