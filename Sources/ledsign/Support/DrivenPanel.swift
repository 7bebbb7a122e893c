import HardwareInterfaces
import LinuxHardware
import PixelGraphics
import SignRuntime
import Timelines

/// A panel on a device, which a refresh thread drives and the main thread draws for.
final class DrivenPanel<Panel: RefreshedPanel & ~Copyable>: PanelDrive {
    /// What is known of the kind of panel.
    struct Kind {
        /// The most time between two signs of life of its refresh thread.
        let beatInterval: Nanoseconds
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
    }

    private let link: RefreshLink<Panel>
    private let kind: Kind
    private let settings: DriveSettings
    private let watch: PanelWatch
    private let grants = FrameExchange<RealTimeGrant?> { nil }
    private var loop: ContentLoop<Panel>?
    private var thread: RefreshThread?
    private var frameLog: FrameLogFile?
    private var lastGrant: RealTimeGrant?

    /// Takes a panel that was started; nothing is shown yet.
    ///
    /// - Parameter watch: those that watch over the device already.
    init(_ panel: consuming Panel, kind: Kind, watch: PanelWatch, settings: DriveSettings) throws {
        link = try RefreshLink(
            log: settings.frameLog == nil ? nil : FrameLog(), batch: kind.batch, kind.makePicture)
        self.kind = kind
        self.settings = settings
        self.watch = watch
        link.offer(panel)
    }

    var descriptors: [Int32] { [link.news] + watch.descriptors }
    var problem: String? { loop?.problem ?? watch.problem }
    var hasShown: Bool { link.shownCount > 0 }
    var isThere: Bool { thread?.exists ?? true }
    func isAlive(at instant: Instant) -> Bool { link.isRefreshAlive(at: instant) }

    var brightness: Brightness {
        get { loop?.source.brightness ?? .full }
        set { loop?.source.brightness = newValue }
    }

    var report: String {
        let counters = loop?.counters ?? RunCounters()
        return ([counters.description] + (grant.map { [$0.description] } ?? [])).joined(separator: "\n")
    }

    /// What the kernel has granted the refresh thread; nil before that was started.
    private var grant: RealTimeGrant? {
        if case .taken = grants.take(at: .distantFuture) { lastGrant = grants.taken.pointee }
        return lastGrant
    }

    func begin(_ content: DrivenContent, clock: some MonotonicClock & Sendable) throws {
        if let file = settings.frameLog, let log = link.log {
            frameLog = try FrameLogFile(path: file, log: log, start: content.start)
        }
        let source = FrameSource(
            content.content, size: content.size, format: content.format, brightness: content.brightness)
        let (open, watch) = (kind.open, watch)
        loop = ContentLoop(link, source: source, stall: settings.stall, encode: kind.encode) { instant in
            // The lines are still in the hands of those that watch over the closed device.
            watch.end()
            return try open(instant)
        }
        // The refresh thread must not find a content side that was never heard.
        link.beat(at: clock.now)
        link.noteStep(at: clock.now)
        thread = try startThread(clock)
        watch.refreshThread(is: thread?.number ?? 0)
        if let detour = watch.detour { Messages.warn(detour) }
        guard settings.tellsLosses, let grant else { return }
        for loss in grant.losses { Messages.say("note: \(loss)") }
    }

    private func startThread(_ clock: some MonotonicClock & Sendable) throws -> RefreshThread {
        var locking = MemoryLocking()
        link.exchange.forEachBuffer { batch in
            for index in 0..<batch.pictures.count { kind.lock(batch.pictures[index], &locking) }
        }
        let buffers = locking
        let request = RealTimeRequest.suiting(.current(), isBusy: kind.isBusy)
        var loopSettings = RefreshLoop<Panel>.Settings(stall: settings.stall, beatInterval: kind.beatInterval)
        if let shared = watch.shared {
            loopSettings.beat = { shared.beat(at: $0) }
            loopSettings.darkenings = { shared.darkenings }
        }
        return try RefreshThread(link, settings: loopSettings, clock: clock) { [grants] in
            FailDark.useSignalStack()
            ProvokedFaults.admit()
            var locking = buffers
            locking.lockStack()
            locking.lockCode()
            var grant = request.apply(on: .current())
            grant.lockedBytes = locking.lockedBytes
            if let loss = locking.loss { grant.losses.append(loss) }
            let result = grant
            grants.publish(due: .zero) { $0 = result }
        }
    }

    func step(at instant: Instant, before end: Instant) -> Instant {
        frameLog?.drain()
        loop?.end = end
        return min(loop?.step(at: instant) ?? .distantFuture, watch.step(at: instant))
    }

    func end(_ wish: RefreshMachine.Wish) throws {
        link.wish(wish)
        if wish == .stop { watch.shared?.endProgram() }
        guard hasEnded else {
            let what = isThere ? "does not end" : "has died"
            // Those that watch are not told of an end: they make it dark, once more, when this process is gone.
            throw Failure(
                watch.darken()
                    ? "the thread that drives the panel \(what); the panel was made dark without it"
                    : "the panel may still be lit: the thread that drives it \(what); cut its power")
        }
        // The thread stays until nobody watches it, so that its end is not taken for a failure.
        watch.end()
        _ = thread?.join(within: .seconds(5))
        frameLog?.drain()
        frameLog = nil
        loop?.noteNews()
        let problem = loop?.problem ?? link.takeComplaint()
        guard link.isDarkAtEnd else { throw Failure("the panel may still be lit: \(problem ?? "it does not obey")") }
        if let problem { throw Failure(problem) }
    }

    /// Waits until the refresh has ended; without a thread, ends it here.
    private var hasEnded: Bool {
        let clock = SystemMonotonicClock()
        if let thread { return thread.waitForEnd(within: .seconds(5), clock: clock) }
        var loop = RefreshLoop(link)
        while true {
            switch loop.step(at: clock.now) {
            case .none: continue
            case .sleep(let deadline, let mark): link.exchange.sleep(until: deadline, mark: mark)
            case .finished: return true
            }
        }
    }
}
