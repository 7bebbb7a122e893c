/// How far two names are from each other, to suggest names that are nearly right.
enum NameDistance {
    /// Longer names are not compared.
    static let lengthLimit = 64

    /// Returns the least number of insertions, deletions, replacements and swaps of neighbours between two names.
    ///
    /// Letters of either case are the same. O(product of the lengths); nil beyond `lengthLimit`.
    static func between(_ first: String, _ second: String) -> Int? {
        let a = Array(first.lowercased().unicodeScalars)
        let b = Array(second.lowercased().unicodeScalars)
        guard a.count <= lengthLimit, b.count <= lengthLimit else { return nil }
        var before = [Int](repeating: 0, count: b.count + 1)
        var above = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let change = above[j] + (a[i] == b[j] ? 0 : 1)
                var best = min(change, above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
                row.append(best)
            }
            before = above
            above = row
        }
        return above[b.count]
    }

    /// Returns at most `count` of the names that are most like the wanted one: begun by it or holding it, or few
    /// letters away.
    static func nearest(to wanted: String, among names: [String], count: Int = 5) -> [String] {
        let key = wanted.lowercased()
        guard !key.isEmpty else { return [] }
        let allowed = max(2, key.count / 3)
        var best: [(score: Int, name: String)] = []
        for name in Set(names) {
            guard let distance = between(wanted, name) else { continue }
            if distance <= allowed {
                best.append((distance, name))
            } else if key.count >= 3,
                name.lowercased().hasPrefix(key) || key.hasPrefix(name.lowercased()) && name.count >= 3
            {
                best.append((allowed + distance, name))
            }
        }
        return best.sorted { ($0.score, $0.name) < ($1.score, $1.name) }.prefix(count).map(\.name)
    }
}
