import PixelGraphics
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite struct LivePictureOutputTests {
    private let mailbox = SignMailbox()

    private func output(_ size: Size = Size(width: 32, height: 8)) -> LivePictureOutput {
        LivePictureOutput(LiveFrames(size: size, isMono: false), mailbox)
    }

    @Test("without viewers, no frame is drawn, and asking takes no memory")
    func unwatched() {
        let output = output()
        var count = 0
        let memory = allocations {
            for frame in 0..<100 where output.demand(at: .zero + .milliseconds(Int64(frame))) != nil { count += 1 }
        }
        expectEqual(count, 0)
        expectEqual(memory, 0)
    }

    @Test("with a viewer, at most 30 frames a second are drawn")
    func watched() {
        let output = output()
        mailbox.watch(true)
        let frame = Frame(size: Size(width: 32, height: 8), format: .rgb)
        var count = 0
        for millisecond in 0..<1_000 {
            let instant = Instant.zero + .seconds(1) + .milliseconds(Int64(millisecond))
            guard output.demand(at: instant) == instant else { continue }
            output.show(frame, at: instant)
            count += 1
        }
        #expect(count <= 30)
        #expect(count >= 29)
    }

    @Test("the frames of a moving text, drawn and passed on to viewers, take no memory")
    func watchedText() throws {
        let output = output()
        mailbox.watch(true)
        let text = "message: {text: Fresh bread until noon, speed: 60, scroll: always}\n"
        let size = Size(width: 32, height: 8)
        let player = try SignPlayer(
            try SignFile(parsing: text, path: "s.yaml"), size: size, fonts: SignFileLoader.fonts, start: .zero)
        var presenter = Presenter(player, size: size, format: .rgb)
        var (drawn, shown) = (0, 0)
        func run(seconds: Range<Int>) {
            for frame in seconds.lowerBound * 60..<seconds.upperBound * 60 {
                // Rounded up, as the instants of changes are.
                let instant = Instant(nanoseconds: (Int64(frame) * 1_000_000_000 + 59) / 60)
                if presenter.present(at: instant) { drawn += 1 }
                if output.demand(at: instant) == instant {
                    output.show(presenter.frame, at: instant)
                    shown += 1
                }
            }
        }
        // Once around the sign, for what the whole program makes once.
        run(seconds: 0..<5)
        (drawn, shown) = (0, 0)
        expectEqual(allocations { run(seconds: 5..<65) }, 0)
        expectEqual(drawn, 60 * 60)
        #expect((59 * 30...60 * 30).contains(shown))
    }

    @Test("a frame that is passed on takes no memory after the first ones")
    func frames() {
        let output = output()
        let frame = Frame(size: Size(width: 32, height: 8), format: .rgb)
        for _ in 0..<4 { output.show(frame, at: .zero) }
        expectEqual(allocations { for _ in 0..<100 { output.show(frame, at: .zero) } }, 0)
    }
}
