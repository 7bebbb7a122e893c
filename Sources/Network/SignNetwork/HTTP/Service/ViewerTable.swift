import Settings
import Timelines

/// The viewers of the live picture, and their drags.
struct ViewerTable {
    /// Where a viewer comes from (what counts as one client), and whether it may move the sign; one without the token is a guest.
    typealias Admission = (network: String, maySteer: Bool)
    /// One of them.
    typealias Entry = (viewer: LiveViewer, connection: HTTPDaemon.Upgraded, admission: Admission)

    /// By their descriptors.
    var entries: [Int32: Entry] = [:]
    /// Requests that are about to become viewers, with their hellos.
    var expected: [HTTPDaemon.Call: (hello: JSONValue, admission: Admission)] = [:]
    var drags = LiveDrags()
    /// Whether the newest frame of the sign has come since there was no viewer, so that it is not an old one.
    var hasFrame = false

    /// When something is due; nil for never.
    var due: Instant? {
        (entries.values.compactMap(\.viewer.due) + [drags.due].compactMap { $0 }).min()
    }

    /// Why there is no room for one more viewer; nil if there is.
    ///
    /// Guests leave room for those who have the token, and for guests at other addresses.
    func refusal(of admission: Admission, _ limits: HTTPLimits) -> String? {
        let all = entries.values.map(\.admission) + expected.values.map(\.admission)
        guard all.count < limits.viewers else { return "\(limits.viewers) viewers already watch the sign" }
        guard !admission.maySteer else { return nil }
        let guests = all.filter { !$0.maySteer }
        guard guests.count < limits.guestViewers else {
            return "\(limits.guestViewers) viewers without the token already watch the sign"
        }
        guard guests.count(where: { $0.network == admission.network }) < limits.guestViewersPerAddress else {
            return
                "\(limits.guestViewersPerAddress) viewers without the token already watch the sign from this address"
        }
        return nil
    }

    /// Sends all of them an event.
    func tell(_ event: JSONValue) {
        for entry in entries.values { entry.viewer.send(event: event) }
    }
}
