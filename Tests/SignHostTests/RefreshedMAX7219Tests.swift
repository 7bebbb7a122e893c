import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// What was sent, in hexadecimal digits.
private final class Sent {
    var messages: [[String]] = []
}

private struct RecordingDevice: SPIDevice {
    let sent: Sent
    mutating func send(_ message: SPIMessage) {
        let bytes = message.bytes
        sent.messages.append(
            stride(from: 0, to: bytes.count, by: message.transferLength).map { start in
                bytes[start..<start + message.transferLength].map { byte in
                    (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }.joined()
            })
    }
    func transfersPerCall(ofLength length: Int) -> Int { .max }
}

@Suite("RefreshedMAX7219")
struct RefreshedMAX7219Tests {
    @Test("the first picture sends only its digits, however late; healing is timed from it")
    func firstPicture() throws {
        for delay: Int64 in [0, 300, 5_000] {
            let sent = Sent()
            var panel = RefreshedMAX7219(chain: MAX7219Chain(count: 1), device: RecordingDevice(sent: sent))
            try panel.start(at: .zero)
            #expect(sent.messages.count == 1 && sent.messages[0].count == 13)
            #expect(panel.nextHealing == nil)
            try panel.heal(at: milliseconds(delay))
            expectEqual(sent.messages.count, 1)
            var frame = Frame(size: Size(width: 8, height: 8), format: .mono)
            frame.canvas.fill(Rectangle(x: 0, y: 0, width: 8, height: 1), with: .white)
            try panel.show(frame, at: milliseconds(delay))
            #expect(sent.messages.count == 2 && sent.messages[1].count == 1)
            expectEqual(panel.nextHealing, milliseconds(delay + 950))
            try panel.heal(at: milliseconds(delay + 950))
            #expect(sent.messages.count == 3 && sent.messages[2].count == 13)
            try panel.stop()
            expectEqual(sent.messages.last, ["0c00"])
            #expect(panel.traffic.messages == 4 && panel.traffic.healings == 1)
        }
    }
}
