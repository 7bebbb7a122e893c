import Boards
import Glibc
import LinuxSystem
import Timelines

/// The content side of a running sign: draws when the sign looks different, sleeps in between, and handles events.
final class SignLoop {
    private let sign: Sign
    private let outputs: [any FrameOutput]
    private let services: [any SignService]
    private let device: (any PanelDrive)?
    private let board: Board
    private let service: ServiceLink?
    private let log: Log
    private let start: Instant
    private let end: Instant?
    private var presenter: Presenter
    private var reportedProblem: String?
    private var reportedStatus: String?
    private var nextAlive: Instant
    private var isReady = false
    /// The signal that ends it, if it is another one than that of ctrl-c.
    private var lastSignal: Int32?
    /// What is waited for, and what takes the news of each descriptor.
    private var wakers: [Waker] = []
    /// Whether something has happened since that may have changed it.
    private var isOutdated = true
    private var descriptors: [Int32] = []
    /// What the descriptors of the sign and its device were when `wakers` were made.
    private var revision = 0

    /// A descriptor, and what takes its news; that returns whether the sign keeps running.
    private typealias Waker = (descriptor: Int32, take: (Instant) throws -> Bool)
    /// Whether an output has taken frames, or will soon.
    private var isWatched = false
    /// Which outputs have not got the newest frame.
    private var owed: [Bool]

    /// Creates a loop.
    ///
    /// - Parameter end: when it ends whatever the sign says.
    init(
        _ sign: Sign, board: Board, connections: SignConnections, device: (any PanelDrive)?, start: Instant,
        end: Instant? = nil, service: ServiceLink? = nil, log: Log
    ) {
        (self.sign, self.board, self.device) = (sign, board, device)
        (outputs, services) = (connections.outputs, connections.services)
        (self.start, self.end, self.service, self.log) = (start, end, service, log)
        nextAlive = start
        owed = outputs.map { _ in true }
        presenter = Presenter(sign.content, size: board.size, format: board.format)
    }

    /// What has happened so far, and how the sources are doing, in some lines.
    func report(at now: Instant) -> String {
        ([counts(at: now)] + sign.sourceLines(at: now)).joined(separator: "\n")
    }

    /// What has happened so far, in some lines: on the device, or without one on the outputs.
    func counts(at now: Instant) -> String {
        device?.report ?? presenter.counters.report(during: now - start)
    }

    /// What has happened on the device; nil without one.
    var counters: RunCounters? { device?.counters }

    /// Runs until a service, a signal or the end; the panel is dark afterwards, whatever ended it.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    /// - Throws: where an output, a service or the device fails.
    func run(clock: some MonotonicClock & Sendable) throws -> Int32? {
        let waiter = try EventWaiter(endsAtHangup: !sign.reloadsAtHangup)
        defer { waiter.close() }
        defer { for service in services { service.close() } }
        do {
            for output in outputs { try output.begin(at: start) }
            for service in services { try service.begin(sign, at: start) }
            try device?.begin(
                Presenter(sign.content, size: board.size, format: board.format), start: start, clock: clock)
            let signal = try showFrames(waiter, clock)
            service?.stopping()
            try device?.end(.stop)
            for output in outputs { try output.stop() }
            return signal
        } catch {
            // The device may be gone; the error that counts is the first one.
            try? device?.end(.stop)
            for output in outputs { try? output.stop() }
            throw error
        }
    }

    private func showFrames(_ waiter: EventWaiter, _ clock: some MonotonicClock) throws -> Int32? {
        while true {
            let now = clock.now
            guard now < deadlineOfEnd else { return nil }
            let wake = try draw(at: now)
            // The guardian has made the panel dark; only a new process can light it.
            if let device, !device.isThere { throw WordedError("the thread that drives the panel has died") }
            recordAlive(at: now)
            let alive = service?.aliveInterval == nil ? .distantFuture : nextAlive
            let deadline = min(min(wake, alive), min(service?.retry(at: now) ?? .distantFuture, deadlineOfEnd))
            let events = try waiter.wait(
                until: deadline == .distantFuture ? nil : deadline, watching: watchedDescriptors(), clock: clock)
            for event in events {
                guard try handle(event, waiter, at: clock.now) else { return lastSignal }
            }
            guard try handleDue(at: clock.now) else { return nil }
        }
    }

    /// What to wait for now; does not allocate unless something has happened that may have changed it.
    private func watchedDescriptors() -> [Int32] {
        let newest = sign.sourcesRevision &+ (device?.descriptorsRevision ?? 0)
        guard isOutdated || newest != revision else { return descriptors }
        (revision, isOutdated) = (newest, false)
        wakers = sign.descriptors.map { [sign] descriptor in
            let take = { (instant: Instant) in
                sign.take(descriptor, at: instant)
                return true
            }
            return (descriptor, take)
        }
        for service in services {
            wakers += service.descriptors.map { descriptor in
                (descriptor, { try service.take(.readable(descriptor), at: $0) })
            }
        }
        // News of the device is handled by its next step.
        descriptors = wakers.map(\.descriptor) + (device?.descriptors ?? [])
        return descriptors
    }

    /// The earlier of the given end and that of the sign.
    private var deadlineOfEnd: Instant {
        min(end ?? .distantFuture, sign.end ?? .distantFuture)
    }

    // MARK: Drawing

    /// Draws what is due on the device and the outputs; returns when something will be due again.
    private func draw(at now: Instant) throws -> Instant {
        var wake = Instant.distantFuture
        if let device { wake = device.step(at: now, before: deadlineOfEnd) }
        wake = min(wake, try drawForOutputs(at: now), sign.step(at: now))
        reportProblem()
        for service in services {
            service.update(problem: problem, at: now)
            if let due = service.due { wake = min(wake, due) }
        }
        return wake
    }

    /// Draws what is due on the outputs that take a frame; returns when something will be due again.
    private func drawForOutputs(at now: Instant) throws -> Instant {
        var wake = Instant.distantFuture
        var isAwaited = false
        for index in outputs.indices {
            guard let instant = outputs[index].demand(at: now) else {
                owed[index] = true
                continue
            }
            if instant <= now {
                isAwaited = true
            } else {
                wake = min(wake, max(instant, owed[index] ? instant : nextDraw ?? instant))
            }
        }
        guard isAwaited else {
            isWatched = isWatched && wake < .distantFuture
            return wake
        }
        // Changes that were missed without a viewer do not count as late.
        if !isWatched { presenter.invalidate() }
        isWatched = true
        let isNew = presenter.present(at: now)
        for index in outputs.indices where isNew || owed[index] {
            owed[index] = (outputs[index].demand(at: now) ?? .distantFuture) > now
            if !owed[index] { try outputs[index].show(presenter.frame, at: now) }
        }
        return min(wake, presenter.deadline ?? .distantFuture)
    }

    /// When the picture for the outputs changes; nil for now.
    private var nextDraw: Instant? { presenter.isOutdated ? nil : presenter.deadline ?? .distantFuture }

    /// What is wrong with the content or the device, a line for each problem.
    private var problem: String? {
        let problems = [sign.problem, device?.problem].compactMap { $0 }
        return problems.isEmpty ? nil : problems.joined(separator: "\n")
    }

    /// What is wrong with the sign or with a service, in a line.
    private var status: String? {
        let problems = [problem].compactMap { $0 } + services.compactMap(\.problem)
        return problems.isEmpty ? nil : problems.joined(separator: "; ").replacing("\n", with: "; ")
    }

    /// Reports a problem once, in the log where no output shows it; services log theirs.
    private func reportProblem() {
        let status = status
        if status != reportedStatus {
            reportedStatus = status
            service?.record(problem: status)
        }
        guard problem != reportedProblem else { return }
        reportedProblem = problem
        if let problem, !outputs.contains(where: \.showsProblems) { log.warn(problem.replacing("\n", with: "; ")) }
    }

    /// Shows that the sign is alive, once its first picture is out: this side, and the thread that drives the panel.
    private func recordAlive(at now: Instant) {
        if !isReady, device?.hasShown ?? true {
            service?.ready()
            isReady = true
        }
        guard isReady, let service, let interval = service.aliveInterval, now >= nextAlive else { return }
        if device?.isAlive(at: now) ?? true { service.alive() }
        nextAlive = now + interval
    }

    // MARK: Events

    /// Handles an event; returns whether the sign keeps running.
    private func handle(_ event: EventWaiter.Event, _ waiter: EventWaiter, at now: Instant) throws -> Bool {
        if case .signal = event { isOutdated = true }
        switch event {
        case .readable(let descriptor):
            for waker in wakers where waker.descriptor == descriptor {
                isOutdated = true
                guard try waker.take(now) else { return false }
            }
        case .signal(SIGWINCH): try tellServices(.resized, at: now)
        case .signal(SIGTSTP):
            try tellServices(.suspended, at: now)
            waiter.stopProcess()
            try tellServices(.resumed, at: now)
        case .signal(SIGCONT): try tellServices(.resumed, at: now)
        case .signal(SIGUSR1): log.say(report(at: now))
        case .signal(SIGHUP) where sign.reloadsAtHangup:
            service?.reloading()
            sign.reload(at: now)
            service?.reloaded(status)
        case .signal(let number):
            if number != SIGINT { lastSignal = number }
            return false
        }
        return true
    }

    private func tellServices(_ event: ServiceEvent, at now: Instant) throws {
        for service in services { _ = try service.take(event, at: now) }
    }

    /// Lets services do what is due; returns whether the sign keeps running.
    private func handleDue(at now: Instant) throws -> Bool {
        for service in services {
            guard let due = service.due, due <= now else { continue }
            isOutdated = true
            guard try service.take(.due, at: now) else { return false }
        }
        return true
    }
}

extension Presenter.Counters {
    /// What was drawn, in a line.
    func report(during time: Nanoseconds) -> String {
        "\(drawn) \(drawn == 1 ? "frame" : "frames") drawn in \((time.count + 50_000_000) / 100_000_000 * 100) ms, "
            + "\(skipped) skipped, \(late) later than 1 ms, "
            + "worst lateness \(worstLateness.count / 1000) us"
    }
}
