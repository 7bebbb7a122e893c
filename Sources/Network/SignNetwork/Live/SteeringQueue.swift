import SignHost

/// What drags do, until the sign gets it: in order, without what later steps of the same zone make useless.
///
/// Bounded, and no viewer takes the room of another one. A pure value.
package struct SteeringQueue: Sendable {
    private struct Entry {
        let viewer: LiveDrags.Viewer?
        let steering: DragStep
    }

    /// How much of one viewer may wait.
    package static let maximumOfViewer = 8
    /// How much may wait in all, besides the releases that end it.
    package static let maximum = 64

    private var entries: [Entry] = []

    /// Nothing waits.
    package init() {}

    package var isEmpty: Bool { entries.isEmpty }
    package var count: Int { entries.count }
    package var first: DragStep? { entries.first?.steering }

    /// Whether a viewer may begin or move something; a release always has room.
    package func hasRoom(for viewer: LiveDrags.Viewer) -> Bool {
        entries.count < Self.maximum && entries.count(where: { $0.viewer == viewer }) < Self.maximumOfViewer
    }

    /// Adds a step of a viewer.
    ///
    /// A move takes the place of the last one. Where a zone is taken again before the sign knows that it was taken and let go,
    /// the sign never learns of that. O(what waits).
    ///
    /// - Parameter viewer: nil for a release of a drag that was silent for too long.
    package mutating func add(_ steering: DragStep, of viewer: LiveDrags.Viewer?) {
        let last = entries.lastIndex { $0.steering.zone == steering.zone }
        switch (steering, last.map { entries[$0].steering }) {
        case (.move, .move?):
            if let last { entries.remove(at: last) }
        case (.begin, .release?):
            if let begin = entries.lastIndex(where: { $0.steering == .begin(zone: steering.zone) }) {
                entries = entries[..<begin] + entries[begin...].filter { $0.steering.zone != steering.zone }
            }
        default: break
        }
        entries.append(Entry(viewer: viewer, steering: steering))
    }

    /// Takes the first step away.
    package mutating func removeFirst() { entries.removeFirst() }
}
