/// What a font is called: a name or path, and how many times as large its pixels are shown, as in `ledsign-16-bold@2`.
package struct FontName: Hashable, Sendable, CustomStringConvertible {
    /// The largest factor.
    package static let factorLimit = 16

    /// The name or path.
    package let name: String
    /// The pixels a side that each pixel of the font takes, 1 to 16.
    package let factor: Int

    /// Creates a name; factors out of range count as the nearest in range.
    package init(name: String, factor: Int) {
        self.name = name
        self.factor = min(max(factor, 1), Self.factorLimit)
    }

    /// Reads a name; without a factor from 1 to 16 behind its last `@` all of it is the name.
    package init(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if parts.count > 1, let last = parts.last, let factor = Int(last), last.allSatisfy(\.isNumber),
            (1...Self.factorLimit).contains(factor)
        {
            self.init(name: String(text.dropLast(last.count + 1)), factor: factor)
        } else {
            self.init(name: text, factor: 1)
        }
    }

    /// The name with its factor.
    package var description: String { factor == 1 ? name : "\(name)@\(factor)" }
}

extension FontSearch {
    /// Loads the font of a name or a path, enlarged if the name says so.
    ///
    /// - Parameter isCurrentFolderSearched: whether a name that no folder has may be a file in the current folder.
    /// - Throws: `FontSearchError` or `FontError`.
    package func load(_ name: String, isCurrentFolderSearched: Bool = true) throws -> BitmapFont {
        let given = FontName(name)
        let location: FontLocation
        do throws(FontSearchError) {
            location = try find(given.name, isCurrentFolderSearched: isCurrentFolderSearched)
        } catch {
            if let mark = given.name.lastIndex(of: "@") {
                let font = String(given.name[..<mark])
                let isKnown = (try? find(font, isCurrentFolderSearched: isCurrentFolderSearched)) != nil
                if isKnown { throw FontSearchError.wrongFactor(name: name, font: font) }
            }
            throw error
        }
        return try FontFile.load(path: location.path).scaled(by: given.factor)
    }
}
