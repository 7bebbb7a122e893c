import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite struct PNGTests {
    @Test("What is written reads back pixel for pixel, over all small sizes")
    func roundTrip() throws {
        for width in 1...9 {
            for height in 1...9 {
                let bitmap = Sample.gradient(width: width, height: height)
                let read = try PNG.decode(PNG.encode(bitmap))
                expectEqual(read.bitmap, bitmap, "\(width)x\(height)\n\(Sample.hex(read.bitmap))")
                expectEqual(read.mask, fullMask(bitmap.size))
            }
        }
    }

    @Test("The same picture gives the same bytes twice")
    func sameBytes() throws {
        let bitmap = Sample.gradient(width: 61, height: 33)
        try expectEqual(PNG.encode(bitmap), PNG.encode(bitmap))
    }

    @Test("Pillow reads the pixels that were written")
    func pillowReads() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.png").path
        var bitmap = RGBBitmap(size: Size(width: 3, height: 2))
        bitmap[0, 0] = Color(rawValue: 0xFF8001)
        bitmap[2, 1] = Color(rawValue: 0x0203FE)
        try PNG.write(bitmap, path: path)
        let script = """
            import sys
            from PIL import Image
            image = Image.open(sys.argv[1])
            print(image.format, image.mode, image.size)
            for y in range(image.height):
                print(' '.join('%02x%02x%02x' % image.getpixel((x, y)) for x in range(image.width)))
            """
        let expected = """
            PNG RGB (3, 2)
            ff8001 000000 000000
            000000 000000 0203fe

            """
        try expectEqual(Pillow.run(script, path), expected)
    }

    @Test(
        "Colour types and transparency that Pillow writes (RGBA, grey with alpha, palette) are read",
        arguments: [
            "image.save(path)",
            "image.convert('LA').save(path)",
            "image.quantize(16).save(path)",
        ])
    func pillowWrites(statement: String) throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.png").path
        let script = """
            import sys
            from PIL import Image
            path = sys.argv[1]
            image = Image.new('RGBA', (5, 3))
            for y in range(3):
                for x in range(5):
                    image.putpixel((x, y), (x * 50, y * 100, 255 - x * 20, 0 if x == y else 255))
            \(statement)
            image = Image.open(path).convert('RGBA')
            for y in range(3):
                print(' '.join('%02x%02x%02x%02x' % image.getpixel((x, y)) for x in range(5)))
            """
        let expected = try Pillow.run(script, path)
        let read = try #require(ImageLoader.read(path: path).frames.first).picture
        let rows = (0..<3).map { y in
            (0..<5).map { x in
                let color = String(read.bitmap[x, y].rawValue, radix: 16)
                return String(repeating: "0", count: 6 - color.count) + color + (read.mask[x, y] ? "ff" : "00")
            }.joined(separator: " ")
        }
        // A transparent pixel has no colour here.
        let blind = expected.split(separator: "\n").map { row in
            row.split(separator: " ").map { $0.hasSuffix("00") && $0.count == 8 ? "00000000" : String($0) }
                .joined(separator: " ")
        }
        expectEqual(rows, blind)
        #expect(rows.joined().contains("00000000"))
    }

    @Test("A file cut off anywhere, or empty, is an error that names PNG and a reason")
    func truncated() throws {
        let bytes = try PNG.encode(Sample.gradient(width: 7, height: 5))
        for count in 0..<bytes.count - 12 {
            let error = Sample.failure { try PNG.decode(Array(bytes[..<count])) }
            #expect(error?.format == "PNG" && error?.operation == .decode && error?.reason.isEmpty == false)
        }
    }

    @Test("Changed bytes give a picture or an error, never a trap")
    func mutated() throws {
        let bytes = try PNG.encode(Sample.gradient(width: 6, height: 4))
        var random = SeededRandom(seed: 7)
        var refused = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                refused += check(changed)
            }
        }
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            refused += check(changed)
        }
        // Every chunk has a checksum, so most changes are noticed.
        #expect(refused > 2000)
    }

    /// Checks that bytes give a picture within the limits, or an error of the format; returns 1 for an error, else 0.
    private func check(_ bytes: [UInt8]) -> Int {
        do throws(ImageFileError) {
            let picture = try PNG.decode(bytes, limits: Self.small)
            #expect(picture.mask.size == picture.bitmap.size && picture.bitmap.width <= Self.small.maximumSide)
            return 0
        } catch {
            #expect(error.format == "PNG" && error.operation == .decode)
            return 1
        }
    }

    @Test("A huge declared size is refused before memory is taken")
    func hugeSize() throws {
        // The declared size stands at byte 16; the check sum of the header is Pillow's business, so Python makes it.
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("huge.png").path
        let script = """
            import struct, sys, zlib
            def chunk(name, data):
                return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
            header = struct.pack('>IIBBBBB', int(sys.argv[2]), int(sys.argv[3]), 8, 2, 0, 0, 0)
            open(sys.argv[1], 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', header)
                + chunk(b'IDAT', zlib.compress(b'')) + chunk(b'IEND', b''))
            """
        _ = try Pillow.run(script, path, "900000", "900000")
        let sides = Sample.failure { try ImageLoader.read(path: path, limits: .standard) }
        #expect(sides?.path == path && sides?.reason.contains("900000x900000") == true)
        _ = try Pillow.run(script, path, "8000", "8000")
        let pixels = Sample.failure { try ImageLoader.read(path: path, limits: .standard) }
        expectEqual(pixels?.reason.contains("more than 33554432 pixels"), true)
    }

    @Test("A missing file, a folder and a missing folder are errors with path, operation and fix")
    func files() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = folder.appendingPathComponent("none.png").path
        #expect(
            throws: ImageFileError(
                path: missing, operation: .read, reason: "No such file or directory", fix: "Check the path")
        ) { try ImageLoader.read(path: missing, limits: .standard) }
        let nowhere = folder.appendingPathComponent("none/a.png").path
        #expect(
            throws: ImageFileError(
                path: nowhere, operation: .write, reason: "No such file or directory",
                fix: "Create the folder first")
        ) { try PNG.write(Sample.gradient(width: 1, height: 1), path: nowhere) }
        let error = Sample.failure { try ImageLoader.read(path: folder.path, limits: .standard) }
        expectEqual(error?.description, "\(folder.path): cannot read: Is a directory. Give the path of a file.")
    }

    @Test("A picture without pixels is refused")
    func empty() {
        #expect(throws: ImageFileError.self) { try PNG.encode(RGBBitmap(size: .zero)) }
    }

    static let small = ImageLimits(maximumSide: 64, maximumPixels: 4096, maximumFileBytes: 4096)

    private func fullMask(_ size: Size) -> MonoBitmap {
        var mask = MonoBitmap(size: size)
        for x in 0..<size.width { for y in 0..<size.height { mask[x, y] = true } }
        return mask
    }
}
