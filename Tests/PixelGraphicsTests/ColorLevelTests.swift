import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct ColorLevelTests {
    /// The formula of IEC 61966-2-1, in floating point.
    private func sRGB(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    @Test("every level becomes the nearest channel value of sRGB")
    func allLevels() {
        for level in 0...2_047 {
            let exact = 255 * sRGB(Double(level) / 2_047)
            expectEqual(Color.channel(ofLevel: level), UInt8(exact.rounded()), "level \(level)")
        }
    }

    /// Computed by hand: 255 (1.055 * 0.5^(1/2.4) - 0.055) = 187.5, and 1024 is a little more than half of 2047.
    @Test("known levels: dark, the first ones, half and full light; others are clamped")
    func knownLevels() {
        expectEqual([0, 1, 2, 1_024, 2_046, 2_047].map { Color.channel(ofLevel: $0) }, [0, 2, 3, 188, 255, 255])
        expectEqual([Int.min, -1, 2_048, .max].map { Color.channel(ofLevel: $0) }, [0, 0, 255, 255])
        expectEqual(Color(redLevel: 2_047, greenLevel: 0, blueLevel: 1_024).rawValue, 0xFF00BC)
        expectEqual(Color.fullLevel, 2_047)
    }
}
