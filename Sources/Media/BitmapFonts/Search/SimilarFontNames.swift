import PixelGraphics

/// Names of fonts that are nearly right, to suggest them.
enum SimilarFontNames {
    /// Longer names are not compared.
    static let lengthLimit = 64

    /// Returns at most `count` of the names that are most like the wanted one: begun by it or beginning it, or few
    /// letters away; letters of either case are the same.
    static func nearest(to wanted: String, among names: [String], count: Int = 5) -> [String] {
        let key = Array(wanted.lowercased())
        guard (1...lengthLimit).contains(key.count) else { return [] }
        let allowed = max(2, key.count / 3)
        var best: [(score: Int, name: String)] = []
        for name in Set(names) {
            let letters = Array(name.lowercased())
            guard letters.count <= lengthLimit else { continue }
            let errors = NearestName.errors(between: key, and: letters)
            if errors <= allowed {
                best.append((errors, name))
            } else if min(key.count, letters.count) >= 3, letters.starts(with: key) || key.starts(with: letters) {
                best.append((allowed + errors, name))
            }
        }
        return best.sorted { ($0.score, $0.name) < ($1.score, $1.name) }.prefix(count).map(\.name)
    }
}
