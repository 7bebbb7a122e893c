import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite struct JPEGTests {
    /// A photo without sharp edges, so that no decoder differs much, whose corners all differ.
    private static let photo = """
        def photo(width, height):
            image = Image.new('RGB', (width, height))
            image.putdata([(x * 255 // width, y * 255 // height, 255 - (x + y) * 255 // (width + height))
                for y in range(height) for x in range(width)])
            return image
        """

    @Test("E8: JPEG files of all eight turns, grey and colour, baseline and progressive, are what Pillow shows")
    func turns() throws {
        let folder = try DecodedFolder(
            Self.photo + """

                def make(folder):
                    kinds = [dict(subsampling=0), dict(subsampling=2, progressive=True), dict(gray=True)]
                    for turn in range(1, 9):
                        for number, kind in enumerate(kinds):
                            kind = dict(kind)
                            image = photo(21 + turn, 13)
                            if kind.pop('gray', False): image = image.convert('L')
                            exif = Image.Exif()
                            exif[0x0112] = turn
                            name = '%d-%d.jpg' % (turn, number)
                            image.save(folder + '/' + name, quality=95, exif=exif, **kind)
                            yield name, Image.open(folder + '/' + name)
                """)
        defer { folder.remove() }
        expectEqual(folder.files.count, 24)
        for file in folder.files {
            let image = try ImageLoader.decode(folder.bytes(of: file))
            #expect(image.frames.count == 1 && image.loops == 1)
            let distance = file.distance(of: image.frames[0].picture, frame: 0) ?? 255
            #expect(distance <= 3, "\(file.name): \(distance)")
            try expectEqual(JPEGHeader.declaredSize(folder.bytes(of: file)), file.size)
        }
    }

    @Test("E8: a large JPEG is reduced while it is decoded, nearly as the mean of all of its pixels")
    func reduced() throws {
        let folder = try DecodedFolder(
            Self.photo + """

                def make(folder):
                    for turn in [1, 6]:
                        exif = Image.Exif()
                        exif[0x0112] = turn
                        photo(751, 501).save(folder + '/%d.jpg' % turn, quality=90, exif=exif)
                        yield '%d.jpg' % turn, Image.open(folder + '/%d.jpg' % turn)
                """)
        defer { folder.remove() }
        for file in folder.files {
            for fit in [ImageFit.contain, .cover, .stretch] {
                let area = Size(width: 24, height: 8)
                let found = try ImageLoader.decode(folder.bytes(of: file), fit: fit, area: area)
                expectEqual(found.size, fit.size(of: file.size, in: area))
                let part = fit.part(of: file.size, in: area)
                let rows = file.rows(frame: 0)[part.y..<part.maxY].map { Array($0[part.x..<part.maxX]) }
                for (y, line) in PlainScaling.scale(rows, to: found.size).enumerated() {
                    for (x, pixel) in line.enumerated() {
                        let pixel = try #require(pixel)
                        let color = found.frames[0].picture.bitmap[x, y]
                        let distance = max(
                            abs(Double(color.red) - pixel.red), abs(Double(color.green) - pixel.green),
                            abs(Double(color.blue) - pixel.blue))
                        #expect(distance < 3, "\(file.name) \(fit) at \(x),\(y): \(color), not \(pixel)")
                    }
                }
            }
        }
    }

    @Test("E8: printers' colours, files that end early and false sizes are refused; bytes that a camera adds are not")
    func refused() throws {
        let folder = try DecodedFolder(
            Self.photo + """

                def make(folder):
                    photo(40, 30).save(folder + '/a.jpg', quality=90)
                    yield 'a.jpg', Image.open(folder + '/a.jpg')
                    photo(40, 30).convert('CMYK').save(folder + '/b.jpg')
                    yield 'b.jpg', Image.open(folder + '/b.jpg').convert('RGB')
                """)
        defer { folder.remove() }
        let bytes = try folder.bytes(of: folder.files[0])
        expectEqual(
            Sample.failure { try ImageLoader.decode(folder.bytes(of: folder.files[1])) }?.description,
            "cannot decode JPEG: its colours are those of a printer (CMYK). Save it with RGB colours.")
        for count in stride(from: 4, to: bytes.count - 2, by: 7) {
            let cut = Sample.failure { try ImageLoader.decode(Array(bytes[..<count])) }
            #expect(cut?.format == "JPEG" && cut?.fix == "Give an undamaged JPEG file", "\(count) bytes")
        }
        let noisy = bytes.dropLast(2) + [0, 1, 2, 3, 4, 5] + bytes.suffix(2)
        try expectEqual(
            ImageLoader.decode(Array(noisy)).frames[0].picture, ImageLoader.decode(bytes).frames[0].picture)
        // The start of frame has its sides behind the marker, a length of two bytes and the precision.
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        var false65500 = bytes
        false65500.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        expectEqual(
            Sample.failure { try ImageLoader.decode(false65500) }?.reason,
            "the picture of 65500x65500 is larger than 8192 pixels a side")
        false65500.replaceSubrange(frame + 5..<frame + 9, with: [0x1F, 0xFF, 0x0F, 0xFF])
        let area = Size(width: 64, height: 32)
        expectEqual(
            Sample.failure { try ImageLoader.decode(false65500, fit: .natural, area: area) }?.description,
            "cannot decode JPEG: reading it takes 128.0 MiB of memory, more than 60.0 MiB. Scale it down.")
        // Two bytes for each sample of three components, two of which have a quarter of the samples.
        false65500[frame + 1] = 0xC2
        expectEqual(
            Sample.failure { try ImageLoader.decode(false65500, fit: .contain, area: area) }?.description,
            "cannot decode JPEG: reading it takes 98.1 MiB of memory, more than 60.0 MiB. Scale it down, or save it as a baseline JPEG."
        )
    }

    @Test("Facts about cameras that are damaged turn nothing")
    func damagedTurns() {
        func turn(_ block: [UInt8]) -> PictureTurn { PictureTurn(exif: block[...]) }
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
        let whole = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + entry
        expectEqual(turn(whole), .right)
        let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0]
        expectEqual(turn(little), .left)
        for count in 0..<20 { expectEqual(turn(Array(whole[..<count])), .none, "\(count) bytes") }
        for (place, value) in [(0, UInt8(0)), (4, 0xFF), (8, 0xFF), (11, 0x13), (13, 4), (17, 2), (19, 9), (19, 0)] {
            var changed = whole
            changed[place] = value
            expectEqual(turn(changed), place == 8 ? .right : .none, "\(value) at \(place)")
        }
    }
}
