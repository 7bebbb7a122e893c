import PixelGraphics
import SignTestSupport
import Testing

/// The helpers that the tests of all layers trust.
@Suite("Pixel art of the tests")
struct PixelArtTests {
    @Test("a picture is drawn as rows of # and ., and a different pixel is a different text")
    func drawn() {
        var picture = MonoBitmap(width: 3, height: 2)
        expectEqual(art(picture), "...\n...")
        picture[2, 1] = true
        expectEqual(art(picture), "...\n..#")
        picture[0, 0] = true
        expectEqual(art(picture), "#..\n..#")
    }

    @Test("an RGB canvas is lit where it is not black, a mono canvas where it is lit")
    func canvases() {
        var color = Canvas(size: Size(width: 2, height: 1), format: .rgb)
        color.set(Point(x: 1, y: 0), to: Ink(Color(rawValue: 0x000001)))
        expectEqual(art(color), ".#")
        var mono = Canvas(size: Size(width: 2, height: 1), format: .mono)
        mono.set(Point(x: 0, y: 0), to: .white)
        expectEqual(art(mono), "#.")
    }

    @Test("art is read back pixel by pixel, indented or not")
    func read() {
        let picture = bitmap("  #..\n  .##\n")
        expectEqual(picture.size, Size(width: 3, height: 2))
        for (x, y, isLit) in [
            (0, 0, true), (1, 0, false), (2, 0, false), (0, 1, false), (1, 1, true), (2, 1, true),
        ] {
            expectEqual(picture[x, y], isLit)
        }
        #expect(bitmap("#..\n.#.") != picture)
    }

    @Test("seeded randomness repeats: the first numbers of SplitMix64 for the seed 1234567")
    func seeded() {
        var random = SeededRandom(seed: 1_234_567)
        let first = [random.next(), random.next(), random.next()]
        expectEqual(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
        var other = SeededRandom(seed: 1_234_568)
        #expect(other.next() != first[0])
    }
}
