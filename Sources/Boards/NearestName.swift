/// Finds the name that a person most likely meant.
enum NearestName {
    /// Returns the name with the fewest edits from `word`, the first of equals; nil when all are too far away.
    ///
    /// An edit inserts, removes or replaces one character or exchanges two neighbours; case does not count. A third of
    /// the word may be wrong.
    static func of(_ word: String, among names: [String]) -> String? {
        let limit = max(1, word.count / 3)
        guard word.count <= 64 else { return nil }
        let nearest = names.map { (name: $0, edits: edits(from: word.lowercased(), to: $0.lowercased())) }
            .min { $0.edits < $1.edits }
        guard let nearest, nearest.edits <= limit else { return nil }
        return nearest.name
    }

    /// The number of edits (optimal string alignment), row by row.
    private static func edits(from source: String, to target: String) -> Int {
        let source = Array(source)
        let target = Array(target)
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for i in source.indices {
            var row = [i + 1]
            for j in target.indices {
                var least = min(last[j] + (source[i] == target[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, source[i] == target[j - 1], source[i - 1] == target[j] {
                    least = min(least, beforeLast[j - 1] + 1)
                }
                row.append(least)
            }
            beforeLast = last
            last = row
        }
        return last[target.count]
    }
}
