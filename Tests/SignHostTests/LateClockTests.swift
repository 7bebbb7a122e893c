import BitmapFonts
import Foundation
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// A sign with a clock takes decisions, and what changes after one is only known once it is taken.
@Suite struct LateClockTests {
    private static let size = Size(width: 64, height: 8)

    private func player(_ text: String) throws -> SignPlayer {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let search = FontSearch(folders: [root.appendingPathComponent("fonts").path])
        let fonts = SignFonts(defaultName: { _ in "ledsign-8" }, fallbacks: []) { name in
            try FontFile.load(path: try search.find(name).path)
        }
        return try SignPlayer(
            try SignFile(parsing: text, path: "s.yaml"), size: Self.size, fonts: fonts,
            clock: ManualWallClock(wall: WallTime(seconds: 1_800_000_000)), start: .zero)
    }

    /// Texts of which one changes once a second, and the other one with every pixel that it moves, 20 times a second.
    private static let clocks: [(text: String, perSecond: Int)] = [
        ("message: \"{clock HH:mm:ss}\"\n", 1),
        ("message: {text: \"{clock HH:mm:ss}\", speed: 20, scroll: always}\n", 20),
    ]

    @Test("a clock that is drawn a little late skips nothing; of seconds that have passed it skips each once")
    func presenter() throws {
        for (text, perSecond) in Self.clocks {
            var presenter = Presenter(try player(text), size: Self.size, format: .mono)
            _ = presenter.present(at: .zero)
            for second in 1...10 { _ = presenter.present(at: milliseconds(Int64(second) * 1_000 + 5)) }
            let passed = 10 * (perSecond - 1)
            #expect(presenter.counters.drawn == 11 && presenter.counters.late == 10)
            expectEqual(presenter.counters.skipped, passed)
            // The seconds 11 to 14 have passed, of which the last one is drawn.
            _ = presenter.present(at: milliseconds(14_005))
            expectEqual(presenter.counters.skipped, passed + 4 * perSecond - 1)
        }
    }

    @Test("a clock that is drawn ahead for a device skips nothing when it is late")
    func ahead() throws {
        for (text, perSecond) in Self.clocks {
            var presenter = Presenter(try player(text), size: Self.size, format: .mono)
            _ = presenter.draw(at: .zero, isPending: false)
            let late = presenter.draw(at: milliseconds(1_005), isPending: false)
            #expect(late?.due == milliseconds(1_000) && late?.skipped == perSecond - 1)
            let later = presenter.draw(at: milliseconds(4_005), isPending: false)
            #expect(later?.due == milliseconds(4_000) && later?.skipped == 3 * perSecond - 1)
        }
    }
}
