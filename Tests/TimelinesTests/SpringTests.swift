import Foundation
import SignTestSupport
import Testing

@testable import Timelines

@Suite("Spring")
struct SpringTests {
    /// Positions from mpmath after 0.05, 0.1, 0.25, 0.4 and 0.7 s.
    static let literals: [(milliseconds: Int64, damping: Int, positions: [Double])] = [
        (500, 825, [0.139417337102, 0.393607719743, 0.90817836355, 1.00826026734, 1.00081469589]),
        (1000, 1000, [0.0401345361153, 0.131311455359, 0.465583948702, 0.715415689086, 0.933606667769]),
        (300, 200, [0.438122355328, 1.18548266169, 0.923080197103, 1.02911619125, 1.00141555109]),
    ]

    @Test("E5: swings as long arithmetic says within 1e-6", arguments: literals)
    func positions(milliseconds: Int64, damping: Int, positions: [Double]) {
        let spring = Spring(response: .milliseconds(milliseconds), dampingThousandths: damping)
        for (time, position) in zip([0.05, 0.1, 0.25, 0.4, 0.7], positions) {
            let deviation: Double = abs(real(spring.position(after: .decimal(time))) - position)
            #expect(deviation < 1e-6)
        }
    }

    @Test("E5: equals the formula in doubles within 1e-6 until it is settled, for every damping")
    func formula() {
        for damping in [50, 100, 333, 500, 825, 950, 990, 999, 1000] {
            let spring = Spring(response: .milliseconds(700), dampingThousandths: damping)
            let (d, w) = (Double(damping) / 1000, 2 * Double.pi / 0.7)
            for step in 1..<400 {
                let t = Double(step) * 0.0173
                guard Nanoseconds.decimal(t) < spring.settlingTime else { break }
                let wd = w * (1 - d * d).squareRoot()
                let plain =
                    damping == 1000
                    ? 1 - exp(-w * t) * (1 + w * t) : 1 - exp(-d * w * t) * (cos(wd * t) + d * w / wd * sin(wd * t))
                let deviation: Double = abs(real(spring.position(after: .decimal(t))) - plain)
                #expect(deviation < 1e-6, "damping \(damping), \(t) s")
            }
        }
    }

    @Test("E5: is within 1/65536 of its end when it counts as settled, and stays there")
    func settling() {
        for damping in [50, 200, 825, 1000] {
            let spring = Spring(response: .milliseconds(400), dampingThousandths: damping)
            let before = spring.position(after: spring.settlingTime - .one)
            let deviation: Double = abs(real(before) - 1)
            #expect(deviation < 1.0 / 65536, "damping \(damping): \(real(before))")
            expectEqual(spring.position(after: spring.settlingTime), FixedPoint.one)
        }
    }

    @Test("wild numbers are clamped and never trap")
    func extremes() {
        for response in Extremes.times {
            for damping in [Int.min, -1, 0, 50, 1000, .max] {
                let spring = Spring(response: response, dampingThousandths: damping)
                #expect(spring.settlingTime > .zero)
                for elapsed in Extremes.times {
                    let position = spring.position(after: elapsed)
                    #expect(position >= 0 && position <= 2 * FixedPoint.one)
                }
            }
        }
    }
}
