import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite("Live pictures")
struct LivePictureTests {
    @Test("colours become red, green and blue, row by row")
    func rgb() {
        var frame = Frame(size: Size(width: 2, height: 2), format: .rgb)
        frame.canvas.fill(Rectangle(x: 1, y: 0, width: 1, height: 1), with: Ink(Color(rawValue: 0x12_34_56)))
        frame.canvas.fill(Rectangle(x: 0, y: 1, width: 1, height: 1), with: Ink(Color(rawValue: 0xFF_00_01)))
        frame.brightness = Brightness(percent: 40)
        var picture = LivePicture()
        picture.fill(from: frame, due: Instant(nanoseconds: 5), number: 7)
        expectEqual(picture.pixels, [0, 0, 0, 0x12, 0x34, 0x56, 0xFF, 0x00, 0x01, 0, 0, 0])
        expectEqual(picture.brightness, 40)
        expectEqual(picture.due, Instant(nanoseconds: 5))
        expectEqual(picture.number, 7)
        #expect(!picture.isMono)
    }

    @Test("bits begin with the highest, and each row with a byte")
    func mono() {
        var frame = Frame(size: Size(width: 10, height: 66), format: .mono)
        for (x, y) in [(0, 0), (9, 0), (7, 1), (8, 64), (0, 65), (1, 65)] {
            frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: .white)
        }
        var picture = LivePicture()
        picture.fill(from: frame, due: .zero, number: 0)
        expectEqual(picture.pixels.count, 132)
        expectEqual(Array(picture.pixels[0..<4]), [0x80, 0x40, 0x01, 0x00])
        expectEqual(Array(picture.pixels[128...]), [0x00, 0x80, 0xC0, 0x00])
        #expect(picture.pixels[4..<128].allSatisfy { $0 == 0 })
        picture.fill(from: Frame(size: Size(width: 10, height: 66), format: .mono), due: .zero, number: 1)
        #expect(picture.pixels.allSatisfy { $0 == 0 }, "nothing of an older frame stays")
    }

    @Test("a picture follows the size and the format of its frames, and one of no pixels is empty")
    func shapes() {
        var picture = LivePicture()
        for (size, format, count) in [
            (Size(width: 3, height: 2), .rgb, 18), (Size(width: 17, height: 2), .mono, 6), (.zero, .rgb, 0),
            (Size(width: 0, height: 4), .mono, 0),
        ] as [(Size, Canvas.Format, Int)] {
            picture.fill(from: Frame(size: size, format: format), due: .zero, number: 0)
            expectEqual(picture.pixels.count, count)
            expectEqual(picture.size, size)
            expectEqual(picture.isMono, (format == .mono))
        }
    }

    @Test("every pair of changed pixels gives the smallest rectangle around them")
    func changes() {
        let size = Size(width: 5, height: 4)
        let dark = LivePicture(size: size)
        #expect(dark.changes(since: dark) == nil)
        for first in 0..<20 {
            for second in 0..<20 {
                let (x, y) = ([first % 5, second % 5], [first / 5, second / 5])
                var frame = Frame(size: size, format: .rgb)
                for index in 0...1 {
                    // The blue channel of one pixel, the red one of the other.
                    let color = Color(rawValue: index == 0 ? 0x01 : 0x01_00_00)
                    frame.canvas.fill(Rectangle(x: x[index], y: y[index], width: 1, height: 1), with: Ink(color))
                }
                var picture = LivePicture()
                picture.fill(from: frame, due: .zero, number: 0)
                let left = min(x[0], x[1])
                let top = min(y[0], y[1])
                let around = Rectangle(
                    x: left, y: top, width: max(x[0], x[1]) - left + 1, height: max(y[0], y[1]) - top + 1)
                expectEqual(picture.changes(since: dark), around)
                expectEqual(dark.changes(since: picture), around)
            }
        }
    }

    @Test("with one bit a pixel the rectangle begins at a byte and ends at one, or at the edge")
    func changesOfBits() {
        let size = Size(width: 20, height: 3)
        let dark = LivePicture(size: size, isMono: true)
        for (column, x, width) in [(0, 0, 8), (7, 0, 8), (8, 8, 8), (15, 8, 8), (16, 16, 4), (19, 16, 4)] {
            var frame = Frame(size: size, format: .mono)
            frame.canvas.fill(Rectangle(x: column, y: 1, width: 1, height: 1), with: .white)
            var picture = LivePicture()
            picture.fill(from: frame, due: .zero, number: 0)
            expectEqual(picture.changes(since: dark), Rectangle(x: x, y: 1, width: width, height: 1))
        }
        expectEqual(
            dark.changes(since: LivePicture(size: size)), Rectangle(size), "another format changes everything")
    }

    @Test("filling, copying and comparing do not allocate after the first frame")
    func allocationFree() {
        for format in [Canvas.Format.rgb, .mono] {
            var frame = Frame(size: Size(width: 64, height: 32), format: format)
            var picture = LivePicture()
            var other = LivePicture()
            var found = 0
            func step(_ number: Int) {
                frame.canvas.fill(Rectangle(x: number, y: 3, width: 1, height: 9), with: .white)
                picture.fill(from: frame, due: .zero, number: UInt32(number))
                if picture.changes(since: other) != nil { found += 1 }
                other.copy(picture)
            }
            step(0)
            step(1)
            expectEqual(allocations { for number in 2..<60 { step(number) } }, 0)
            expectEqual(found, 60)
        }
    }
}
