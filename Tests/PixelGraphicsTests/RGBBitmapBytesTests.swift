import SignTestSupport
import Testing

@testable import PixelGraphics

/// Pixels that come as bytes.
@Suite struct RGBBitmapBytesTests {
    private func colors(_ bitmap: RGBBitmap) -> [UInt32] { bitmap.pixels.map(\.rawValue) }

    @Test("three bytes are a pixel, red first, row by row from the top")
    func order() {
        var bitmap = RGBBitmap(size: Size(width: 2, height: 2))
        let bytes: [UInt8] = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC]
        bytes.withUnsafeBytes { bitmap.store($0) }
        expectEqual(colors(bitmap), [0x112233, 0x445566, 0x778899, 0xAABBCC])
        expectEqual(bitmap[1, 0], Color(red: 0x44, green: 0x55, blue: 0x66))
    }

    @Test("bytes that are missing or too many change nothing else, wherever they begin")
    func lengths() {
        var bitmap = RGBBitmap(size: Size(width: 3, height: 1), color: Color(rawValue: 0x010101))
        let bytes: [UInt8] = [9, 9, 9, 8, 8]
        bytes.withUnsafeBytes { bitmap.store($0, from: 1) }
        expectEqual(colors(bitmap), [0x010101, 0x090909, 0x010101])
        [UInt8](repeating: 7, count: 90).withUnsafeBytes { bitmap.store($0, from: 2) }
        expectEqual(colors(bitmap), [0x010101, 0x090909, 0x070707])
        for start in [3, -1, Int.max, Int.min] { bytes.withUnsafeBytes { bitmap.store($0, from: start) } }
        expectEqual(colors(bitmap), [0x010101, 0x090909, 0x070707])
        bitmap.store(UnsafeRawBufferPointer(start: nil, count: 0))
        expectEqual(colors(bitmap), [0x010101, 0x090909, 0x070707])
    }

    @Test("a copy has the pixels and none of the storage; one of another size changes nothing")
    func copy() {
        var bitmap = RGBBitmap(size: Size(width: 2, height: 1))
        var other = RGBBitmap(size: Size(width: 2, height: 1), color: Color(rawValue: 0x050607))
        expectEqual(allocations { bitmap.copyPixels(of: other) }, 0)
        other[0, 0] = .white
        expectEqual(colors(bitmap), [0x050607, 0x050607])
        bitmap.copyPixels(of: RGBBitmap(size: Size(width: 1, height: 2), color: .white))
        expectEqual(colors(bitmap), [0x050607, 0x050607])
    }
}
