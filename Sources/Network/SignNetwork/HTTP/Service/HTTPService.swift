import LinuxSystem
import Settings
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// The server of a sign: connections, requests and viewers, step by step.
///
/// One thread owns it. It reads no clock and never waits; its caller waits for `polls` and tells the time.
package final class HTTPService {
    /// An order whose answer is awaited.
    typealias Waiting = (call: HTTPDaemon.Call, purpose: Purpose, deadline: Instant)

    let configuration: ServerConfiguration
    let mailbox: SignMailbox
    let frames: LiveFrames
    /// What to wait for.
    package let polls: PollSet
    var daemon: HTTPDaemon?
    var sockets: ServerSockets
    var access: Access?
    /// The tokens of hooks that have one of their own.
    var hookTokens: [String: AccessToken] = [:]
    var waiting: [SignMailbox.Ticket: Waiting] = [:]
    var viewers = ViewerTable()
    /// Calls of requests without the token.
    var guests: Set<HTTPDaemon.Call> = []
    /// What drags do and the sign has not got yet.
    var steering = SteeringQueue()
    /// Pictures for those who have the token, and for all others.
    var pictures: RateLimit
    /// Pictures for others, of each address.
    var guestPictures: RateLimit
    /// Pictures of drafts, which take more time each.
    var drafts = RateLimit(5, within: .seconds(1))
    /// Backups.
    var backups = RateLimit(2, within: .seconds(20))
    /// Pictures of streams, of each address.
    var streamed = RateLimit(PixelRequest.maximumPerSecond, within: .seconds(1))
    let pages: StaticFiles
    /// The instant of the step.
    var now: Instant
    /// When connections are taken again, after the system was short of descriptors.
    private var acceptAgain: Instant?
    private var tokenRetry: Instant?
    private var reportedProblem: String?
    private var lastTicket: SignMailbox.Ticket = 0
    private var shownProblem: String?
    /// The code that the set-up knows.
    var toldCode: String?
    private var shownChanges: SignChanges?
    /// Draws messages that are only looked at.
    let previews = MessagePreview(fonts: SignFileLoader.fonts)
    /// What earlier requests of AWTRIX's interface left.
    var clockMemory = AWTRIXMemory()
    /// The sign file that was replaced last, and the tag of the one since; see ``SignEdit/save(_:ifMatch:last:at:inspect:)``.
    var lastSave: (replaced: [UInt8], tag: String)?
    /// The JSON Schema of sign files; empty if it is missing.
    let schema: [UInt8]
    /// The description of the API; nil if it is missing.
    let openAPI: OpenAPI?
    private var reported = RateLimit(1, within: .seconds(60))

    package init(
        _ configuration: ServerConfiguration, mailbox: SignMailbox, frames: LiveFrames, at instant: Instant
    ) throws {
        (self.configuration, self.mailbox, self.frames, now) = (configuration, mailbox, frames, instant)
        pictures = RateLimit(configuration.limits.picturesPerSecond, within: .seconds(1))
        guestPictures = RateLimit(configuration.limits.guestPicturesPerSecond, within: .seconds(1))
        polls = try PollSet()
        sockets = ServerSockets(configuration.settings.listen, at: instant)
        pages = Self.pages(configuration.pageFolder, mailbox)
        schema = Self.document(configuration.schemaPath) ?? []
        openAPI = Self.document(configuration.apiPath).flatMap(OpenAPI.init)
        polls.watch(mailbox.news.number)
        tokenRetry = instant
    }

    private static func document(_ path: String?) -> [UInt8]? {
        path.flatMap { try? RegularFile.read(path: $0, limit: 1 << 20) }
    }

    private static func pages(_ folder: String?, _ mailbox: SignMailbox) -> StaticFiles {
        guard let folder else { return StaticFiles() }
        do {
            return try StaticFiles(folder: folder)
        } catch {
            mailbox.report("the page is missing, the API is served without it: \(folder): \(error)")
            return StaticFiles()
        }
    }

    /// The ports at which it listens.
    package var ports: [UInt16] { sockets.open.map(\.port) }

    /// The number of connections.
    package var connections: Int { daemon?.connections ?? 0 }

    // MARK: Running

    /// Does what can be done now; returns when to call it again at the latest.
    ///
    /// - Parameter ready: the descriptors of `polls` that are ready.
    package func step(at instant: Instant, ready: [Int32] = []) -> Instant {
        now = instant
        mailbox.news.lower()
        openWhatIsMissing()
        guard let daemon else { return tokenRetry ?? .distantFuture }
        accept(daemon)
        _ = daemon.run(at: now)
        takeAnswers()
        tellCode()
        giveUpSilent()
        // Before the viewers, whose sockets are watched for what is to be sent.
        recordProblem()
        publishChanges()
        serveViewers(ready)
        // Answers are sent, and closed connections end.
        var due = daemon.run(at: now)
        let codeEnd = isSettingUp ? access?.codeEnd(at: now) : nil
        for other in [sockets.retry, acceptAgain, viewers.due, waiting.values.map(\.deadline).min(), codeEnd] {
            if let other { due = min(due, other) }
        }
        return due
    }

    /// Ends all connections.
    package func close() {
        configuration.setup?.keep(access)
        for call in waiting.values.map(\.call) { respond(call, .failure(503, "ended", "the sign has ended")) }
        waiting = [:]
        if let daemon {
            closeAllViewers(daemon)
            _ = daemon.run(at: now)
            daemon.close()
        }
        daemon = nil
    }

    private func accept(_ daemon: HTTPDaemon) {
        if let again = acceptAgain {
            guard again <= now else { return }
            acceptAgain = nil
            for socket in sockets.open { polls.watch(socket.descriptor) }
        }
        for socket in sockets.open where !daemon.accept(from: socket.descriptor, at: now) {
            // Without a pause the socket would wake the thread again and again.
            acceptAgain = now + .seconds(1)
        }
        guard acceptAgain != nil else { return }
        for socket in sockets.open { polls.watch(socket.descriptor, reads: false) }
    }

    // MARK: Starting

    private func openWhatIsMissing() {
        if daemon == nil {
            guard let due = tokenRetry, due <= now else { return }
            start()
        }
        guard daemon != nil else { return }
        for socket in sockets.step(at: now, report: mailbox.report) { polls.watch(socket.descriptor) }
        mailbox.record(serverProblem: sockets.problem.map(Self.notServed))
    }

    /// Reads the token and begins to serve; a token that cannot be used is looked for again.
    private func start() {
        do {
            let token = try configuration.tokenPath.map(AccessToken.init(path:))
            for hook in configuration.settings.hooks {
                hookTokens[hook.name] = try hook.token.map(AccessToken.init(path:))
            }
            // The service owns the daemon, which must not keep the service alive.
            let daemon = try HTTPDaemon(
                configuration.limits,
                begun: { [weak self] request in self?.begin(request) ?? .answer(HTTPResponse(503)) },
                ended: { [weak self] call in
                    self?.viewers.expected[call] = nil
                    self?.guests.remove(call)
                },
                upgraded: { [weak self] call, upgraded in self?.welcome(call, upgraded) },
                report: { [weak self] words in self?.report(words) })
            polls.watch(daemon.descriptor)
            self.daemon = daemon
            for socket in sockets.step(at: now, report: mailbox.report) { polls.watch(socket.descriptor) }
            access = Access(
                configuration.settings, token: token, machine: configuration.machine, port: sockets.port)
            continueSetup()
            tokenRetry = nil
        } catch {
            tokenRetry = now + ServerSockets.interval
            let problem = Self.notServed("\(error)")
            mailbox.record(serverProblem: problem)
            guard problem != reportedProblem else { return }
            reportedProblem = problem
            mailbox.report(problem)
        }
    }

    private static func notServed(_ reason: String) -> String { "the page is not served: \(reason)" }

    /// Passes on what the library reports, the same words once in a minute: a flood of connections is no flood of lines.
    func report(_ words: String) {
        let line = PrintableText.line(words)
        if reported.take(line, at: now) == nil { mailbox.report("http: \(line)") }
    }

    // MARK: Orders

    /// Hands an order over; answers 503 if too many wait.
    func order(_ order: SignOrder, for call: HTTPDaemon.Call, _ purpose: Purpose) {
        lastTicket += 1
        let isCrowded =
            guests.contains(call) && orders { guests.contains($0.call) } >= configuration.limits.guestOrders
        guard !isCrowded, mailbox.post(order, lastTicket) else {
            return respond(
                call,
                .failure(
                    503, "busy", "too many requests wait for the sign; retry later", headers: [("Retry-After", "1")])
            )
        }
        waiting[lastTicket] = (call, purpose, now + configuration.limits.answerTime)
    }

    /// The number of orders that the sign has not answered yet, of some kind.
    private func orders(where isCounted: (Waiting) -> Bool) -> Int { waiting.values.count(where: isCounted) }

    /// Hands over a step of a drag; returns whether there was room, of which requests keep the most.
    func post(_ step: DragStep) -> Bool {
        let drags = orders { if case .drag = $0.purpose { true } else { false } }
        guard drags < configuration.limits.handOrders else { return false }
        lastTicket += 1
        guard mailbox.post(.drag(step), lastTicket) else { return false }
        waiting[lastTicket] = (0, .drag(step), now + configuration.limits.answerTime)
        return true
    }

    private func takeAnswers() {
        for (ticket, answer) in mailbox.takeAnswers() {
            guard let waiting = waiting.removeValue(forKey: ticket) else { continue }
            finish(waiting, answer)
        }
    }

    /// Answers for a sign that does not.
    private func giveUpSilent() {
        for (ticket, entry) in waiting where entry.deadline <= now {
            mailbox.withdraw(ticket)
            waiting[ticket] = nil
            finish(entry, .silent)
        }
    }

    private func recordProblem() {
        let problem = mailbox.problem
        guard problem != shownProblem else { return }
        shownProblem = problem
        viewers.tell(["event": "problem", "problem": problem.map { .text($0) } ?? .null])
    }

    /// Tells viewers that there are other messages, or another state.
    private func publishChanges() {
        guard let changes = mailbox.changes, changes != shownChanges else { return }
        var before = changes
        before.list = shownChanges?.list ?? changes.list
        (before.pixels, before.words) = (shownChanges?.pixels, shownChanges?.words ?? changes.words)
        if shownChanges != before { viewers.tell(.object([JSONMember("event", "state")] + changes.members)) }
        if shownChanges?.list != changes.list {
            viewers.tell(["event": "messages"])
        } else if shownChanges?.words != changes.words {
            viewers.tell(["event": "words"])
        }
        if let pixels = changes.pixels, shownChanges?.pixels != pixels { viewers.tell(pixels) }
        shownChanges = changes
    }
}
