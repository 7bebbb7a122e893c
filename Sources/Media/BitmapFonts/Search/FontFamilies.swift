import LinuxSystem

/// Outline fonts by the names of their families, as other programs call them: `Noto Sans`, `DejaVu Sans`.
extension FontSearch {
    /// The default styles of a family, in order of preference.
    private static let plainStyles = ["regular", "book", "roman", "normal", "medium"]

    /// Finds the file of a family, and the face or named style in it; nil if no font is of that family.
    ///
    /// Every outline font of the folders is opened: some milliseconds for hundreds of them.
    func family(_ name: String, style: String?) -> (location: FontLocation, style: String?)? {
        let (family, wanted) = (name.lowercased(), style?.lowercased())
        var found: [(location: FontLocation, style: OutlineFile.Style)] = []
        for location in list() where location.isOutline {
            for style in FontFile.styles(path: location.path) where style.family.lowercased() == family {
                found.append((location, style))
            }
        }
        let order = wanted.map { [$0] } ?? Self.plainStyles
        let chosen = order.lazy.compactMap { name in found.first { $0.style.name.lowercased() == name } }.first
        guard let best = chosen ?? (wanted == nil ? found.first : nil) else { return nil }
        return (best.location, best.style.index == 0 ? nil : best.style.fullName)
    }
}
