import Glibc
import Marquee
import PixelGraphics
import SignTestSupport
import Synchronization
import Timelines

@testable import SignHost

/// What panels were told, and which calls are to fail.
final class PanelScript {
    /// Every call that succeeded or failed, such as "start", "show 3", "refresh 3!" (which failed).
    var calls: [String] = []
    /// The numbers of the calls that fail, from 0, over all panels.
    var failing: Set<Int> = []
    /// Whether opening fails.
    var isGone = false
    /// How many panels were opened and closed.
    var opened = 0
    var closed = 0
    /// How often a panel that was there could not be started.
    var failedOpenings = 0
    /// Whether the panel shows anything.
    var isLit = false
    var needsRefresh = false
    /// The time from one healing to the next; nil for none.
    var healingInterval: Nanoseconds?
    /// What a panel is to tell when it stops.
    var ends: EndRequests?
    private var count = 0

    func call(_ name: String, lit: Bool?) throws {
        let fails = failing.contains(count)
        count += 1
        calls.append(fails ? name + "!" : name)
        if fails { throw ScriptedError() }
        if let lit { isLit = lit }
    }
}

/// How often a request to end a program early was taken back.
final class EndRequests: Sendable {
    let takenBack = Atomic<Int>(0)
}

struct ScriptedError: Error, CustomStringConvertible {
    var description: String { "the wire is cut" }
}

/// Tells a script when the panel that holds it is closed: Swift 6.0.3 cannot compile panels that do that themselves.
final class PanelClosing {
    let script: PanelScript
    init(_ script: PanelScript) { self.script = script }
    deinit { script.closed += 1 }
}

/// A panel whose pictures are numbers.
struct ScriptedPanel: RefreshedPanel, ~Copyable {
    let script: PanelScript
    private let closing: PanelClosing
    var nextHealing: Instant?
    let needsRefresh: Bool
    var traffic: PanelTraffic { PanelTraffic() }

    /// Opens the panel of a script and starts it.
    init(_ script: PanelScript, at instant: Instant) throws {
        if script.isGone { throw ScriptedError() }
        script.opened += 1
        let closing = PanelClosing(script)
        do {
            try script.call("start", lit: false)
        } catch {
            script.failedOpenings += 1
            throw error
        }
        self.script = script
        self.closing = closing
        needsRefresh = script.needsRefresh
        nextHealing = script.healingInterval.map { instant + $0 }
    }

    private mutating func told(at instant: Instant) { nextHealing = script.healingInterval.map { instant + $0 } }

    mutating func start(at instant: Instant) throws {
        try script.call("start", lit: false)
        told(at: instant)
    }

    mutating func show(_ picture: borrowing Int, at instant: Instant) throws {
        try script.call("show \(copy picture)", lit: true)
        told(at: instant)
    }

    mutating func refresh(_ picture: borrowing Int, at instant: Instant) throws {
        try script.call("refresh \(copy picture)", lit: true)
    }

    mutating func heal(at instant: Instant) throws {
        try script.call("heal", lit: nil)
        told(at: instant)
    }

    mutating func stop() throws {
        let takenBack = script.ends.map { " after \($0.takenBack.load(ordering: .relaxed))" } ?? ""
        try script.call("stop" + takenBack, lit: false)
    }
}

/// Content whose picture at the instant `k * interval` is k lit pixels, or that stands still.
class Steps: Content {
    var revision = 0
    var extra = 0
    let interval: Nanoseconds?

    init(every interval: Nanoseconds?) { self.interval = interval }

    private func number(at instant: Instant) -> Int64 {
        interval.map { max(instant.nanoseconds, 0) / $0.count } ?? 0
    }

    func draw(at instant: Instant, into frame: inout Frame) {
        let count = Int(number(at: instant)) + extra
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: count, height: 1), with: .white)
    }

    func nextChange(after instant: Instant) -> Instant? {
        interval.map { Instant(nanoseconds: (number(at: instant) + 1) * $0.count) }
    }
}

/// Both sides of a running sign on a clock that is moved by hand.
struct SimulatedRun<Panel: RefreshedPanel & ~Copyable> {
    let link: RefreshLink<Panel>
    var content: ContentLoop<Panel>
    var refresh: RefreshLoop<Panel>
    private(set) var now: Instant
    /// What the refresh waits for; nil after it has ended.
    private(set) var wait: RefreshLoop<Panel>.Wait? = RefreshLoop<Panel>.Wait.none
    private var contentWake: Instant
    /// Whether the content side does anything.
    var isContentAlive = true
    /// How long a step that does not sleep takes.
    var stepTime = Nanoseconds.zero
    /// How often the refresh was stepped.
    private(set) var steps = 0
    /// How often the content side was stepped.
    private(set) var contentSteps = 0

    init(
        _ link: RefreshLink<Panel>, content: ContentLoop<Panel>, refresh: RefreshLoop<Panel>, at start: Instant = .zero
    ) {
        self.link = link
        self.content = content
        self.refresh = refresh
        now = start
        contentWake = start
        link.recordHeartbeat(at: start)
    }

    /// Makes the content side look at an event.
    mutating func nudgeContent() { contentWake = now }

    /// Lets both sides work until an instant.
    mutating func run(until end: Instant) {
        while now < end {
            if !work() { now = min(end, max(now, wake)) }
        }
        _ = work()
    }

    /// Moves the clock while both sides sleep through it.
    mutating func oversleep(by time: Nanoseconds) { now = now + time }

    private var wake: Instant {
        var wake = isContentAlive ? contentWake : .distantFuture
        if case .sleep(let until, _) = wait { wake = min(wake, until) }
        return wake
    }

    /// Does what is due; returns whether anything was.
    private mutating func work() -> Bool {
        var isBusy = false
        if isContentAlive, now >= contentWake || hasNews {
            contentWake = content.step(at: now)
            contentSteps += 1
            isBusy = true
        }
        switch wait {
        case nil, .finished?: break
        case .none?: isBusy = stepRefresh() || isBusy
        case .sleep(let until, let mark)?:
            if now >= until || mark != link.exchange.mark { isBusy = stepRefresh() || isBusy }
        }
        return isBusy
    }

    private mutating func stepRefresh() -> Bool {
        wait = refresh.step(at: now)
        steps += 1
        if wait == RefreshLoop<Panel>.Wait.none { now = now + stepTime }
        return true
    }

    private var hasNews: Bool {
        var descriptor = pollfd(fd: link.news, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }
}

extension SimulatedRun where Panel: ~Copyable, Panel == ScriptedPanel {
    /// A scripted panel that shows steps.
    init(
        _ script: PanelScript, _ steps: Steps, batch: Int = 1, stall: Nanoseconds? = nil,
        darkenings: (@Sendable () -> UInt64)? = nil, takeBackEnd: (@Sendable () -> Void)? = nil
    ) throws {
        let link = try RefreshLink<ScriptedPanel>(log: FrameLog(capacity: 64), batch: batch) { 0 }
        link.offer(try ScriptedPanel(script, at: .zero))
        let presenter = Presenter(steps, size: Size(width: 256, height: 1), format: .mono)
        let content = ContentLoop(link, presenter: presenter, stall: stall) { frame, picture in
            picture = (0..<256).filter { frame.canvas.mono[$0, 0] }.count
        } open: {
            try ScriptedPanel(script, at: $0)
        }
        var settings = RefreshLoop<ScriptedPanel>.Settings(stall: stall, darkenings: darkenings)
        settings.takeBackEnd = takeBackEnd
        self.init(link, content: content, refresh: RefreshLoop(link, settings: settings))
    }
}

func milliseconds(_ count: Int64) -> Instant { .zero + .milliseconds(count) }
