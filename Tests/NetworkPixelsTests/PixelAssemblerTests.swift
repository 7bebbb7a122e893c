import NetworkPixels
import PixelGraphics
import PixelProtocols
import SignFiles
import SignTestSupport
import Testing
import Timelines

@Suite struct PixelAssemblerTests {
    @Test("the four orders begin at the top left") func orders() {
        let expected: [(PixelOrder, [String])] = [
            (.rows, ["rgb", "w.."]), (.serpentine, ["rgb", "..w"]), (.columns, ["rb.", "gw."]),
            (.serpentineColumns, ["rw.", "gb."]),
        ]
        for (order, art) in expected {
            var receiver = PixelReceiver(width: 3, height: 2, order: order)
            _ = receiver.receive(e131(colors("rgbw")), of: .e131)
            expectEqual(receiver.art, art, "\(order)")
        }
    }

    @Test("pixels that begin in the middle of another one keep their channels") func oddOffset() {
        for order in PixelOrder.allCases {
            var receiver = PixelReceiver(width: 2, height: 1, order: order)
            _ = receiver.receive(bytes("41 01 0b 01 00 00 00 01 00 03 00 00 ff"), of: .ddp)
            expectEqual(receiver.art, [".r"])
        }
    }

    @Test("what came is shown 20 ms after the first packet, and lost universes keep their pixels") func timeout() {
        var receiver = PixelReceiver(width: 3, height: 1, universePixels: 1)
        for universe in 1...3 as ClosedRange<UInt16> {
            _ = receiver.receive(e131(colors("r"), universe: universe), of: .e131)
        }
        expectEqual(
            receiver.receive(e131(colors("g"), universe: 1, sequence: 1), of: .e131, at: milliseconds(25)), .nothing)
        expectEqual(
            receiver.receive(e131(colors("g"), universe: 2, sequence: 1), of: .e131, at: milliseconds(40)), .nothing)
        expectEqual(receiver.due, milliseconds(45))
        expectEqual(receiver.advance(to: milliseconds(44)), .nothing)
        expectEqual(receiver.advance(to: milliseconds(45)), .finished)
        expectEqual(receiver.art, ["ggr"])
        expectEqual(receiver.advance(to: milliseconds(46)), .nothing)
        expectEqual(receiver.due, milliseconds(2_540))
    }

    @Test("the last universe finishes the picture, and a sign of one universe needs no other") func lastUniverse() {
        var receiver = PixelReceiver(width: 2, height: 1, universePixels: 1)
        expectEqual(receiver.receive(e131(colors("r"), universe: 2), of: .e131), .finished)
        expectEqual(receiver.art, [".r"])
    }

    @Test("levels wait for synchronization only once a packet of it has come") func synchronization() {
        var receiver = PixelReceiver(width: 1, height: 1)
        expectEqual(receiver.receive(e131(colors("r"), synchronization: 7), of: .e131), .finished)
        expectEqual(receiver.receive(e131Sync(7), of: .e131), .nothing)
        expectEqual(receiver.receive(e131(colors("g"), sequence: 1, synchronization: 7), of: .e131), .nothing)
        expectEqual(receiver.due, milliseconds(2_500))
        expectEqual(receiver.receive(e131Sync(8), of: .e131, at: milliseconds(1)), .nothing)
        expectEqual(receiver.receive(e131Sync(7), of: .e131, at: milliseconds(2)), .finished)
    }

    @Test("lost synchronization: with the force bit levels are shown again, without it they wait") func lostSync() {
        for (options, outcome) in [(0x20, PixelReceiver.Outcome.finished), (0, .nothing)]
            as [(UInt8, PixelReceiver.Outcome)]
        {
            var receiver = PixelReceiver(width: 1, height: 1, timeout: .seconds(60))
            _ = receiver.receive(e131(colors("r"), synchronization: 7, options: options), of: .e131)
            _ = receiver.receive(e131Sync(7), of: .e131)
            let packet = { (sequence: UInt8) in
                e131(colors("g"), sequence: sequence, synchronization: 7, options: options)
            }
            expectEqual(receiver.receive(packet(1), of: .e131, at: milliseconds(2_499)), .nothing)
            expectEqual(receiver.receive(packet(2), of: .e131, at: milliseconds(2_500)), outcome)
            expectEqual(receiver.receive(e131(colors("b"), sequence: 3), of: .e131, at: milliseconds(2_600)), .finished)
        }
    }

    @Test("a seeded storm of lost, late and doubled packets ends with the picture that was sent last") func storm() {
        var random = SeededRandom(seed: 20)
        var receiver = PixelReceiver(width: 64, height: 32)
        var now = Instant.zero
        for frame in 0..<200 {
            var packets: [[UInt8]] = []
            let slots = [UInt8](repeating: UInt8(frame), count: 510)
            for universe in 1...13 {
                let packet = e131(slots, universe: UInt16(universe), sequence: UInt8(truncatingIfNeeded: frame))
                // The last frame is whole.
                if frame < 199, random.next() % 5 == 0 { continue }
                packets.append(packet)
                if random.next() % 5 == 0 { packets.append(packet) }
            }
            packets.shuffle(using: &random)
            for packet in packets {
                _ = receiver.receive(packet, of: .e131, at: now)
                now = now + .microseconds(100)
            }
            now = now + .milliseconds(25)
            _ = receiver.advance(to: now)
        }
        expectEqual(receiver.pixels, [UInt8](repeating: 199, count: 64 * 32 * 3))
        #expect(receiver.counts.late > 200)
        expectEqual(receiver.counts.malformed, 0)
    }

    @Test("packets, pictures, ends and new senders allocate nothing") func allocationFree() {
        var receiver = PixelReceiver(width: 64, height: 32, order: .serpentine)
        var sequence: UInt8 = 1
        let ddp = Datagrams(DDPPacket.picture([UInt8](repeating: 9, count: 64 * 32 * 3), sequence: &sequence))
        let universes = Datagrams((1...13).map { e131([UInt8](repeating: 1, count: 510), universe: UInt16($0)) })
        let others = Datagrams((0..<40).map { e131(colors("r"), cid: UInt8($0)) })
        let garbage = Datagrams((0..<64).map { [UInt8](repeating: UInt8($0), count: $0 * 20) })
        let tile = Datagrams([FlaschenTaschenPacket.picture(colors("rgbw"), width: 2, height: 2, x: 3, y: 4)])
        let artNet = Datagrams([ArtNetPacket.levels(colors("rgbw"), universe: 0, sequence: 1)])
        var finished = 0
        func send(_ round: Int64) {
            let start = milliseconds(20_000 * round)
            finished += ddp.send(to: &receiver, .ddp, at: start)
            finished += universes.send(to: &receiver, .e131, at: start)
            _ = receiver.advance(to: start + .seconds(3))
            finished += universes.send(to: &receiver, .e131, at: start + .seconds(4))
            finished += others.send(to: &receiver, .e131, at: start + .seconds(5))
            finished += garbage.send(to: &receiver, .ddp, at: start + .seconds(6))
            finished += garbage.send(to: &receiver, .e131, at: start + .seconds(6))
            finished += garbage.send(to: &receiver, .artNet, at: start + .seconds(6))
            finished += garbage.send(to: &receiver, .flaschenTaschen, at: start + .seconds(6))
            _ = receiver.advance(to: start + .seconds(9))
            finished += artNet.send(to: &receiver, .artNet, at: start + .seconds(10))
            _ = receiver.advance(to: start + .seconds(14))
            finished += tile.send(to: &receiver, .flaschenTaschen, at: start + .seconds(15))
            _ = receiver.advance(to: start + .seconds(19))
        }
        // The runtime has caches of its own to fill, also on the ways that a full table of senders takes.
        for round in 0..<3 as Range<Int64> { send(round) }
        let count = allocations {
            send(3)
            send(4)
        }
        expectEqual(finished, 15)
        expectEqual(count, 0)
    }
}

/// Datagrams that lie in memory, so that sending them allocates nothing in a debug build either.
private final class Datagrams {
    private let starts: UnsafeMutablePointer<UnsafeRawBufferPointer>
    private let count: Int

    init(_ datagrams: [[UInt8]]) {
        count = datagrams.count
        starts = .allocate(capacity: count)
        for (index, datagram) in datagrams.enumerated() {
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: datagram.count, alignment: 1)
            copy.copyBytes(from: datagram)
            (starts + index).initialize(to: UnsafeRawBufferPointer(copy))
        }
    }

    deinit {
        for index in 0..<count { starts[index].deallocate() }
        starts.deallocate()
    }

    /// Returns how many pictures they finish.
    func send(to receiver: inout PixelReceiver, _ kind: PixelProtocol, at instant: Instant) -> Int {
        var finished = 0
        for index in 0..<count
        where receiver.receive(starts[index], of: kind, from: address(2), at: instant) == .finished {
            finished += 1
        }
        return finished
    }
}
