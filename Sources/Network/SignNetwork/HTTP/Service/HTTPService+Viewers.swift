import Settings
import SignHost
import Timelines

/// Viewers of the live picture, from their handshakes on.
extension HTTPService {
    // MARK: Handshake

    /// Asks the sign for what the hello of a viewer says.
    func orderLive(_ request: HTTPRequest, _ call: HTTPDaemon.Call) {
        do {
            let answer = try HTTPResponse.webSocket(request)
            if let refusal = viewers.refusal(of: admission(request), configuration.limits) {
                return respond(call, Self.noRoom(refusal))
            }
            order(.state, for: call, .live(request, answer: answer))
        } catch {
            respond(call, .noWebSocket("\(error)"))
        }
    }

    private func admission(_ request: HTTPRequest) -> ViewerTable.Admission {
        (request.network, access?.mayChange(request, at: now) ?? false)
    }

    private static func noRoom(_ words: String) -> HTTPResponse {
        .failure(503, "too-many-viewers", words, headers: [("Retry-After", "5")])
    }

    /// Answers a handshake once the sign has said what it is.
    func upgrade(_ request: HTTPRequest, _ call: HTTPDaemon.Call, _ answer: HTTPResponse, state: [JSONMember]) {
        let admission = admission(request)
        // Others may have come while the sign answered.
        if let refusal = viewers.refusal(of: admission, configuration.limits) {
            return respond(call, Self.noRoom(refusal))
        }
        viewers.expected[call] = (hello(state, mayChange: admission.maySteer), admission)
        // The library adds Connection.
        daemon?.upgrade(call, headers: answer.headers.filter { $0.name != "Connection" })
    }

    private func hello(_ state: [JSONMember], mayChange: Bool) -> JSONValue {
        let edits = mayChange && configuration.settings.edit
        let may = ["view"] + (mayChange ? ["steer"] : []) + (edits ? ["edit"] : [])
        return .object(
            [JSONMember("hello", .integer(1))] + state + [
                JSONMember("may", .list(may.map { .text($0) })),
                JSONMember("rate", .integer(LivePacing.defaultLimit)),
            ] + (isSettingUp ? [JSONMember("setup", true)] : []))
    }

    /// The handshake was sent.
    func welcome(_ call: HTTPDaemon.Call, _ upgraded: HTTPDaemon.Upgraded) {
        guard let (hello, admission) = viewers.expected.removeValue(forKey: call) else {
            daemon?.close(upgraded: upgraded)
            return
        }
        let viewer = LiveViewer(
            descriptor: upgraded.descriptor, received: upgraded.received, hello: hello, at: now)
        viewers.entries[upgraded.descriptor] = (viewer, upgraded, admission)
        // A sign that stands still draws nothing for a viewer that is not the first one.
        if viewers.hasFrame { viewer.show(frames.taken.pointee, at: now) }
        polls.watch(upgraded.descriptor, reads: true, writes: viewer.wantsWriting)
        mailbox.watch(true)
    }

    // MARK: Running

    /// Does what viewers ask for, and shows them the newest frame.
    func serveViewers(_ ready: [Int32]) {
        let isNew = frames.isPending
        if isNew {
            _ = frames.take(at: .distantFuture)
            viewers.hasFrame = true
        }
        for (descriptor, entry) in viewers.entries {
            if ready.contains(descriptor) { receive(entry) }
            if ready.contains(descriptor), entry.viewer.wantsWriting { entry.viewer.flush(at: now) }
            if let due = entry.viewer.due, due <= now { entry.viewer.step(at: now) }
            if isNew { entry.viewer.show(frames.taken.pointee, at: now) }
            if entry.viewer.isFinished {
                end(entry)
            } else {
                polls.watch(descriptor, reads: true, writes: entry.viewer.wantsWriting)
            }
        }
        for next in viewers.drags.step(at: now) { steering.add(next, of: nil) }
        while let next = steering.first, post(next) { steering.removeFirst() }
    }

    private func receive(_ entry: ViewerTable.Entry) {
        for request in entry.viewer.receive(at: now) {
            guard entry.admission.maySteer else { continue }
            let viewer = entry.viewer.descriptor
            // A sign that does not listen: a drag that is not heard ends after a second.
            guard request.isRelease || steering.hasRoom(for: viewer) else { continue }
            let outcome = viewers.drags.perform(request, of: viewer, at: now)
            if outcome.isBusy { entry.viewer.send(event: LiveDrags.busy(zone: request.zone)) }
            for next in outcome.steering { steering.add(next, of: viewer) }
        }
    }

    /// A drag that the sign has refused holds nothing.
    func finishDrag(_ step: DragStep, _ answer: SignAnswer) {
        if case .begin(let zone) = step, case .failed = answer { viewers.drags.forget(zone: zone) }
    }

    private func end(_ entry: ViewerTable.Entry) {
        let descriptor = entry.viewer.descriptor
        for next in viewers.drags.leave(descriptor) { steering.add(next, of: descriptor) }
        viewers.entries[descriptor] = nil
        polls.watch(descriptor, reads: false)
        daemon?.close(upgraded: entry.connection)
        if viewers.entries.isEmpty { viewers.hasFrame = false }
        mailbox.watch(!viewers.entries.isEmpty)
    }

    /// Signs a browser out, and has all viewers connect again, which its own cannot.
    func endSession(number: String) -> HTTPResponse? {
        let response = access?.endSession(number: number)
        guard response?.status == 200 else { return response }
        for entry in viewers.entries.values { entry.viewer.close(.goingAway, at: now) }
        return response
    }

    /// Ends all viewers.
    func closeAllViewers(_ daemon: HTTPDaemon) {
        for entry in viewers.entries.values {
            entry.viewer.close(.goingAway, at: now)
            polls.watch(entry.viewer.descriptor, reads: false)
            daemon.close(upgraded: entry.connection)
        }
        viewers = ViewerTable()
        mailbox.watch(false)
    }
}

extension DragStep {
    fileprivate var isRelease: Bool { if case .release = self { true } else { false } }
}

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
