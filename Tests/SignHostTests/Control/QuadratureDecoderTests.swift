import SignHost
import SignTestSupport
import Testing

@Suite struct QuadratureDecoderTests {
    /// The levels of A and B while the knob turns to the right.
    private static let right: [(Bool, Bool)] = [(false, false), (true, false), (true, true), (false, true)]

    private func steps(_ decoder: inout QuadratureDecoder, _ phases: [Int]) -> [Int] {
        phases.map { phase in
            let (a, b) = Self.right[(phase % 4 + 4) % 4]
            return decoder.feed(a: a, b: b)
        }
    }

    @Test("D3: a turn counts its steps in both directions, at every resolution and from every place of rest")
    func turns() {
        for changes in [1, 2, 4] {
            for start in stride(from: 0, to: 4, by: min(changes, 2)) {
                let (a, b) = Self.right[start]
                var decoder = QuadratureDecoder(changesPerStep: changes, a: a, b: b)
                let forth = steps(&decoder, Array(start + 1...start + 12))
                let back = steps(&decoder, Array((start...start + 11).reversed()))
                #expect(forth.reduce(0, +) == 12 / changes && forth.allSatisfy { $0 >= 0 })
                #expect(back.reduce(0, +) == -12 / changes && back.allSatisfy { $0 <= 0 })
            }
        }
    }

    @Test("all sixteen transitions: neighbours count, no change counts nothing, opposite ones count nothing either")
    func transitions() {
        for first in 0..<4 {
            for second in 0..<4 {
                let (a, b) = Self.right[first]
                var decoder = QuadratureDecoder(changesPerStep: 1, a: a, b: b)
                let step = steps(&decoder, [second])[0]
                let turned = (second - first + 4) % 4
                expectEqual(step, [0, 1, 0, -1][turned])
            }
        }
    }

    @Test("a contact that bounces between two neighbours adds up to nothing")
    func bounce() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<200 {
            var decoder = QuadratureDecoder(a: true, b: true)
            var phases: [Int] = []
            for phase in [3, 4, 5, 6] {
                for _ in 0..<Int.random(in: 0...5, using: &random) { phases += [phase, phase - 1] }
                phases.append(phase)
            }
            let counted = steps(&decoder, phases)
            expectEqual(counted.reduce(0, +), 1)
            expectEqual(counted.filter { $0 != 0 }.count, 1)
        }
    }

    @Test("a step counts despite a missed pair of changes, and turning back counts nothing")
    func missed() {
        var decoder = QuadratureDecoder(a: true, b: true)
        expectEqual(steps(&decoder, [3, 5, 6]), [0, 0, 1])
        expectEqual(steps(&decoder, [7, 8, 7, 6]), [0, 0, 0, 0])
    }
}
