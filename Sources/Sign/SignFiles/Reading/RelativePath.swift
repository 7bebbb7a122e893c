/// Paths that a sign file gives: they are relative to its folder.
enum RelativePath {
    /// The path of a file that the sign file at a path gives.
    static func resolve(_ given: String, givenBy path: String) -> String {
        guard !given.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return given }
        return String(path[...slash] + (given.hasPrefix("./") ? given.dropFirst(2) : given[...]))
    }
}
