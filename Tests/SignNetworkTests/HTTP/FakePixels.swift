import PixelGraphics
import SignHost
import Synchronization
import Timelines

/// What takes pixels, without a network: keeps what it gets, and says what a test wants.
final class FakePixels: PixelStreamControl {
    struct Content {
        var status: PixelStreamStatus
        var number = 0
        var answer = PixelSubmission.taken
        var submitted: [(area: Rectangle, bytes: [UInt8], sender: String)] = []
        var calls: [String] = []
    }

    let content: Mutex<Content>

    init(_ size: Size) { content = Mutex(Content(status: PixelStreamStatus(size: size))) }

    func submit(_ area: Rectangle, _ bytes: [UInt8], from sender: String) -> PixelSubmission {
        content.withLock { content in
            content.submitted.append((area, bytes, sender))
            content.status.packets += 1
            return content.answer
        }
    }

    func stop() { content.withLock { $0.calls.append("stop") } }
    func allow() { content.withLock { $0.calls.append("allow") } }

    var status: PixelStreamStatus { content.withLock { $0.status } }
    var revision: Int { content.withLock { $0.number } }

    /// Lets somebody else send from now on.
    func record(owner: PixelStreamStatus.Sender?) {
        content.withLock { content in
            content.status.owner = owner
            content.number += 1
        }
    }
}

/// Brings such pixels to a sign.
final class FakeStreamService: SignService {
    let pixels: FakePixels
    init(_ pixels: FakePixels) { self.pixels = pixels }

    var descriptors: [Int32] { [] }
    func begin(_ sign: Sign, at start: Instant) { sign.pixels = pixels }
    func take(_ event: ServiceEvent, at instant: Instant) -> Bool { true }
}
