import Settings
import Timelines

/// Viewers of the live picture, from their handshakes on.
extension HTTPService {
    // MARK: Handshake

    /// Asks the sign for what the hello of a viewer says.
    func orderLive(_ request: HTTPRequest, _ call: HTTPDaemon.Call) {
        do throws(WebSocketRefusal) {
            _ = try WebSocketHandshake.answer(to: request)
        } catch {
            return respond(call, error.response)
        }
        guard viewers.count < configuration.limits.viewers else {
            return respond(
                call,
                .failure(
                    503, "too-many-viewers", "\(configuration.limits.viewers) viewers already look at the sign",
                    headers: [("Retry-After", "5")]))
        }
        order(.state, for: call, .live(request))
    }

    /// Answers a handshake once the sign has said what it is.
    func upgrade(_ request: HTTPRequest, _ call: HTTPDaemon.Call, state: [JSONMember]) {
        do throws(WebSocketRefusal) {
            let answer = try WebSocketHandshake.answer(to: request)
            let mayChange = access?.grant(request, at: now).mayChange ?? false
            viewers.expected[call] = (hello(state, mayChange: mayChange), mayChange)
            // The library adds Connection.
            daemon?.upgrade(call, headers: answer.headers.filter { $0.name != "Connection" })
        } catch {
            respond(call, error.response)
        }
    }

    private func hello(_ state: [JSONMember], mayChange: Bool) -> JSONValue {
        let edits = mayChange && configuration.settings.edit
        let may = ["view"] + (mayChange ? ["steer"] : []) + (edits ? ["edit"] : [])
        return .object(
            [JSONMember("hello", .integer(1))] + state + [
                JSONMember("may", .list(may.map { .text($0) })),
                JSONMember("rate", .integer(LivePacing.usualLimit)),
            ])
    }

    /// The handshake was sent.
    func welcome(_ call: HTTPDaemon.Call, _ upgraded: HTTPDaemon.Upgraded) {
        guard let (hello, maySteer) = viewers.expected.removeValue(forKey: call) else {
            daemon?.close(upgraded: upgraded)
            return
        }
        let viewer = LiveViewer(
            descriptor: upgraded.descriptor, received: upgraded.received, hello: hello, at: now)
        viewers.entries[upgraded.descriptor] = ViewerTable.Entry(
            viewer: viewer, connection: upgraded, maySteer: maySteer)
        polls.watch(upgraded.descriptor, reads: true, writes: viewer.wantsWriting)
        mailbox.watch(true)
    }

    // MARK: Running

    /// Does what viewers ask for, and shows them the newest frame.
    func serveViewers(_ ready: [Int32]) {
        let isNew = frames.isPending
        if isNew { _ = frames.take(at: .distantFuture) }
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
        steering += viewers.hands.step(at: now)
        while let next = steering.first, post(next) { steering.removeFirst() }
    }

    private func receive(_ entry: ViewerTable.Entry) {
        for request in entry.viewer.receive(at: now) {
            // A sign that does not listen: a hand that is not heard lets go after a second.
            guard entry.maySteer, steering.count < ViewerTable.mostSteering else { continue }
            let outcome = viewers.hands.perform(request, of: entry.viewer.descriptor, at: now)
            if outcome.isBusy { entry.viewer.send(event: LiveHands.busy(zone: request.zone)) }
            for next in outcome.steering { steer(next) }
        }
    }

    /// Queues what a hand does; a later move takes the place of one that waits.
    private func steer(_ next: LiveHands.Steering) {
        if case .move(let zone, _) = next, case .move(zone, _)? = steering.last { steering.removeLast() }
        steering.append(next)
    }

    /// A hand that the sign has refused holds nothing.
    func finishHand(_ steering: LiveHands.Steering, _ answer: SignAnswer) {
        if case .begin(let zone) = steering, case .failed = answer { viewers.hands.forget(zone: zone) }
    }

    private func end(_ entry: ViewerTable.Entry) {
        let descriptor = entry.viewer.descriptor
        steering += viewers.hands.leave(descriptor)
        viewers.entries[descriptor] = nil
        polls.watch(descriptor, reads: false)
        daemon?.close(upgraded: entry.connection)
        mailbox.watch(!viewers.entries.isEmpty)
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

extension LiveRequest {
    /// The zone that it names.
    fileprivate var zone: String? {
        switch self {
        case .handBegin(let zone), .handMove(let zone, _), .handEnd(let zone, _): zone
        }
    }
}
