import LinuxHardware
import LinuxSystem
import PanelDrivers
import PixelGraphics
import Timelines

/// A panel on a device, which a refresh thread drives and the main thread draws for.
final class DrivenPanel<Panel: RefreshedPanel & ~Copyable>: PanelDrive {
    /// What is known of the kind of panel.
    struct Kind {
        /// The most time between two signs of life of its refresh thread.
        let heartbeatInterval: Nanoseconds
        /// Whether it hardly ever sleeps.
        let isBusy: Bool
        /// How many pictures are drawn in one go: more than one where the panel keeps its picture and pictures are small.
        let batch: Int
        /// Makes room for a picture.
        let makePicture: () -> Panel.Picture
        /// Makes a picture of a frame.
        let encode: ContentLoop<Panel>.Encoding
        /// Locks what the refresh thread reads of a picture, where that is much.
        let lock: (borrowing Panel.Picture, inout MemoryLocking) -> Void
        /// Opens the device again, after what watched over it was ended.
        let open: ContentLoop<Panel>.Opening
        /// The connection to a receiver in the network; nil for panels of this machine.
        var connection: ReceiverConnection?
    }

    private let link: RefreshLink<Panel>
    private let kind: Kind
    private let settings: DriveSettings
    private let log: Log
    private let watch: PanelWatch
    private let grants = FrameExchange<RealTimeGrant?> { nil }
    private var loop: ContentLoop<Panel>?
    private var thread: RefreshThread?
    private var frameLog: FrameLogFile?
    private var lastGrant: RealTimeGrant?
    /// Whether the refresh thread was asked to keep the panel dark.
    private var isPaused = false

    /// Takes a panel that was started and is dark.
    ///
    /// - Parameter watch: those that watch over the device already.
    init(_ panel: consuming Panel, kind: Kind, watch: PanelWatch, settings: DriveSettings, log: Log) throws {
        link = try RefreshLink(
            log: settings.frameLog == nil ? nil : FrameLog(), batch: kind.batch, kind.makePicture)
        self.kind = kind
        self.settings = settings
        self.log = log
        self.watch = watch
        link.offer(panel)
    }

    var descriptors: [Int32] { [link.news] + watch.descriptors }
    var descriptorsRevision: Int { watch.descriptorsRevision }
    var problem: String? { loop?.problem ?? watch.problem ?? kind.connection?.problem }
    var hasShown: Bool { link.shownCount > 0 }
    var isThere: Bool { thread?.exists ?? true }
    func isAlive(at instant: Instant) -> Bool { link.isRefreshAlive(at: instant) }

    var counters: RunCounters { loop?.counters ?? RunCounters() }

    var report: String {
        let counters = counters
        return ([counters.description] + (grant.map { [$0.description] } ?? [])).joined(separator: "\n")
    }

    /// What the kernel has granted the refresh thread; nil before that was started.
    private var grant: RealTimeGrant? {
        if case .taken = grants.take(at: .distantFuture) { lastGrant = grants.taken.pointee }
        return lastGrant
    }

    func begin(_ presenter: Presenter, start: Instant, clock: some MonotonicClock & Sendable) throws {
        if let file = settings.frameLog, let entries = link.log {
            frameLog = try FrameLogFile(path: file, entries: entries, start: start, log: log)
        }
        let (open, watch) = (kind.open, watch)
        loop = ContentLoop(link, presenter: presenter, stall: settings.stall, encode: kind.encode) { instant in
            // The guardian still holds the lines of the closed device.
            watch.end()
            return try open(instant)
        }
        // The refresh thread must not find a content side without a heartbeat.
        link.recordHeartbeat(at: clock.now)
        link.recordStep(at: clock.now)
        thread = try startThread(clock)
        watch.refreshThread(is: thread?.number ?? 0)
        if let fallbackReason = watch.fallbackReason { log.warn(fallbackReason) }
        guard settings.reportsRealTime, let grant else { return }
        for problem in grant.problems { log.say("note: \(problem)") }
    }

    private func startThread(_ clock: some MonotonicClock & Sendable) throws -> RefreshThread {
        var locking = MemoryLocking()
        link.exchange.forEachBuffer { batch in
            for index in 0..<batch.pictures.count { kind.lock(batch.pictures[index], &locking) }
        }
        let buffers = locking
        let machine = Machine.Scheduling.read()
        let request = RealTimeRequest.suiting(machine, isBusy: kind.isBusy)
        var loopSettings = RefreshLoop<Panel>.Settings(stall: settings.stall, heartbeatInterval: kind.heartbeatInterval)
        if let shared = watch.shared {
            loopSettings.heartbeat = { shared.recordHeartbeat(at: $0) }
            loopSettings.darkenings = { shared.darkenings }
            loopSettings.takeBackEnd = { shared.takeBackEnd() }
        }
        return try RefreshThread(link, settings: loopSettings, clock: clock) { [grants] in
            FailDark.useSignalStack()
            ProvokedFaults.admit()
            var locking = buffers
            locking.lockStack()
            locking.lockCode()
            var grant = request.apply(on: machine)
            grant.lockedBytes = locking.lockedBytes
            if let problem = locking.problem { grant.problems.append(problem) }
            let result = grant
            grants.publish(due: .zero) { $0 = result }
        }
    }

    func step(at instant: Instant, before end: Instant) -> Instant {
        frameLog?.drain()
        loop?.end = end
        var wake = min(loop?.step(at: instant) ?? .distantFuture, watch.step(at: instant))
        if let connection = kind.connection { wake = min(wake, connection.step(at: instant, log)) }
        if watch.isUnguarded != isPaused {
            isPaused = watch.isUnguarded
            link.request(isPaused ? .pause : .run)
        }
        return wake
    }

    func end(_ request: RefreshMachine.Request) throws {
        // In this order: a thread that knows the request takes the other one back before it makes the panel dark.
        if request == .stop { watch.shared?.endProgram() }
        link.request(request)
        guard hasEnded else {
            // The guardian does not know of the end: it makes the panel dark once more when this process is gone.
            let state = isThere ? "does not end" : "has died"
            throw WordedError(
                watch.darken()
                    ? "the thread that drives the panel \(state); the panel was made dark without it"
                    : "the panel may still be lit: the thread that drives it \(state); cut its power")
        }
        // The thread stays until the guardian has ended, so that its end is not taken for a failure.
        watch.end()
        _ = thread?.join(within: .seconds(5))
        frameLog?.drain()
        frameLog = nil
        loop?.recordErrors()
        let problem = loop?.problem ?? link.takeLastError()
        guard link.isDarkAtEnd else {
            throw WordedError("the panel may still be lit: \(problem ?? "it does not respond")")
        }
        if let problem { throw WordedError(problem) }
    }

    /// Waits until the refresh has ended; without a thread, ends it here.
    private var hasEnded: Bool {
        let clock = SystemMonotonicClock()
        if let thread { return thread.waitForEnd(within: .seconds(5), clock: clock) }
        var loop = RefreshLoop(link)
        loop.run(clock: clock)
        return true
    }
}
