import NetworkPixels
import PixelGraphics
import PixelProtocols
import SignTestSupport
import Testing

/// Universes whose bytes are other than 170 pixels of RGB.
@Suite struct PixelCodingTests {
    private func universe(_ number: Int, _ slots: [UInt8], sequence: UInt8 = 1) -> [UInt8] {
        ArtNetPacket.levels(slots, universe: UInt16(number), sequence: sequence)
    }

    @Test("universes of 512 channels split pixels between them")
    func fullUniverses() {
        var receiver = PixelReceiver(width: 171, height: 2, universeChannels: 512)
        // 342 pixels are 1,026 bytes: 512, 512 and 2.
        expectEqual(receiver.universes, 3)
        let stream = (0..<1_026).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) }
        // The last one comes first: a picture waits for the others.
        for (number, range) in [(0, 0..<512), (1, 512..<1_024), (2, 1_024..<1_026)] {
            let outcome = receiver.receive(universe(number, Array(stream[range])), of: .artNet)
            expectEqual(outcome, number == 2 ? .finished : .nothing)
        }
        expectEqual(receiver.pixels, stream)
    }

    @Test("pixels with a white, whole ones in each universe: 128 of them")
    func white() {
        var receiver = PixelReceiver(width: 130, height: 1, coding: .rgbw)
        expectEqual(receiver.universes, 2)
        let first = (0..<128 as Range<UInt8>).flatMap { (level: UInt8) -> [UInt8] in [level, 0, 0, 1] }
        expectEqual(receiver.receive(universe(0, first), of: .artNet), .nothing)
        expectEqual(receiver.receive(universe(1, [0, 0, 0, 255, 250, 5, 0, 10]), of: .artNet), .finished)
        for pixel in 0..<128 {
            expectEqual(Array(receiver.pixels[3 * pixel..<3 * pixel + 3]), [UInt8(pixel + 1), 1, 1], "\(pixel)")
        }
        expectEqual(Array(receiver.pixels[384...]), [255, 255, 255, 255, 15, 10])
    }

    @Test("a pixel with a white that begins in one universe and ends in the next one")
    func splitWhite() {
        var receiver = PixelReceiver(width: 2, height: 1, order: .columns, coding: .rgbw, universeChannels: 6)
        expectEqual(receiver.receive(universe(0, [10, 20, 30, 1, 40, 50]), of: .artNet), .nothing)
        expectEqual(receiver.receive(universe(1, [60, 2]), of: .artNet), .finished)
        expectEqual(receiver.pixels, [11, 21, 31, 42, 52, 62])
    }

    @Test("the order of pixels holds for those with a white, too")
    func order() {
        var receiver = PixelReceiver(width: 2, height: 2, order: .serpentine, coding: .rgbw)
        let slots: [UInt8] = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0]
        expectEqual(receiver.receive(universe(0, slots), of: .artNet), .finished)
        expectEqual(receiver.art, ["rg", ".b"])
    }
}
