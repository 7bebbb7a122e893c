import PixelGraphics

/// Compares the pictures that a panel shows one after the other with those that it was to show.
///
/// Modules of eight columns whose rows are written one after the other show, between two pictures, mixtures of them: rows
/// of a module of the new one in the place of the old one's. Everything else is a picture that was torn, came twice, or was never drawn.
public struct FrameMatcher: Sendable {
    /// The pictures that have to be shown, without repetitions.
    public let expected: [MonoBitmap]
    /// The number of the picture that is shown, or that is being replaced.
    public private(set) var place = 0
    /// The first unexpected picture, and the number of the one before it.
    public private(set) var wrong: (picture: MonoBitmap, after: Int)?

    /// Creates a comparison that begins at the first picture.
    ///
    /// - Parameter expected: the pictures in order; equal ones that follow each other are one.
    public init(_ expected: [MonoBitmap]) {
        var pictures: [MonoBitmap] = []
        for picture in expected where pictures.last != picture { pictures.append(picture) }
        self.expected = pictures
    }

    /// Whether the last picture is shown, and every other one was.
    public var isComplete: Bool { wrong == nil && place == expected.count - 1 && !isBetween }
    private var isBetween = false

    /// Looks at what the panel shows after a transfer.
    ///
    /// - Parameter isWhole: whether no transfer is under way, so that mixtures count as torn.
    public mutating func see(_ picture: MonoBitmap, isWhole: Bool) {
        guard wrong == nil else { return }
        if expected.indices.contains(place), picture == expected[place] {
            isBetween = false
        } else if place + 1 < expected.count, picture == expected[place + 1] {
            place += 1
            isBetween = false
        } else if !isWhole, place + 1 < expected.count, isMixture(picture, expected[place], expected[place + 1]) {
            isBetween = true
        } else {
            wrong = (picture, place)
        }
    }

    private func isMixture(_ picture: MonoBitmap, _ old: MonoBitmap, _ new: MonoBitmap) -> Bool {
        for y in 0..<picture.height {
            for module in stride(from: 0, to: picture.width, by: 8) {
                var isOld = true
                var isNew = true
                for x in module..<min(module + 8, picture.width) {
                    let pixel = picture[x, y]
                    if pixel != old[x, y] { isOld = false }
                    if pixel != new[x, y] { isNew = false }
                }
                if !isOld && !isNew { return false }
            }
        }
        return true
    }
}
