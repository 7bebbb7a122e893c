import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@Suite struct TransferFloorTests {
    /// The types whose digits are rows of an upright module; those of the others are columns.
    private let rowTypes: Set = [
        "fc16", "parola", "icstation", "dr1cr0rr0", "dr1cr0rr1", "dr1cr1rr0", "dr1cr1rr1",
    ]

    /// The most digits in which two pictures differ, of any one module.
    private func changedDigits(from old: MonoBitmap, to new: MonoBitmap, digitsAreRows: Bool) -> Int {
        var most = 0
        for left in stride(from: 0, to: old.width, by: 8) {
            for top in stride(from: 0, to: old.height, by: 8) {
                var lines: Set<Int> = []
                for x in 0..<8 {
                    for y in 0..<8 where old[left + x, top + y] != new[left + x, top + y] {
                        lines.insert(digitsAreRows ? y : x)
                    }
                }
                most = max(most, lines.count)
            }
        }
        return most
    }

    @Test(
        "a frame has as many transfers as the most changed digits of any module, one word for every module in each",
        arguments: ModuleType.all)
    func floor(type: ModuleType) {
        var random = SeededRandom(seed: 12)
        for rotation in ModuleRotation.allCases {
            let isSideways = rotation == .quarter || rotation == .threeQuarters
            let digitsAreRows = rowTypes.contains(type.name) != isSideways
            for (count, rows) in [(1, 1), (4, 1), (8, 1), (2, 2), (8, 2), (6, 3)] {
                var encoder = MAX7219Encoder(
                    chain: MAX7219Chain(
                        count: count, rows: rows, type: type, rotation: rotation,
                        arrangement: ModuleArrangement(first: .bottomLeft, path: .serpentine)))
                var message = encoder.makeMessage()
                encoder.encodeStart(at: .zero, into: &message)
                var shown = MonoBitmap(size: encoder.chain.size)
                for _ in 0..<12 {
                    var next = shown
                    for _ in 0..<Int.random(in: 0...3 * count, using: &random) {
                        let x = Int.random(in: 0..<next.width, using: &random)
                        next[x, Int.random(in: 0..<next.height, using: &random)].toggle()
                    }
                    encoder.encode(frame(next), at: .zero, into: &message)
                    let transfers = changedDigits(from: shown, to: next, digitsAreRows: digitsAreRows)
                    expectEqual(message.count, 2 * count * transfers)
                    shown = next
                }
            }
        }
    }
}
