import Glibc
import PixelGraphics
import PixelProtocols

/// Turns frames into the levels that a receiver in the network expects: three bytes a pixel, in its order.
///
/// A value v at a brightness b is meant as the light (v * b) ^ 2.2, so that brightness is applied as the eye sees it, and a
/// receiver makes the light level ^ gamma: the level is (v * b) ^ (2.2 / gamma). A value that is lit at full brightness is lit at
/// every brightness above 0. It does not allocate after `init`.
package struct LevelEncoder: Sendable {
    /// The exponent by which pictures are made.
    package static let pictureGamma = 2.2

    private let size: Size
    /// The pixel of each place of the stream; empty where both orders are the same.
    private let places: [Int32]
    private let exponent: Double
    /// The level of each value at the brightness in percent; -1 before the first one.
    private var levels = [UInt8](repeating: 0, count: 256)
    private var brightness = -1

    /// Prepares an encoder.
    ///
    /// - Parameter gamma: the exponent by which the receiver makes light of a level.
    package init(size: Size, order: PixelOrder, gamma: Double) {
        self.size = size
        let count = size.width * size.height
        places = order == .rows ? [] : (0..<count).map { Int32(clamping: order.place(of: $0, in: size)) }
        exponent = Self.pictureGamma / gamma
    }

    /// Makes room for a picture.
    package func makePicture() -> [UInt8] { [UInt8](repeating: 0, count: 3 * size.width * size.height) }

    /// Encodes a frame of the size into a picture made by `makePicture`.
    ///
    /// - Precondition: both have the size.
    package mutating func encode(_ frame: borrowing Frame, into picture: inout [UInt8]) {
        precondition(frame.canvas.size == size && picture.count == 3 * size.width * size.height, "another size")
        setBrightness(frame.brightness.percent)
        let count = size.width * size.height
        frame.canvas.rgb.pixels.withUnsafeBufferPointer { pixels in
            picture.withUnsafeMutableBufferPointer { picture in
                levels.withUnsafeBufferPointer { levels in
                    for index in 0..<count {
                        let color = pixels[places.isEmpty ? index : Int(places[index])]
                        picture[3 &* index] = levels[Int(color.red)]
                        picture[3 &* index &+ 1] = levels[Int(color.green)]
                        picture[3 &* index &+ 2] = levels[Int(color.blue)]
                    }
                }
            }
        }
    }

    private mutating func setBrightness(_ percent: Int) {
        guard percent != brightness else { return }
        brightness = percent
        for value in 0..<256 { levels[value] = level(value: value, brightness: percent) }
    }

    /// The level of a value at a brightness in percent.
    func level(value: Int, brightness: Int) -> UInt8 {
        func rounded(_ percent: Int) -> Int {
            Int((255 * pow(Double(value * percent) / 25_500, exponent)).rounded())
        }
        let level = rounded(brightness)
        return UInt8(clamping: level == 0 && brightness > 0 && rounded(100) > 0 ? 1 : level)
    }
}
