import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

/// Keeps what it is sent, and fails when told to.
private struct RecordingDevice: SPIDevice {
    struct Failure: Error, Equatable {}

    var sent: [[UInt8]] = []
    var fails = false

    mutating func send(_ message: SPIMessage) throws(Failure) {
        if fails { throw Failure() }
        sent.append(message.bytes)
    }

    func transfersPerCall(ofLength length: Int) -> Int { .max }
}

@Suite struct MAX7219PanelTests {
    private let lit = bitmap("#.......\n" + String(repeating: "........\n", count: 7))

    @Test("the first frame starts the chips, and a frame without changes sends nothing")
    func startsOnce() throws {
        var panel = MAX7219Panel(chain: MAX7219Chain(count: 1), device: RecordingDevice())
        try panel.show(frame(lit), at: .zero)
        try panel.show(frame(lit), at: .zero)
        expectEqual(panel.device.sent.count, 2)
        expectEqual(panel.device.sent[0].prefix(2), [0x0F, 0x00])
        expectEqual(panel.device.sent[1], [0x01, 0x80])
    }

    @Test("after a message that was not sent, the next frame sets every register again")
    func startsAgainAfterFailure() throws {
        var panel = MAX7219Panel(chain: MAX7219Chain(count: 1), device: RecordingDevice())
        try panel.start(at: .zero)
        panel.device.fails = true
        var failed = false
        do { try panel.show(frame(lit), at: .zero) } catch { failed = error == RecordingDevice.Failure() }
        #expect(failed)
        panel.device.fails = false
        try panel.show(frame(lit), at: .zero)
        expectEqual(panel.device.sent.count, 3)
        expectEqual(panel.device.sent[1].count, 26)
        expectEqual(panel.device.sent[2], [0x01, 0x80])
    }

    @Test("stopping darkens the panel, and showing lights it again")
    func stops() throws {
        var panel = MAX7219Panel(chain: MAX7219Chain(count: 1), device: RecordingDevice())
        try panel.show(frame(lit), at: .zero)
        try panel.stop()
        expectEqual(panel.device.sent.last, [0x0C, 0x00])
        try panel.show(frame(lit), at: .zero)
        expectEqual(panel.device.sent.last, [0x01, 0x80])
    }
}
