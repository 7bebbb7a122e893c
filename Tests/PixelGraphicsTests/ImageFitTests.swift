import PixelGraphics
import SignTestSupport
import Testing

@Suite("Fitting of pictures")
struct ImageFitTests {
    private func size(_ width: Int, _ height: Int) -> Size { Size(width: width, height: height) }

    @Test("E8: a picture keeps its size, fits whole, covers the area or is stretched")
    func sizes() {
        // fit, picture, area; the part of the picture (x, y, width, height) and its size.
        let cases: [(ImageFit, Size, Size, Rectangle, Size)] = [
            (.natural, size(10, 4), size(32, 8), Rectangle(x: 0, y: 0, width: 10, height: 4), size(10, 4)),
            (.natural, size(40, 11), size(32, 8), Rectangle(x: 4, y: 1, width: 32, height: 8), size(32, 8)),
            (.natural, size(40, 4), size(32, 8), Rectangle(x: 4, y: 0, width: 32, height: 4), size(32, 4)),
            (.contain, size(64, 8), size(32, 8), Rectangle(x: 0, y: 0, width: 64, height: 8), size(32, 4)),
            (.contain, size(8, 64), size(32, 8), Rectangle(x: 0, y: 0, width: 8, height: 64), size(1, 8)),
            (.contain, size(1, 1), size(32, 8), Rectangle(x: 0, y: 0, width: 1, height: 1), size(8, 8)),
            (.contain, size(9000, 1), size(32, 8), Rectangle(x: 0, y: 0, width: 9000, height: 1), size(32, 1)),
            (.cover, size(64, 8), size(32, 8), Rectangle(x: 16, y: 0, width: 32, height: 8), size(32, 8)),
            (.cover, size(8, 64), size(32, 8), Rectangle(x: 0, y: 31, width: 8, height: 2), size(32, 8)),
            (.cover, size(1, 9000), size(32, 8), Rectangle(x: 0, y: 4499, width: 1, height: 1), size(32, 8)),
            (.stretch, size(3, 5), size(32, 8), Rectangle(x: 0, y: 0, width: 3, height: 5), size(32, 8)),
            (.uncut, size(64, 8), size(32, 8), Rectangle(x: 0, y: 0, width: 64, height: 8), size(64, 8)),
            (.uncut, size(128, 64), size(32, 8), Rectangle(x: 0, y: 0, width: 128, height: 64), size(32, 16)),
            (.uncut, size(30, 100), size(20, 10), Rectangle(x: 0, y: 0, width: 30, height: 100), size(20, 67)),
            (.uncut, size(3, 5), size(32, 8), Rectangle(x: 0, y: 0, width: 3, height: 5), size(3, 5)),
            (.multiple, size(64, 32), size(192, 64), Rectangle(x: 0, y: 0, width: 64, height: 32), size(128, 64)),
            (.multiple, size(64, 32), size(96, 48), Rectangle(x: 0, y: 0, width: 64, height: 32), size(64, 32)),
            (.multiple, size(64, 32), size(32, 32), Rectangle(x: 0, y: 0, width: 64, height: 32), size(32, 16)),
            (.multiple, size(3, 5), size(32, 8), Rectangle(x: 0, y: 0, width: 3, height: 5), size(3, 5)),
        ]
        for (fit, picture, area, part, result) in cases {
            expectEqual(fit.part(of: picture, in: area), part, "\(fit) \(picture)")
            expectEqual(fit.size(of: picture, in: area), result, "\(fit) \(picture)")
        }
        for fit in ImageFit.allCases {
            expectEqual(fit.size(of: .zero, in: size(4, 4)), .zero)
            expectEqual(fit.size(of: size(3, 2), in: .zero), size(3, 2))
            expectEqual(fit.part(of: size(3, 2), in: .zero), Rectangle(size(3, 2)))
        }
    }

    @Test("E8: no picture gets larger than its area, and none loses all its pixels, over all small sizes")
    func bounds() {
        for fit in ImageFit.allCases {
            for width in 1...9 {
                for height in 1...9 {
                    for area in [size(1, 1), size(4, 2), size(3, 9), size(7, 7)] {
                        let picture = size(width, height)
                        let (result, part) = (fit.size(of: picture, in: area), fit.part(of: picture, in: area))
                        #expect(!result.isEmpty && result.width <= area.width && result.height <= area.height)
                        #expect(!part.isEmpty && part.x >= 0 && part.maxX <= width && part.y >= 0)
                        #expect(part.maxY <= height)
                    }
                }
            }
        }
    }

    @Test("E8: enlarging takes the nearest pixel, mono and RGB alike")
    func scaling() {
        let mono = bitmap(
            """
            #..#
            .##.
            """)
        expectEqual(
            art(mono.scaled(to: size(8, 4))),
            """
            ##....##
            ##....##
            ..####..
            ..####..
            """)
        expectEqual(art(mono.scaled(to: size(4, 2))), art(mono))
        for target in [size(4, 5), size(8, 2), size(7, 3), size(9, 70)] {
            var colors = RGBBitmap(size: mono.size)
            for x in 0..<4 {
                for y in 0..<2 where mono[x, y] { colors[x, y] = Color(rawValue: UInt32(x * 4 + y + 1)) }
            }
            let (small, wide) = (mono.scaled(to: target), colors.scaled(to: target))
            for x in 0..<target.width {
                for y in 0..<target.height {
                    // The middle of the pixel, as a fraction of the picture.
                    let column = Int((Double(x) + 0.5) / Double(target.width) * 4)
                    let row = Int((Double(y) + 0.5) / Double(target.height) * 2)
                    expectEqual(small[x, y], mono[column, row])
                    expectEqual(wide[x, y], colors[column, row])
                }
            }
        }
        expectEqual(MonoBitmap(size: .zero).scaled(to: size(2, 1)), MonoBitmap(width: 2, height: 1))
        expectEqual(RGBBitmap(size: .zero).scaled(to: size(2, 1)), RGBBitmap(size: size(2, 1)))
    }

    @Test("E8: a mono picture that is reduced is lit where half of what a pixel covers is lit")
    func reducedMono() {
        let mono = bitmap(
            """
            #..#...#
            .##.....
            """)
        expectEqual(art(mono.scaled(to: size(4, 1))), "##..")
        expectEqual(art(mono.scaled(to: size(8, 1))), "####...#")
        expectEqual(art(mono.scaled(to: size(1, 1))), ".")
    }
}

extension RGBBitmap {
    /// The whole picture in another size.
    func scaled(to size: Size) -> RGBBitmap { scaled(Rectangle(self.size), to: size, mask: nil).picture }
}

extension MonoBitmap {
    /// The picture in another size: lit where at least half of what is covered is.
    func scaled(to size: Size) -> MonoBitmap {
        let white = RGBBitmap(size: self.size, color: .white)
        let scaled = white.scaled(Rectangle(self.size), to: size, mask: self).picture
        var result = MonoBitmap(size: size)
        for y in 0..<size.height { for x in 0..<size.width { result[x, y] = scaled[x, y] == .white } }
        return result
    }
}
