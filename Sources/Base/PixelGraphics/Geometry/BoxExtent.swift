/// How much of the space in its list a box takes along one axis.
public enum BoxExtent: Hashable, Sendable {
    /// So many pixels.
    case pixels(Int)
    /// What it measures, but at least so many pixels.
    case fit(minimum: Int)
    /// So many shares of the space that the others leave.
    case fill(shares: Int)

    /// What a box asks for that measures so many pixels.
    ///
    /// A box that fills asks for what it measures, for lists that have no space to share.
    func asked(measured: Int) -> Int {
        switch self {
        case .pixels(let count): max(count, 0)
        case .fit(let minimum): max(measured, minimum)
        case .fill: measured
        }
    }
}

extension BoxExtent {
    /// Shares a space among the boxes of a list; the sum of the result is at most `space`.
    ///
    /// Pixels come first, then what fits, and boxes that fill divide the rest by their shares, without losing a pixel. Where
    /// boxes that fit do not find their space, the widest are cut first, to one level, so that small ones stay whole. Where
    /// even pixels do not, the last ones are cut. O(n log n).
    ///
    /// - Parameters:
    ///   - space: the pixels for all boxes, without the gaps between them; nil if the list gives each what it asks for.
    ///   - asked: what each box asks for, in pixels.
    static func divide(_ space: Int?, among extents: [BoxExtent], asked: [Int]) -> [Int] {
        guard let space else { return asked }
        var given = [Int](repeating: 0, count: extents.count)
        var rest = max(space, 0)
        for (index, extent) in extents.enumerated() {
            guard case .pixels = extent else { continue }
            given[index] = min(asked[index], rest)
            rest -= given[index]
        }
        let fitting = extents.indices.filter { if case .fit = extents[$0] { true } else { false } }
        let level = Level(of: fitting.map { asked[$0] }, within: rest)
        // The pixels that are no whole row of the level go to the widest.
        let cut = fitting.filter { asked[$0] > level.height }.sorted { (asked[$1], $0) < (asked[$0], $1) }
        for index in fitting { given[index] = min(asked[index], level.height) }
        for index in cut.prefix(level.spare) { given[index] += 1 }
        rest -= fitting.reduce(0) { $0 + given[$1] }
        fill(rest, extents, &given)
        return given
    }

    private static func fill(_ rest: Int, _ extents: [BoxExtent], _ given: inout [Int]) {
        let shares = extents.map { if case .fill(let shares) = $0 { max(shares, 1) } else { 0 } }
        let total = shares.reduce(0, +)
        guard total > 0 else { return }
        var (sum, end) = (0, 0)
        for index in extents.indices where shares[index] > 0 {
            sum += shares[index]
            let next = rest * sum / total
            given[index] = next - end
            end = next
        }
    }

    /// The level to which the widest are cut so that all find their space.
    private struct Level {
        /// What each gets at most; `Int.max` if all find their space.
        var height = Int.max
        /// The pixels that are left over then, fewer than there are boxes that are cut.
        var spare = 0

        init(of asked: [Int], within space: Int) {
            var rest = space
            var left = asked.count
            for (index, ask) in asked.sorted().enumerated() {
                guard ask * left > rest else {
                    rest -= ask
                    left -= 1
                    continue
                }
                (height, spare) = (rest / (asked.count - index), rest % (asked.count - index))
                return
            }
        }
    }
}
