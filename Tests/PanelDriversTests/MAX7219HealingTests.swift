import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

/// What chips hold that obey every word they get, and when each of their registers was written last.
private struct PlainChips {
    private(set) var registers: [[UInt8: UInt8]]
    private(set) var written: [[UInt8: Instant]]

    init(count: Int) {
        registers = Array(repeating: [:], count: count)
        written = Array(repeating: [:], count: count)
    }

    /// Obeys the words of a message; the last word of each transfer is for the first chip.
    mutating func obey(_ message: SPIMessage, at instant: Instant) {
        let count = registers.count
        let bytes = message.bytes
        for transfer in 0..<message.transfers {
            for chip in 0..<count {
                let place = 2 * (transfer * count + count - 1 - chip)
                guard bytes[place] != 0 else { continue }
                registers[chip][bytes[place]] = bytes[place + 1]
                written[chip][bytes[place]] = instant
            }
        }
    }

    /// The longest time that a register has not been written, of the thirteen that do anything.
    func oldest(at instant: Instant) -> Nanoseconds {
        written.flatMap { chip in
            ([0x9, 0xA, 0xB, 0xC, 0xF] + Array(1...8)).map { register in
                chip[register].map { instant - $0 } ?? .max
            }
        }.max() ?? .zero
    }
}

@Suite struct MAX7219HealingTests {
    private func milliseconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000) }

    @Test("healing sends every chip all thirteen registers as they should be, normal operation last")
    func literalMessage() {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 2))
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, into: &message)
        var picture = MonoBitmap(width: 16, height: 8)
        picture[0, 0] = true
        picture[15, 7] = true
        encoder.encode(frame(picture, brightness: 50), at: .zero, into: &message)
        expectEqual(encoder.nextHealing, milliseconds(950))
        encoder.encodeHealing(at: milliseconds(950), into: &message)
        expectEqual(
            message.bytes,
            [
                0x0F, 0x00, 0x0F, 0x00, 0x0B, 0x07, 0x0B, 0x07, 0x09, 0x00, 0x09, 0x00, 0x0A, 0x02, 0x0A, 0x02,
                0x01, 0x80, 0x01, 0x00, 0x02, 0x00, 0x02, 0x00, 0x03, 0x00, 0x03, 0x00, 0x04, 0x00, 0x04, 0x00,
                0x05, 0x00, 0x05, 0x00, 0x06, 0x00, 0x06, 0x00, 0x07, 0x00, 0x07, 0x00, 0x08, 0x00, 0x08, 0x01,
                0x0C, 0x01, 0x0C, 0x01,
            ])
        expectEqual(encoder.nextHealing, milliseconds(1_900))
    }

    @Test("a dark sign is healed to shutdown mode")
    func darkSign() {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 1))
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, brightness: Brightness(percent: 0), into: &message)
        encoder.encodeHealing(at: milliseconds(950), into: &message)
        expectEqual(message.bytes.suffix(2), [0x0C, 0x00])
    }

    @Test("what is due rides in the words of chips that have nothing to change, and costs no transfer")
    func ridesForNothing() {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 2))
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, into: &message)
        var picture = MonoBitmap(width: 16, height: 8)
        for y in 0..<3 { picture[0, y] = true }
        // Three registers are due after 150 ms; the left chip has three digits to change, the right one none.
        encoder.encode(frame(picture), at: milliseconds(150), into: &message)
        expectEqual(message.bytes, [0x01, 0x80, 0x0F, 0x00, 0x02, 0x80, 0x0B, 0x07, 0x03, 0x80, 0x09, 0x00])
        // At 200 ms the left chip is four behind: it gets a transfer more, in which the right one is up to date.
        picture[1, 0] = true
        encoder.encode(frame(picture), at: milliseconds(200), into: &message)
        expectEqual(message.bytes, [0x01, 0xC0, 0x0A, 0x0F, 0x0F, 0x00, 0x00, 0x00])
    }

    @Test("a frame that fills the kernel's message gets no transfer for healing")
    func leavesFullMessages() {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 1), transfersPerCall: 8)
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, into: &message)
        var picture = MonoBitmap(width: 8, height: 8)
        for y in 0..<8 { picture[y, y] = true }
        encoder.encode(frame(picture), at: milliseconds(400), into: &message)
        expectEqual(message.transfers, 8)
        picture[0, 0] = false
        encoder.encode(frame(picture), at: milliseconds(410), into: &message)
        expectEqual(message.bytes, [0x01, 0x00, 0x0F, 0x00])
    }

    /// Random pictures at a rate, healed when it is due as the runtime does.
    @Test(
        "every register is sent again within a second, with at most one transfer above the minimum per frame",
        arguments: [60, 30, 25, 20, 15, 13, 10, 7, 3, 1], [1, 5])
    func neverOlderThanASecond(rate: Int64, modules: Int) {
        var random = SeededRandom(seed: UInt64(rate) * 10 + UInt64(modules))
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: modules))
        var message = encoder.makeMessage()
        var chips = PlainChips(count: modules)
        encoder.encodeStart(at: .zero, into: &message)
        chips.obey(message, at: .zero)
        var shown = MonoBitmap(width: 8 * modules, height: 8)
        var above = 0
        var healings = 0
        for number in 1...(rate * 4) {
            let instant = Instant(nanoseconds: number * 1_000_000_000 / rate)
            while encoder.nextHealing < instant {
                let due = encoder.nextHealing
                let oldest = chips.oldest(at: due)
                #expect(oldest <= .milliseconds(950))
                encoder.encodeHealing(at: due, into: &message)
                chips.obey(message, at: due)
                healings += 1
            }
            var next = shown
            for _ in 0..<Int.random(in: 1...8 * modules, using: &random) {
                let x = Int.random(in: 0..<next.width, using: &random)
                next[x, Int.random(in: 0..<8, using: &random)].toggle()
            }
            encoder.encode(frame(next), at: instant, into: &message)
            let oldest = chips.oldest(at: instant)
            #expect(oldest <= .milliseconds(950))
            chips.obey(message, at: instant)
            let floor = changedDigits(from: shown, to: next)
            #expect(floor == 0 ? message.isEmpty : (floor...floor + 1).contains(message.transfers))
            above += message.transfers - floor
            shown = next
            #expect(chips.registers.enumerated().allSatisfy { holds($1, chip: $0, of: modules, shown) })
        }
        // Frames at 20 Hz or more carry it all; the sign wakes up for nothing else.
        if rate >= 20 { expectEqual(healings, 0) }
        if rate == 1 { #expect(healings >= 3) }
        #expect(above <= 20 * 4)
    }

    /// The most rows that differ in any one module: FC-16 modules have a digit for each row.
    private func changedDigits(from old: MonoBitmap, to new: MonoBitmap) -> Int {
        (0..<old.width / 8).map { module in
            (0..<8).filter { y in (0..<8).contains { old[8 * module + $0, y] != new[8 * module + $0, y] } }.count
        }.max() ?? 0
    }

    private func holds(_ registers: [UInt8: UInt8], chip: Int, of count: Int, _ picture: MonoBitmap) -> Bool {
        let left = 8 * (count - 1 - chip)
        for y in 0..<8 {
            let row = (0..<8).reduce(UInt8(0)) { $0 << 1 | (picture[left + $1, y] ? 1 : 0) }
            if registers[UInt8(y + 1)] != row { return false }
        }
        return registers[0x9] == 0 && registers[0xA] == 15 && registers[0xB] == 7 && registers[0xC] == 1
            && registers[0xF] == 0
    }

    @Test("healing allocates nothing")
    func allocatesNothing() {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 8))
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, into: &message)
        let count = allocations {
            encoder.encodeHealing(at: milliseconds(950), into: &message)
            encoder.encodeHealing(at: encoder.nextHealing, into: &message)
        }
        expectEqual(count, 0)
    }

    @Test("a panel heals when it is due, not before, not when it was stopped")
    func panelHeals() {
        var trace = SPITranscript()
        var panel = MAX7219Panel(chain: MAX7219Chain(count: 1), device: trace)
        #expect(panel.nextHealing == nil)
        panel.start(at: .zero)
        panel.heal(at: milliseconds(949))
        expectEqual(panel.device.sent.count, 1)
        panel.heal(at: milliseconds(950))
        expectEqual(panel.device.sent.count, 2)
        expectEqual(panel.nextHealing, milliseconds(1_900))
        panel.stop()
        #expect(panel.nextHealing == nil)
        panel.heal(at: milliseconds(9_000))
        trace = panel.device
        expectEqual(trace.sent.map(\.count), [26, 26, 2])
    }
}

/// Keeps what it is sent.
private struct SPITranscript: SPIDevice {
    var sent: [[UInt8]] = []

    mutating func send(_ message: SPIMessage) {
        sent.append(message.bytes)
    }

    func transfersPerCall(ofLength length: Int) -> Int { .max }
}
