import Glibc
import Marquee
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// A port that plays nothing and counts the programs.
private struct CountingPort: ScanPort {
    var programs = 0
    mutating func play(_ program: borrowing ScanProgram) { programs += 1 }
}

/// What chips remember of the messages that they got.
private final class ChipMemory {
    /// Register r of chip c at 16 * c + r.
    let registers: UnsafeMutablePointer<UInt8>
    let chips: Int
    /// Calls of the device, and every how many of them one fails; 0 for none.
    var calls = 0
    var failureInterval = 0
    /// How many calls in a row fail then.
    var failureLength = 1
    /// While calls fail, the device cannot be opened either.
    var isGone: Bool { failureInterval > 0 && calls % failureInterval < failureLength && calls >= failureInterval }

    init(chips: Int) {
        self.chips = chips
        registers = .allocate(capacity: 16 * chips)
        registers.initialize(repeating: 0xFF, count: 16 * chips)
    }

    deinit { registers.deallocate() }

    var digits: [UInt8] { (0..<chips).flatMap { chip in (1...8).map { registers[16 * chip + $0] } } }
    var isShutDown: Bool { (0..<chips).allSatisfy { registers[16 * $0 + 0x0C] == 0 } }
}

private struct DeviceGoneError: Error {}

/// An SPI device with a chain of chips that take words as the data sheet says: the last word is the first chip's.
private struct ChipDevice: SPIDevice {
    let memory: ChipMemory

    mutating func send(_ message: SPIMessage) throws(DeviceGoneError) {
        memory.calls += 1
        if memory.isGone { throw DeviceGoneError() }
        message.withBytes { bytes in
            for transfer in 0..<message.transfers {
                for chip in 0..<memory.chips {
                    let place = transfer * message.transferLength + 2 * (memory.chips - 1 - chip)
                    memory.registers[16 * chip + Int(bytes[place] & 15)] = bytes[place + 1]
                }
            }
        }
    }

    func transfersPerCall(ofLength length: Int) -> Int { .max }
}

/// A day of the whole runtime: content, exchange, refresh loop and panel, on a clock moved by hand.
@Suite("A day of the runtime", .serialized)
struct LongRunTests {
    private typealias Chain = RefreshedMAX7219<ChipDevice>
    private static let hour = Nanoseconds.seconds(3_600)
    /// The bytes by which the heap may grow in an hour, and in all hours after the first: less than a panel has.
    private static let maximumGrowth = 4_096

    /// A text that goes round at half a pixel per second.
    private func marquee(_ size: Size) throws -> Marquee {
        var random = SeededRandom(seed: 24)
        var mask = MonoBitmap(width: 3 * size.width + 5, height: size.height)
        for x in 0..<mask.width { for y in 0..<mask.height { mask[x, y] = random.next() % 3 == 0 } }
        var style = MarqueeStyle()
        style.pace = .speed(try #require(Speed(decimal: "0.5")))
        return Marquee(ColoredStrip(mask: mask, ink: .white), style: style, size: size)
    }

    private func run(_ memory: ChipMemory, _ content: any Content) throws -> SimulatedRun<Chain> {
        let chain = MAX7219Chain(count: memory.chips)
        func open(_ instant: Instant) throws -> Chain {
            if memory.isGone {
                memory.calls += 1
                throw DeviceGoneError()
            }
            var panel = Chain(chain: chain, device: ChipDevice(memory: memory))
            try panel.start(at: instant)
            return panel
        }
        let link = try RefreshLink<Chain>(log: FrameLog(), batch: 10) { Frame(size: chain.size, format: .mono) }
        link.offer(try open(.zero))
        let presenter = Presenter(content, size: chain.size, format: .mono)
        let loop = ContentLoop(link, presenter: presenter, stall: .seconds(10), encode: { swap(&$0, &$1) }, open: open)
        return SimulatedRun(link, content: loop, refresh: RefreshLoop(link))
    }

    /// The digits of chips that show the content at an instant, told from the beginning.
    private func expected(_ content: any Content, at instant: Instant, chips: Int) throws -> [UInt8] {
        let memory = ChipMemory(chips: chips)
        let chain = MAX7219Chain(count: chips)
        var panel = MAX7219Panel(chain: chain, device: ChipDevice(memory: memory))
        var frame = Frame(size: chain.size, format: .mono)
        content.draw(at: instant, into: &frame)
        try panel.show(frame, at: .zero)
        return memory.digits
    }

    @Test("24 hours of a moving text on four modules: every picture on time, no allocation in either loop")
    func dayOfModules() throws {
        let memory = ChipMemory(chips: 4)
        let content = try marquee(Size(width: 32, height: 8))
        var run = try run(memory, content)
        run.run(until: .zero + Self.hour)
        var logged = 0
        while run.link.log?.take() != nil { logged += 1 }
        for hour in 2...24 {
            let count = allocations {
                run.run(until: Instant(nanoseconds: Int64(hour) * Self.hour.count))
                while run.link.log?.take() != nil { logged += 1 }
            }
            expectEqual(count, 0)
            try expectEqual(memory.digits, expected(content, at: run.now, chips: 4))
        }
        let counters = run.content.counters
        // One picture at the start, and one for every pixel.
        expectEqual(counters.shown, 12 * 3_600 + 1)
        #expect(counters.shown == logged && run.link.log?.lost == 0)
        #expect(counters.skipped == 0 && counters.lateness.worst == .zero && counters.errors == 0)
        // A frame each 2 s, and everything again 950 ms after it.
        #expect(counters.traffic.healings >= 24 * 3_600 / 2)
        run.link.request(.stop)
        run.run(until: run.now + .milliseconds(1))
        #expect(run.link.hasEnded && memory.isShutDown)
    }

    @Test("24 hours with a device that fails now and then, and is gone at times: it shows the right picture in the end")
    func dayOfErrors() throws {
        let memory = ChipMemory(chips: 2)
        let content = try marquee(Size(width: 16, height: 8))
        var run = try run(memory, content)
        (memory.failureInterval, memory.failureLength) = (997, 9)
        run.run(until: .zero + Self.hour)
        // An hour has several openings of the device, whose memory must be free again.
        var total = 0
        for hour in 2...24 {
            let growth = heapGrowth { run.run(until: Instant(nanoseconds: Int64(hour) * Self.hour.count)) }
            #expect(growth <= Self.maximumGrowth, "hour \(hour)")
            total += growth
        }
        #expect(total <= Self.maximumGrowth)
        memory.failureInterval = 0
        run.run(until: run.now + .seconds(10))
        try expectEqual(memory.digits, expected(content, at: run.now, chips: 2))
        let counters = run.content.counters
        #expect(counters.reopenings > 50 && counters.darkenings[0] == counters.reopenings)
        #expect(counters.errors >= 5 * counters.reopenings)
        #expect(run.content.problem == nil)
    }

    @Test("24 hours of HUB75 panels that are refreshed all the time: no allocation in either loop")
    func dayOfScans() throws {
        typealias Panel = RefreshedHUB75<CountingPort>
        let matrix = HUB75Matrix(columns: 32, rowPairs: 8)
        var settings = ScanSettings()
        settings.planes = 3
        var encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size),
            lines: HUB75Lines(
                outputEnable: 18, clock: 17, latch: 4, address: [22, 23, 24], colors: [[11, 27, 7, 8, 9, 10]]),
            settings: settings, timing: PortTiming(kind: .bcm, writeTime: 30))
        let link = try RefreshLink<Panel> { encoder.makePrograms() }
        var panel = Panel(player: HUB75Player(encoder: encoder, port: CountingPort()))
        try panel.start(at: .zero)
        link.offer(panel)
        let presenter = Presenter(try marquee(matrix.size), size: matrix.size, format: .rgb)
        let loop = ContentLoop(
            link, presenter: presenter, stall: .seconds(10),
            encode: { frame, programs in encoder.encode(frame, into: &programs) },
            open: { _ in throw DeviceGoneError() })
        var run = SimulatedRun(link, content: loop, refresh: RefreshLoop(link))
        // Refreshes that take so long that a day has not too many of them.
        run.stepTime = .seconds(1)
        run.run(until: .zero + Self.hour)
        let count = allocations { run.run(until: .zero + .seconds(24 * 3_600)) }
        expectEqual(count, 0)
        let counters = run.content.counters
        #expect(counters.refreshes >= 24 * 3_600 - 10)
        #expect(counters.shown >= 12 * 3_600 && counters.errors == 0)
        #expect(counters.lateness.worst <= .seconds(1))
    }
}
