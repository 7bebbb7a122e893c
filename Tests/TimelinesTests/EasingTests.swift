import SignTestSupport
import Testing

@testable import Timelines

/// A plain implementation in doubles: the parameter by bisection, the value from Bernstein's polynomial.
private func plainBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    func polynomial(_ a: Double, _ b: Double, _ s: Double) -> Double {
        3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<80 {
        let middle = (low + high) / 2
        if polynomial(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return polynomial(y1, y2, (low + high) / 2)
}

@Suite("Easing")
struct EasingTests {
    /// Values from mpmath at 0.1, 0.25, 0.5, 0.75 and 0.9.
    static let literals: [(easing: Easing, values: [Double])] = [
        (.easeIn, [0.017026609652, 0.093464650719, 0.315356812573, 0.621861869175, 0.839427845762]),
        (.easeOut, [0.160572154238, 0.378138130825, 0.684643187427, 0.906535349281, 0.982973390348]),
        (.easeInOut, [0.019722453548, 0.129161931047, 0.5, 0.870838068953, 0.980277546452]),
        (
            .cubicBezier(CubicBezier(thousandths: 250, 100, 250, 1000)),
            [0.094796305716, 0.408510591355, 0.802403387585, 0.960458978349, 0.994316477485]
        ),
        (
            .cubicBezier(CubicBezier(thousandths: 680, -550, 265, 1550)),
            [-0.066291477334, -0.082807108828, 0.606679897224, 1.08916577481, 1.06237319517]
        ),
        (.linear, [0.1, 0.25, 0.5, 0.75, 0.9]),
        (.step, [0, 0, 0, 0, 0]),
    ]

    @Test("B3: every curve passes through the points of long arithmetic within 1e-6", arguments: literals)
    func points(easing: Easing, values: [Double]) {
        for (progress, value) in zip([0.1, 0.25, 0.5, 0.75, 0.9], values) {
            let deviation: Double = abs(real(easing.value(at: Int64(progress * 4_294_967_296))) - value)
            #expect(deviation < 1e-6)
            let elapsed = Nanoseconds.decimal(progress * 2)
            let secondDeviation: Double = abs(real(easing.progress(after: elapsed, of: .seconds(2))) - value)
            #expect(secondDeviation < 1e-6)
        }
    }

    @Test("B3: random Bezier curves equal a plain implementation in doubles within 1e-6")
    func randomBeziers() {
        var random = SeededRandom(seed: 21)
        for _ in 0..<60 {
            // Control points that keep the curve away from standing still in time, where no arithmetic is exact.
            let numbers = [Int.random(in: 0...700, using: &random), Int.random(in: 300...1000, using: &random)]
            let values = (0..<2).map { _ in Int.random(in: -2000...3000, using: &random) }
            let curve = CubicBezier(thousandths: numbers[0], values[0], numbers[1], values[1])
            for step in 0...32 {
                let progress = Double(step) / 32
                let plain = plainBezier(
                    Double(numbers[0]) / 1000, Double(values[0]) / 1000, Double(numbers[1]) / 1000,
                    Double(values[1]) / 1000, at: progress)
                let value = real(Easing.cubicBezier(curve).value(at: Int64(progress * 4_294_967_296)))
                let deviation: Double = abs(value - plain)
                #expect(deviation < 1e-6)
            }
        }
    }

    @Test("B3: starts at 0 before its time, ends at 1 from its end on, whatever the curve", arguments: literals)
    func ends(easing: Easing, values: [Double]) {
        for elapsed in [Nanoseconds(.min), Nanoseconds(-1), .zero] {
            expectEqual(easing.progress(after: elapsed, of: .seconds(1)), 0)
        }
        for elapsed in [Nanoseconds.seconds(1), .seconds(2), .max] {
            expectEqual(easing.progress(after: elapsed, of: .seconds(1)), FixedPoint.one)
        }
        expectEqual(easing.progress(after: .zero, of: .zero), FixedPoint.one)
        expectEqual(easing.progress(after: .zero, of: Nanoseconds(.min)), FixedPoint.one)
        for progress in Extremes.numbers { _ = easing.value(at: progress) }
        for elapsed in Extremes.times {
            for duration in Extremes.times { _ = easing.progress(after: elapsed, of: duration) }
        }
    }

    @Test("the named curves rise steadily")
    func monotone() {
        for easing in [Easing.linear, .easeIn, .easeOut, .easeInOut] {
            let values = (0...1000).map { easing.value(at: Int64($0) * FixedPoint.one / 1000) }
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("wild control points are clamped")
    func clamped() {
        expectEqual(
            CubicBezier(thousandths: .min, .min, .max, .max), CubicBezier(thousandths: 0, -10000, 1000, 10000))
    }
}
