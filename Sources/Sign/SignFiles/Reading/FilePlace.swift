import Settings

/// A place in a file, which makes no difference between two things.
package struct FilePlace: Equatable, Sendable {
    package var place: TextPlace?

    package init(place: TextPlace? = nil) {
        self.place = place
    }

    package static func == (first: FilePlace, second: FilePlace) -> Bool { true }
}
