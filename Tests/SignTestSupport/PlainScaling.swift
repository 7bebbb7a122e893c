import Foundation
import PixelGraphics

/// A pixel with its alpha, 0 to 255 each.
public struct PlainPixel: Sendable {
    /// The red channel.
    public var red: Int
    /// The green channel.
    public var green: Int
    /// The blue channel.
    public var blue: Int
    /// How opaque it is.
    public var alpha: Int

    /// Creates a pixel of channels.
    public init(red: Int, green: Int, blue: Int, alpha: Int = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Creates a pixel of a colour.
    public init(_ color: Color, alpha: Int = 255) {
        self.init(red: Int(color.red), green: Int(color.green), blue: Int(color.blue), alpha: alpha)
    }
}

/// Scaling as its definition says it, pixel by pixel in floating-point numbers: a second implementation for tests.
public enum PlainScaling {
    /// Scales rows of pixels; nil where the mean alpha is below a sixteenth, or below one half if no axis is reduced.
    ///
    /// Each pixel of the result is the mean light of what it covers, weighted by alpha, along axes that are reduced, and the
    /// nearest pixel along others. Where the mean alpha is below one half, it is as light as it is covered.
    /// Channels are fractions of 255, not rounded.
    public static func scale(_ rows: [[PlainPixel]], to size: Size) -> [[(red: Double, green: Double, blue: Double)?]] {
        let columns = weights(of: rows[0].count, to: size.width)
        let lines = weights(of: rows.count, to: size.height)
        let isReduced = size.width < rows[0].count || size.height < rows.count
        return lines.map { line in
            columns.map { column in
                var (red, green, blue, alpha, whole) = (0.0, 0.0, 0.0, 0.0, 0.0)
                for (y, height) in line {
                    for (x, width) in column {
                        let pixel = rows[y][x]
                        let weight = width * height * Double(pixel.alpha)
                        red += weight * luminance(Double(pixel.red))
                        green += weight * luminance(Double(pixel.green))
                        blue += weight * luminance(Double(pixel.blue))
                        alpha += weight
                        whole += width * height * 255
                    }
                }
                guard alpha >= whole / (isReduced ? 16 : 2) - 1e-9 else { return nil }
                let divisor = alpha >= whole / 2 - 1e-9 ? alpha : whole
                return (channel(red / divisor), channel(green / divisor), channel(blue / divisor))
            }
        }
    }

    /// For each place of the result the places of the original that count, and the part of each.
    private static func weights(of source: Int, to target: Int) -> [[(place: Int, weight: Double)]] {
        (0..<target).map { place in
            guard target < source else { return [((2 * place + 1) * source / (2 * target), 1)] }
            let start = Double(place) * Double(source) / Double(target)
            let end = Double(place + 1) * Double(source) / Double(target)
            return (0..<source).compactMap { pixel in
                let part = min(end, Double(pixel + 1)) - max(start, Double(pixel))
                return part > 1e-9 ? (pixel, part) : nil
            }
        }
    }

    /// CIE 1931: the luminance of a lightness, from 0 to 1.
    private static func luminance(_ channel: Double) -> Double {
        let lightness = 100 * channel / 255
        return lightness <= 8 ? lightness / 902.3 : pow((lightness + 16) / 116, 3)
    }

    private static func channel(_ luminance: Double) -> Double {
        let dark = luminance * 902.3
        return (dark <= 8 ? dark : 116 * cbrt(luminance) - 16) * 255 / 100
    }
}
