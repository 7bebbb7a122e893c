import Settings
import Timelines

/// The viewers of the live picture, and their hands.
struct ViewerTable {
    /// One of them.
    struct Entry {
        let viewer: LiveViewer
        let connection: HTTPDaemon.Upgraded
        /// Whether its hands may move the sign.
        let maySteer: Bool
    }

    /// How much of what hands do may wait for the sign.
    static let mostSteering = 64

    /// By their descriptors.
    var entries: [Int32: Entry] = [:]
    /// Requests that are about to become viewers: their hellos, and whether they may steer.
    var expected: [HTTPDaemon.Call: (hello: JSONValue, maySteer: Bool)] = [:]
    var hands = LiveHands()

    var count: Int { entries.count + expected.count }

    /// When something is due; nil for never.
    var due: Instant? {
        (entries.values.compactMap(\.viewer.due) + [hands.due].compactMap { $0 }).min()
    }

    /// Sends all of them an event.
    func tell(_ event: JSONValue) {
        for entry in entries.values { entry.viewer.send(event: event) }
    }
}
