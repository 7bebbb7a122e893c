import NetworkPixels
import PixelGraphics
import PixelProtocols
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import SignNetwork

/// A clock that tests set from any thread.
final class TestClock: MonotonicClock, Sendable {
    private let time = Mutex(Instant.zero)

    var now: Instant {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

@Suite struct PixelStreamTests {
    private let clock = TestClock()
    private let stream: PixelStream
    private let red = Rectangle(x: 0, y: 0, width: 1, height: 1)

    init() { stream = PixelStream(PixelSettings(), size: Size(width: 2, height: 1), clock: clock) }

    private func pixel(_ x: Int) -> Color? {
        stream.takePicture(at: clock.now).map { $0.pointee[x, 0] }
    }

    @Test("pixels that are submitted wake the content thread with the picture") func submitted() {
        expectEqual(stream.submit(red, [255, 0, 0], from: "192.168.1.7"), .taken)
        #expect(stream.news.isRaised)
        #expect(stream.isLive)
        expectEqual(pixel(0), Color(rawValue: 0xFF0000))
        expectEqual(stream.status.owner, PixelStreamStatus.Sender(name: "192.168.1.7", proto: "http"))
    }

    @Test("the content thread is woken at most 60 times a second, for the newest picture") func pacing() {
        _ = stream.submit(red, [1, 0, 0], from: "a")
        stream.news.lower()
        for level in 2...9 as ClosedRange<UInt8> {
            clock.now = clock.now + .milliseconds(1)
            _ = stream.submit(red, [level, 0, 0], from: "a")
        }
        #expect(!stream.news.isRaised)
        let next = Instant(nanoseconds: 16_666_666)
        expectEqual(stream.due(at: clock.now), next)
        clock.now = .zero + PixelStream.interval
        let timeout = Instant(nanoseconds: 2_508_000_000)
        expectEqual(stream.due(at: clock.now), timeout)
        #expect(stream.news.isRaised)
        expectEqual(pixel(0), Color(red: 9, green: 0, blue: 0))
    }

    @Test("stop ends the stream and refuses its sender, allow takes it again") func stopping() {
        _ = stream.submit(red, [255, 0, 0], from: "a")
        let number = stream.revision
        stream.news.lower()
        stream.stop()
        #expect(!stream.isLive)
        #expect(stream.news.isRaised)
        #expect(stream.revision != number)
        expectEqual(stream.submit(red, [255, 0, 0], from: "a"), .stopped)
        expectEqual(stream.status.stopped?.proto, "http")
        stream.allow()
        expectEqual(stream.submit(red, [255, 0, 0], from: "a"), .taken)
    }

    @Test("another sender is named to who comes later, and its name is fit for a terminal") func owned() {
        let cid = PixelSender.Key(.e131, high: 0, low: 1)
        let sender = E131Packet.Sender(cid: cid, name: "De\u{1B}[2Jsk")
        let packet = E131Packet.levels([255, 0, 0], universe: 1, sequence: 0, from: sender)
        let address = PixelAddress(ipv4: 0xC0A8_0107)
        let outcome = stream.receive(at: .zero) { receiver, publish in
            let outcome = packet.withUnsafeBytes { receiver.receive($0, of: .e131, from: address, at: .zero) }
            if outcome == .finished { publish(receiver) }
            return outcome
        }
        expectEqual(outcome, .finished)
        let name = "De\\u{1b}[2Jsk (192.168.1.7)"
        expectEqual(stream.submit(red, [255, 0, 0], from: "a"), .owned(by: name))
        expectEqual(stream.status.owner, PixelStreamStatus.Sender(name: name, proto: "e131"))
        expectEqual(stream.status.others.map(\.proto), ["http"])
        expectEqual(stream.status.dropped, 1)
    }
}
