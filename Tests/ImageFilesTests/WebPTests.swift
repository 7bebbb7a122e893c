import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite struct WebPTests {
    /// Sprites that move over a background, partly transparent.
    private static let scenes = """
        def scene(number, width, height, alpha):
            image = Image.new('RGBA', (width, height), (0, 0, 0, 0) if alpha else (20, 40, 90, 255))
            draw = ImageDraw.Draw(image)
            draw.rectangle((number, 1, number + width // 3, height // 2), fill=(250, 60 + 5 * number, 10, 255))
            draw.ellipse((width // 4, number, width - 3, height - 2), fill=(20, 200, 90, 140 if alpha else 255))
            return image if alpha else image.convert('RGB')
        """

    @Test(
        "E8: 40 WebP files, still and animated, lossy and lossless, turned or not, are what Pillow shows, frame by frame"
    )
    func files() throws {
        let folder = try DecodedFolder(
            Self.scenes + """

                def make(folder):
                    for number in range(20):
                        exif = Image.Exif()
                        exif[0x0112] = 1 + number % 8
                        name = 'still-%d.webp' % number
                        scene(number % 5, 17 + 3 * number, 40 - number, number % 3 == 0).save(folder + '/' + name,
                            lossless=number % 2 == 0, quality=80, **(dict(exif=exif) if number % 4 else {}))
                        yield name, Image.open(folder + '/' + name)
                    for number in range(20):
                        frames = [scene(k, 19 + number, 31 - number, number % 2 == 0) for k in range(2 + number % 5)]
                        name = 'animated-%d.webp' % number
                        frames[0].save(folder + '/' + name, save_all=True, append_images=frames[1:],
                            duration=[[33, 40, 5, 1000][(k + number) % 4] for k in range(len(frames))],
                            loop=[0, 1, 3][number % 3], lossless=number % 4 < 2, quality=70,
                            kmin=number % 3, kmax=3, allow_mixed=number % 7 == 0, minimize_size=number % 5 == 0)
                        yield name, Image.open(folder + '/' + name)
                """)
        defer { folder.remove() }
        expectEqual(folder.files.count, 40)
        for file in folder.files {
            let bytes = try folder.bytes(of: file)
            let image = try ImageLoader.decode(bytes)
            expectEqual(image.size, file.size)
            expectEqual(image.frames.count, file.durations.count, "\(file.name)")
            for (number, frame) in image.frames.enumerated() {
                let distance = file.distance(of: frame.picture, frame: number) ?? 255
                #expect(distance == 0, "\(file.name), frame \(number): \(distance)")
                guard image.frames.count > 1 else { continue }
                let given = file.durations[number]
                expectEqual(frame.milliseconds, given <= 10 ? 100 : given, "\(file.name), frame \(number)")
            }
            expectEqual(image.loops ?? 0, file.loops, "\(file.name)")
            expectEqual(WebPHeader.declaredSize(bytes), file.size)
            expectEqual(WebPHeader(bytes).isAnimated, file.name.hasPrefix("animated"))
        }
    }

    @Test("E8: WebP frames are reduced as all images are; files that end early and too large ones are refused")
    func limits() throws {
        let folder = try DecodedFolder(
            Self.scenes + """

                def make(folder):
                    frames = [scene(k, 40, 20, True) for k in range(4)]
                    frames[0].save(folder + '/a.webp', save_all=True, append_images=frames[1:], duration=50, lossless=True)
                    yield 'a.webp', Image.open(folder + '/a.webp')
                    frames[0].save(folder + '/b.webp', lossless=True)
                    yield 'b.webp', Image.open(folder + '/b.webp')
                """)
        defer { folder.remove() }
        let area = Size(width: 9, height: 7)
        for file in folder.files {
            let bytes = try folder.bytes(of: file)
            let image = try ImageLoader.decode(bytes, fit: .stretch, area: area)
            for (number, frame) in image.frames.enumerated() {
                Sample.expect(frame.picture, isScaled: file.rows(frame: number))
            }
            for count in stride(from: 12, to: bytes.count - 2, by: 11) {
                let cut = Sample.failure { try ImageLoader.decode(Array(bytes[..<count])) }
                #expect(cut?.format == "WebP" && cut?.fix == "Give an undamaged WebP file", "\(count) bytes")
            }
            let isMoving = image.frames.count > 1
            // Ten bytes for each pixel, for 12 or 8 for each of 800 pixels and 4 for each of 63.
            let few = ImageLimits(
                maximumSide: 64, maximumPixels: isMoving ? 986 : 666, maximumFrames: 3, maximumFileBytes: 1 << 16)
            let problem = Sample.failure { try ImageLoader.decode(bytes, limits: few, fit: .stretch, area: area) }
            expectEqual(problem?.reason, isMoving ? "there are more than 3 frames" : nil)
            var smaller = few
            smaller.maximumPixels -= 1
            expectEqual(
                Sample.failure { try ImageLoader.decode(bytes, limits: smaller, fit: .stretch, area: area) }?.reason,
                "reading it takes 0.1 MiB of memory, more than 0.1 MiB")
        }
    }
}
