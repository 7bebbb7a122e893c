import Settings
import SignHost
import Timelines

/// Who holds the content of which zone: one drag a zone.
///
/// A drag that is silent for a second, or whose viewer has gone, ends at velocity 0, so that no lost connection holds a
/// sign still. A drag of the whole sign (a zone of nil) is one on every zone. A pure value: the instants are passed in.
package struct LiveDrags: Sendable {
    /// A viewer, for example by its descriptor; `leave` ends what it means.
    package typealias Viewer = Int32

    /// What a request leads to.
    package struct Outcome: Hashable, Sendable {
        /// What to do, in order; nothing for a drag that has ended already.
        package var steering: [DragStep]
        /// Whether another viewer has the zone: tell this one `busy(zone:)`.
        package var isBusy = false
    }

    private struct Drag {
        let viewer: Viewer
        let zone: String?
        var heard: Instant

        func overlaps(_ other: String?) -> Bool { zone == nil || other == nil || zone == other }
    }

    /// How long a drag may be silent: the page repeats its last move while a finger rests.
    package static let timeout = Nanoseconds.seconds(1)
    /// The most drags of one viewer, which has no more fingers than that; names of zones are not checked here.
    package static let maximumOfViewer = 5

    private var drags: [Drag] = []

    /// No zone is held.
    package init() {}

    /// When to call `step`; nil while nothing is dragged.
    package var due: Instant? { drags.map { $0.heard + Self.timeout }.min() }

    /// The answer to a viewer that came later than another one.
    package static func busy(zone: String?) -> JSONValue {
        ["hand": "busy", "zone": zone.map { .text($0) } ?? .null]
    }

    /// Does what a viewer asks for; a zone of nil in a move or release stands for the zone that this viewer took last.
    package mutating func perform(_ request: DragStep, of viewer: Viewer, at instant: Instant) -> Outcome {
        var outcome = Outcome(steering: step(at: instant))
        for index in drags.indices where drags[index].viewer == viewer { drags[index].heard = instant }
        switch request {
        case .begin(let zone):
            guard let steering = begin(zone, of: viewer, at: instant) else {
                outcome.isBusy = true
                break
            }
            outcome.steering += steering
        case .move(let zone, let pixels):
            guard let index = index(of: zone, viewer) else { break }
            outcome.steering.append(.move(zone: drags[index].zone, pixels: pixels))
        case .release(let zone, let velocity):
            guard let index = index(of: zone, viewer) else { break }
            outcome.steering.append(.release(zone: drags.remove(at: index).zone, velocity: velocity))
        }
        return outcome
    }

    /// Lets go what has been silent for too long.
    package mutating func step(at instant: Instant) -> [DragStep] {
        release { instant - $0.heard >= Self.timeout }
    }

    /// Lets go what a viewer holds whose connection has ended.
    package mutating func leave(_ viewer: Viewer) -> [DragStep] {
        release { $0.viewer == viewer }
    }

    /// Forgets a drag because the sign refused it.
    package mutating func forget(zone: String?) {
        drags.removeAll { $0.zone == zone }
    }

    /// Begins a drag; nil where it may not.
    private mutating func begin(_ zone: String?, of viewer: Viewer, at instant: Instant) -> [DragStep]? {
        guard !drags.contains(where: { $0.viewer != viewer && $0.overlaps(zone) }) else { return nil }
        // A drag of this zone starts over.
        let own = release { $0.viewer == viewer && $0.overlaps(zone) }
        guard drags.filter({ $0.viewer == viewer }).count < Self.maximumOfViewer else { return nil }
        drags.append(Drag(viewer: viewer, zone: zone, heard: instant))
        return own + [.begin(zone: zone)]
    }

    /// The drag of a viewer in a zone; the one that it began last for a zone of nil.
    private func index(of zone: String?, _ viewer: Viewer) -> Int? {
        drags.lastIndex { $0.viewer == viewer && (zone == nil || $0.zone == zone) }
    }

    private mutating func release(where isOver: (Drag) -> Bool) -> [DragStep] {
        defer { drags.removeAll(where: isOver) }
        return drags.filter(isOver).map { .release(zone: $0.zone, velocity: 0) }
    }
}

/// What drags do, until the sign gets it: in order, without what later steps of the same zone make useless.
///
/// Bounded, and no viewer takes the room of another one. A pure value.
package struct SteeringQueue: Sendable {
    /// How much of one viewer may wait.
    package static let maximumOfViewer = 8
    /// How much may wait in all, besides the releases that end it.
    package static let maximum = 64

    private var entries: [(viewer: LiveDrags.Viewer?, steering: DragStep)] = []

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
        entries.append((viewer, steering))
    }

    /// Takes the first step away.
    package mutating func removeFirst() { entries.removeFirst() }
}
