import Timelines

/// When pictures are drawn that a thread shows when they are due.
extension Nanoseconds {
    /// How long before a change it is drawn at the earliest.
    static let pictureLead = Nanoseconds.milliseconds(50)
    /// How long after the first picture of a batch the last one may be due.
    static let pictureSpan = Nanoseconds.milliseconds(150)
}

/// Pictures that follow one another, drawn in one go, each with the instant at which it is due.
///
/// The content side draws several pictures per wake-up; the refresh thread shows each at its time. A batch is filled in place
/// and does not allocate after `init`.
package struct PictureBatch<Picture: Sendable>: Sendable {
    /// Buffers for the pictures; the first `count` of them belong to the batch.
    package internal(set) var pictures: [Picture]
    /// How many pictures there are.
    package private(set) var count = 0
    /// When the content looks different after the last of them; nil for never.
    var next: Instant?
    private var dues: [Instant]

    /// Creates an empty batch for at least one picture; `make` makes the content of a place, with room for every picture.
    init(capacity: Int, _ make: () -> Picture) {
        let places = max(capacity, 1)
        pictures = (0..<places).map { _ in make() }
        dues = [Instant](repeating: .zero, count: places)
    }

    /// Whether there is room for another picture.
    var hasRoom: Bool { count < pictures.count }

    /// When a picture is due.
    func due(_ index: Int) -> Instant { dues[index] }

    /// When the content looks different after a picture; nil for never.
    func next(after index: Int) -> Instant? { index + 1 < count ? dues[index + 1] : next }

    /// The last picture after `index` that is due at an instant; nil if no picture is due.
    func last(dueAt instant: Instant, after index: Int) -> Int? {
        var found: Int?
        var candidate = index + 1
        while candidate < count, dues[candidate] <= instant {
            found = candidate
            candidate += 1
        }
        return found
    }

    /// Empties the batch; its places keep what they hold.
    mutating func clear() { count = 0 }

    /// Adds a picture.
    ///
    /// - Precondition: there is room.
    mutating func add(due: Instant, next: Instant?, _ fill: (inout Picture) -> Void) {
        fill(&pictures[count])
        dues[count] = due
        self.next = next
        count += 1
    }
}
