import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

/// Frames that the driver sends over simulated wires are decoded by the simulated modules.
@Suite struct ModuleRoundTripTests {
    /// Shows every single pixel, row and column, and random pictures; records the first picture that was decoded wrong.
    ///
    /// The pixels alternate between the modules, so that one transfer per frame is enough, and data for the wrong module
    /// shows at once.
    private func roundTrip(_ sign: inout SimulatedSign, random: inout SeededRandom, _ name: () -> String) {
        let size = sign.size
        let dark = MonoBitmap(size: size)
        for place in 0..<64 {
            for top in stride(from: place / 8, to: size.height, by: 8) {
                for left in stride(from: place % 8, to: size.width, by: 8) {
                    var picture = dark
                    picture[left, top] = true
                    guard check(picture, &sign, name) else { return }
                }
            }
        }
        for x in 0..<size.width {
            var picture = dark
            for y in 0..<size.height { picture[x, y] = true }
            guard check(picture, &sign, name) else { return }
        }
        for y in 0..<size.height {
            var picture = dark
            for x in 0..<size.width { picture[x, y] = true }
            guard check(picture, &sign, name) else { return }
        }
        for _ in 0..<3 {
            let picture = randomBitmap(size: size, using: &random)
            guard check(picture, &sign, name) else { return }
        }
        let violations = sign.simulated.violations
        #expect(violations.isEmpty, "\(name())")
    }

    private func check(
        _ picture: MonoBitmap, _ sign: inout SimulatedSign, at instant: Instant = .zero, _ name: () -> String
    ) -> Bool {
        let seen = sign.show(picture, at: instant)
        if seen == picture { return true }
        Issue.record("\(name())\nsent:\n\(art(picture))\nseen:\n\(art(seen))")
        return false
    }

    @Test(
        "every pixel, row, column and random picture is decoded correctly, for every type and rotation, several lengths, 1 or 2 rows",
        arguments: ModuleType.all)
    func everyType(type: ModuleType) {
        var random = SeededRandom(seed: 7219)
        var cases = SampledCases(oneIn: 7, from: ModuleType.all.firstIndex(of: type) ?? 0)
        for rotation in ModuleRotation.allCases {
            for rows in 1...2 {
                for columns in [1, 2, 3, 5, 8] where cases.next() {
                    var sign = SimulatedSign(columns: columns, rows: rows, type: type, rotation: rotation)
                    roundTrip(&sign, random: &random) { "\(rows)x\(columns) \(type.name) turned \(rotation.rawValue)" }
                }
            }
        }
    }

    @Test(
        "random pictures are decoded correctly from every corner and path, for every type and rotation, and healing changes none",
        arguments: ModuleArrangement.Corner.allCases, ModuleArrangement.Path.allCases)
    func everyArrangement(first: ModuleArrangement.Corner, path: ModuleArrangement.Path) {
        var random = SeededRandom(seed: 3)
        let arrangement = ModuleArrangement(first: first, path: path)
        let place = ModuleArrangement.Corner.allCases.firstIndex(of: first) ?? 0
        var cases = SampledCases(oneIn: 5, from: place)
        for type in ModuleType.all {
            for rotation in ModuleRotation.allCases {
                for (columns, rows) in [(3, 2), (2, 3), (1, 9)] where cases.next() {
                    var sign = SimulatedSign(
                        columns: columns, rows: rows, type: type, rotation: rotation, arrangement: arrangement)
                    for number: Int64 in 0..<3 {
                        let picture = randomBitmap(size: sign.size, using: &random)
                        // After 400 ms, registers are sent again in every frame.
                        let instant = Instant(nanoseconds: 400_000_000 * number)
                        let isSame = check(picture, &sign, at: instant) {
                            "\(type.name) turned \(rotation.rawValue) \(arrangement)"
                        }
                        guard isSame else { return }
                    }
                }
            }
        }
    }

    @Test("255 modules show random pictures, in one row and in many", arguments: [(255, 1), (17, 15), (1, 255)])
    func longestChain(columns: Int, rows: Int) {
        var random = SeededRandom(seed: 255)
        var sign = SimulatedSign(columns: columns, rows: rows, arrangement: ModuleArrangement(path: .serpentine))
        for _ in 0..<2 {
            let picture = randomBitmap(size: sign.size, using: &random)
            guard check(picture, &sign, { "\(rows) rows of \(columns)" }) else { return }
        }
        let violations = sign.simulated.violations
        #expect(violations.isEmpty)
    }

    @Test("every pixel, row and column is decoded correctly from two rows, for every corner and path")
    func twoRows() {
        var random = SeededRandom(seed: 4)
        for path in ModuleArrangement.Path.allCases {
            for first in ModuleArrangement.Corner.allCases {
                for (columns, rows) in [(1, 2), (2, 2), (3, 2)] {
                    var sign = SimulatedSign(
                        columns: columns, rows: rows, type: .generic,
                        arrangement: ModuleArrangement(first: first, path: path))
                    roundTrip(&sign, random: &random) { "\(rows)x\(columns) from \(first), \(path)" }
                }
            }
        }
    }
}
