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
        /// Makes room for a picture.
        let makePicture: () -> Panel.Picture
        /// Makes a picture of a frame.
        let encode: ContentLoop<Panel>.Encoding
        /// Opens the device again.
        let open: ContentLoop<Panel>.Opening
    }

    private let link: RefreshLink<Panel>
    private let kind: Kind
    private let settings: DriveSettings
    private let grants = FrameExchange<RealTimeGrant?> { nil }
    private var loop: ContentLoop<Panel>?
    private var thread: RefreshThread?
    private var frameLog: FrameLogFile?
    private var lastGrant: RealTimeGrant?

    /// Takes a panel that was started; nothing is shown yet.
    init(_ panel: consuming Panel, kind: Kind, settings: DriveSettings) throws {
        link = try RefreshLink(log: settings.frameLog == nil ? nil : FrameLog(), kind.makePicture)
        self.kind = kind
        self.settings = settings
        link.offer(panel)
    }

    var descriptors: [Int32] { [link.news] }
    var problem: String? { loop?.problem }

    var brightness: Brightness {
        get { loop?.source.brightness ?? .full }
        set { loop?.source.brightness = newValue }
    }

    var report: String {
        if case .taken = grants.take(at: .distantFuture) { lastGrant = grants.taken.pointee }
        let counters = loop?.counters ?? RunCounters()
        return ([counters.description] + (lastGrant.map { [$0.description] } ?? [])).joined(separator: "\n")
    }

    func begin(_ content: DrivenContent, clock: some MonotonicClock & Sendable) throws {
        if let file = settings.frameLog, let log = link.log {
            frameLog = try FrameLogFile(path: file, log: log, start: content.start)
        }
        let source = FrameSource(
            content.content, size: content.size, format: content.format, brightness: content.brightness)
        loop = ContentLoop(link, source: source, stall: settings.stall, encode: kind.encode, open: kind.open)
        // The refresh thread must not find a content side that was never heard.
        link.beat(at: clock.now)
        let request = RealTimeRequest.suiting(.current(), isBusy: kind.isBusy)
        thread = try RefreshThread(
            link, settings: .init(stall: settings.stall, beatInterval: kind.beatInterval), clock: clock
        ) { [grants] _ in
            let grant = request.apply(on: .current())
            grants.publish(due: .zero) { $0 = grant }
        }
    }

    func step(at instant: Instant, before end: Instant) -> Instant {
        frameLog?.drain()
        loop?.end = end
        return loop?.step(at: instant) ?? .distantFuture
    }

    func end(_ wish: RefreshMachine.Wish) throws {
        guard let thread else { return }
        link.wish(wish)
        guard thread.join(within: .seconds(5)) else {
            throw Failure("the panel may still be lit: the thread that drives it does not end; cut its power")
        }
        frameLog?.drain()
        frameLog = nil
        loop?.noteNews()
        if let problem { throw Failure(problem) }
    }
}
