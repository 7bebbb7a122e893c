import BitmapFonts
import Foundation
import PixelGraphics
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// A picture that a panel has shown.
private struct Shown: Equatable {
    let instant: Instant
    let picture: String
    var brightness: Int
}

/// All pictures that a panel has shown.
private final class PictureLog {
    var shown: [Shown] = []
    var stops = 0
}

/// A panel that keeps a log.
private struct LoggingPanel: RefreshedPanel, ~Copyable {
    let log: PictureLog
    var nextHealing: Instant? { nil }
    var needsRefresh: Bool { false }
    var traffic: PanelTraffic { PanelTraffic() }

    mutating func start(at instant: Instant) {}
    mutating func show(_ picture: borrowing Frame, at instant: Instant) {
        log.shown.append(
            Shown(instant: instant, picture: art(picture.canvas), brightness: picture.brightness.percent))
    }
    mutating func refresh(_ picture: borrowing Frame, at instant: Instant) {}
    mutating func heal(at instant: Instant) {}
    mutating func stop() { log.stops += 1 }
}

/// A sign file on both sides of the runtime, on a clock that is moved by hand.
private struct RunningFile {
    private let player: SignPlayer
    private let log = PictureLog()
    private var run: SimulatedRun<LoggingPanel>

    private static let fonts: SignFonts = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let search = FontSearch(folders: [root.appendingPathComponent("fonts").path])
        return SignFonts(defaultName: { _ in "ledsign-8" }, fallbacks: []) { name in
            try FontFile.load(path: try search.find(name).path)
        }
    }()

    init(_ text: String) throws {
        let size = Size(width: 32, height: 8)
        player = try SignPlayer(
            try SignFile(parsing: text, path: "s.yaml"), size: size, fonts: Self.fonts, start: .zero)
        let link = try RefreshLink<LoggingPanel>(log: nil) { Frame(size: size, format: .mono) }
        link.offer(LoggingPanel(log: log))
        let presenter = Presenter(player, size: size, format: .mono)
        let content = ContentLoop(link, presenter: presenter, stall: .seconds(10)) { frame, picture in
            swap(&frame, &picture)
        } open: { [log] _ in
            LoggingPanel(log: log)
        }
        run = SimulatedRun(
            link, content: content, refresh: RefreshLoop(link, settings: .init(stall: .seconds(10))))
    }

    /// Lets it run, and reloads it then, as SIGHUP does: what is wrong changes nothing.
    mutating func reload(_ text: String, at milliseconds: Int64) {
        let instant = Instant.zero + .milliseconds(milliseconds)
        run.run(until: instant)
        if let file = try? SignFile(parsing: text, path: "s.yaml") { try? player.show(file, at: instant) }
        run.nudgeContent()
    }

    /// What was shown until an instant.
    mutating func shown(until milliseconds: Int64) -> [Shown] {
        run.run(until: .zero + .milliseconds(milliseconds))
        return log.shown
    }

    var skipped: Int { run.content.counters.skipped }
    var isDark: Bool { log.stops > 0 }
}

@Suite struct ReloadTests {
    private static let text = "message:\n  text: Fresh bread until noon\n  speed: 37.3\n"

    @Test("C1: reloads, valid or broken, change neither the frames nor their instants")
    func undisturbed() throws {
        var undisturbed = try RunningFile(Self.text)
        var reloaded = try RunningFile(Self.text)
        let forms = [
            Self.text, "# new\n" + Self.text, "stall: 3s\n" + Self.text, "message: [\n", "", Self.text + "  x: 1\n",
            Self.text + "  font: nofont\n", "message: {speed: 37.30, text: Fresh bread until noon}\n",
        ]
        // At every phase of the frame interval of 26.8 ms and of the time that is drawn ahead.
        for number in 0..<400 {
            reloaded.reload(forms[number % forms.count], at: Int64(number) * 29)
        }
        let expected = undisturbed.shown(until: 12_000)
        let found = reloaded.shown(until: 12_000)
        #expect(expected.count > 440)
        expectEqual(found, expected)
        #expect(reloaded.skipped == 0 && !reloaded.isDark)
    }

    @Test("a new brightness applies at once and changes no position")
    func brightness() throws {
        var undisturbed = try RunningFile(Self.text)
        var reloaded = try RunningFile(Self.text)
        reloaded.reload("brightness: 40\n" + Self.text, at: 3_000)
        let change = milliseconds(3_000)
        let expected = undisturbed.shown(until: 6_000).map { shown in
            Shown(
                instant: shown.instant, picture: shown.picture, brightness: shown.instant < change ? 100 : 40)
        }
        let found = reloaded.shown(until: 6_000)
        // The change itself is one picture more, and it is the one that was there.
        let extra = found.filter { $0.instant == change }
        expectEqual(extra.count, 1)
        expectEqual(extra.first?.brightness, 40)
        expectEqual(extra.first?.picture, expected.last { $0.instant < change }?.picture)
        expectEqual(found.filter { $0.instant != change }, expected)
    }

    @Test("C2: while the old text leaves, its frames keep their instants")
    func changedText() throws {
        var undisturbed = try RunningFile(Self.text)
        var reloaded = try RunningFile(Self.text)
        reloaded.reload(Self.text.replacingOccurrences(of: "noon", with: "three"), at: 2_000)
        let expected = undisturbed.shown(until: 20_000)
        let found = reloaded.shown(until: 20_000)
        let change = milliseconds(2_000)
        let before = expected.filter { $0.instant < change }
        #expect(before.count > 70)
        expectEqual(found.filter { $0.instant < change }, before)
        // The motion is the same: only the picture of the change itself comes between its instants.
        let instants = Set(expected.map(\.instant.nanoseconds))
        let foreign = found.filter { !instants.contains($0.instant.nanoseconds) }
        expectEqual(foreign.map(\.instant), [change])
        #expect(found != expected)
        #expect(reloaded.skipped == 0 && !reloaded.isDark)
    }
}

@Suite struct RefreshLifeTests {
    @Test("the refresh is alive as long as it steps, also at rest and without a device, and dead when it does not")
    func life() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: nil))
        for second in 1...20 {
            if second == 8 { script.isGone = true }
            if second == 9 { script.failing = Set(0..<200) }
            run.run(until: milliseconds(Int64(second) * 1_000))
            let isAlive = run.link.isRefreshAlive(at: run.now)
            #expect(isAlive, "after \(second) s")
        }
        run.oversleep(by: .milliseconds(2_600))
        let isAlive = run.link.isRefreshAlive(at: run.now)
        #expect(!isAlive)
        run.run(until: run.now + .milliseconds(1))
        let isAliveAgain = run.link.isRefreshAlive(at: run.now)
        #expect(isAliveAgain)
    }
}
