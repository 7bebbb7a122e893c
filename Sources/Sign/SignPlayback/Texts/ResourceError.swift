/// Why a font or an image is missing, in the words of the layer that found it.
package struct ResourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Why, and what to do about it.
    package let words: String

    package init(_ words: String) {
        self.words = words
    }

    package var description: String { words }
}
