import CAllocationProbe
import Glibc
import LinuxHardware
import PanelDrivers
import PixelGraphics
import Timelines

// Opens a device as its arguments say, drives it, and says what it costs; the tests run it under the model of the kernel.
//
//   hardware-probe spi PATH RATE MESSAGE...
//   hardware-probe bit-bang LABEL LINES RATE MESSAGE...
//   hardware-probe lines LABEL LINES LEVELS [LEVELS/MASK...]
//
//   hardware-probe registers OUTPUTS OE INPUTS SLOWDOWN SLEEP [WORD...] [abandon]
//   hardware-probe calls LABEL OUTPUTS OE INPUTS SLEEP [WORD...] [abandon]
//   hardware-probe call-time LABEL OUTPUTS OE
//   hardware-probe pio PLANES INTERVAL PICTURE...
//
// A picture is rows of a panel with 8x4 LEDs, # for those that are lit, with commas between them; each is shown until a transfer
// has ended with it all over the ring, whose number is printed. INTERVAL is the milliseconds after which the chips are set up again, or -.
// A message is transfers of equal length with commas between them, in hexadecimal digits. LABEL - is the header's chip.
// LINES are offsets and names with commas between them. Levels and masks are binary, the last digit is the first line.
// OUTPUTS and INPUTS are numbers with commas between them, or -. SLOWDOWN is a number, or - for the usual one; /PICOSECONDS
// behind it is what a write takes at least. The words of a scan program are hexadecimal; it is played twice, and with `abandon`
// the process ends without letting go of the port.

/// Arguments that are not understood.
struct UsageError: Error {}

/// Takes hexadecimal digits and commas apart.
func message(_ text: String) throws -> SPIMessage {
    let transfers = text.split(separator: ",").map { transfer in
        stride(from: 0, to: transfer.count, by: 2).compactMap { UInt8(transfer.dropFirst($0).prefix(2), radix: 16) }
    }
    guard let length = transfers.first?.count, length > 0, transfers.allSatisfy({ $0.count == length }) else {
        throw UsageError()
    }
    var message = SPIMessage(transferLength: length, transfers: transfers.count)
    message.fill(transfers: transfers.count) { bytes in
        for (index, byte) in transfers.joined().enumerated() { bytes[index] = byte }
    }
    return message
}

func lines(_ text: String) -> [GPIOLine] {
    text.split(separator: ",").map { Int($0).map(GPIOLine.offset) ?? .name(String($0)) }
}

func number(_ text: Substring) throws -> UInt64 {
    guard let number = UInt64(text, radix: 2) else { throw UsageError() }
    return number
}

/// Sends the messages and prints how often memory was allocated after the first.
func send<Device: SPIDevice & ~Copyable>(_ messages: [SPIMessage], to device: inout Device) throws {
    var first: UInt64?
    for index in messages.indices {
        try device.send(messages[index])
        first = first ?? allocation_probe_count()
    }
    let last = allocation_probe_count()
    if let first, messages.count > 1 { print("allocations \(last - first)") }
}

func numbers(_ text: String) -> [Int] {
    text.split(separator: ",").compactMap { Int($0) }
}

/// The words of a program, and whether the process is to end at once after it.
func program(_ words: ArraySlice<String>) throws -> (program: ScanProgram, isAbandoned: Bool) {
    let isAbandoned = words.last == "abandon"
    let words = try words.dropLast(isAbandoned ? 1 : 0).map { word in
        guard let value = UInt32(word, radix: 16) else { throw UsageError() }
        return value
    }
    var program = ScanProgram(capacity: words.count)
    for index in words.indices { program.storage[index] = words[index] }
    program.count = words.count
    return (program, isAbandoned)
}

func scanSleep(_ text: String) throws -> ScanSleep {
    guard let sleep = ScanSleep.allCases.first(where: { "\($0)" == text }) else { throw UsageError() }
    return sleep
}

/// Plays a program twice and prints how often memory was allocated by the second time.
func play<Port: ScanPort & ~Copyable>(_ words: ArraySlice<String>, on port: inout Port) throws {
    let (program, isAbandoned) = try program(words)
    if program.count > 0 { try port.play(program) }
    let start = linuxTime()
    let before = allocation_probe_count()
    if program.count > 0 { try port.play(program) }
    let after = allocation_probe_count()
    print("allocations \(after - before) took \(linuxTime() - start)")
    if isAbandoned {
        fflush(nil)
        _exit(0)
    }
}

/// The pads that the environment asks for, such as "12 slow", or "- slow" for the usual strength; nil without any.
func linePads() -> LinePads? {
    guard let words = getenv("PROBE_PADS").map({ String(cString: $0).split(separator: " ") }), words.count == 2 else {
        return nil
    }
    return LinePads(strength: Int(words[0]), isFast: words[1] == "-" ? nil : words[1] == "fast")
}

/// Shows pictures by a state machine, and prints how often memory was allocated meanwhile.
func showByStateMachine(planes: Int, interval: Nanoseconds?, pictures: [String]) throws {
    let matrix = HUB75Matrix(columns: 8, rowPairs: 2)
    var settings = ScanSettings()
    settings.planes = planes
    let map = try PixelMap(identity: matrix.size)
    func encoder(_ rate: Int64) throws -> HUB75Encoder {
        try HUB75Encoder(
            matrix: matrix, map: map, lines: .regular, settings: settings, timing: .pio(settings, rate: rate))
    }
    let early = try encoder(PIOPace.earlyRate)
    let lines = ScanLines(outputs: early.usedLines, outputEnable: HUB75Lines.regular.outputEnable)
    var port = try PIOPort(
        lines: lines, clock: HUB75Lines.regular.clock, divider: 1, bytesPerRefresh: 4 * early.maximumPIOWords)
    // A pace of its own, as the machine may be busy; the words are then known to the tests.
    let pace = PIOPace(clockWidth: settings.clockWidth, rate: PIOPace.earlyRate)
    var words = PIOEncoder(early, pace: pace)
    port.prepare(words, initializationInterval: interval)
    let clock = SystemMonotonicClock()
    try port.start(at: clock.now)
    var picture = words.makePicture()
    var allocations: UInt64 = 0
    for text in pictures {
        let rows = text.split(separator: ",").map { Array($0) }
        var frame = Frame(size: matrix.size, format: .rgb)
        for y in rows.indices {
            for x in rows[y].indices where rows[y][x] == "#" {
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(.white))
            }
        }
        words.encode(frame, into: &picture)
        let before = allocation_probe_count()
        try port.show(picture, at: clock.now)
        var settled: Int?
        while port.transfersBegun < (settled ?? .max) {
            wait(until: port.nextHealing ?? clock.now)
            try port.heal(at: clock.now)
            // The transfer after the one that is played shows nothing else.
            if settled == nil, !port.isWriting { settled = port.transfersBegun + 2 }
        }
        allocations += allocation_probe_count() - before
        print("settled \((settled ?? 0) - 2)")
    }
    try port.stop()
    print("allocations \(allocations) period \(words.refreshPeriod) words \(words.wordsPerRefresh)")
}

/// Sleeps until an instant.
func wait(until instant: Instant) {
    let rest = instant - SystemMonotonicClock().now
    if rest.count > 0 { poll(nil, 0, Int32(rest.count / 1_000_000) + 1) }
}

func run(_ arguments: [String]) throws {
    guard arguments.count >= 3 else { throw UsageError() }
    let label = arguments[1] == "-" ? nil : arguments[1]
    switch arguments[0] {
    case "spi":
        var device = try SPIDeviceFile(path: arguments[1], clockRate: Int(arguments[2]) ?? -1)
        print("transfers per call \(device.transfersPerCall(ofLength: 8)) \(device.transfersPerCall(ofLength: 510))")
        try send(try arguments[3...].map(message), to: &device)
    case "bit-bang" where arguments.count >= 4:
        let port = try GPIOOutputLines(chip: label, lines: lines(arguments[2]), levels: SPILines.idleLevels)
        var device = try BitBangedSPI(port: port, clockRate: Int(arguments[3]) ?? -1, clock: SystemMonotonicClock())
        try send(try arguments[4...].map(message), to: &device)
    case "lines" where arguments.count >= 4:
        let settings = try arguments[4...].map { try $0.split(separator: "/").map(number) }
        let (levels, masks) = (settings.map { $0[0] }, settings.map { $0[1] })
        var port = try GPIOOutputLines(chip: label, lines: lines(arguments[2]), levels: try number(arguments[3][...]))
        let before = allocation_probe_count()
        for index in 0..<levels.count { try port.set(levels[index], mask: masks[index]) }
        let after = allocation_probe_count()
        print("allocations \(after - before)")
    case "registers" where arguments.count >= 6:
        let lines = ScanLines(
            outputs: numbers(arguments[1]), outputEnable: Int(arguments[2]) ?? -1, inputs: numbers(arguments[3]))
        let slowdown = arguments[4].split(separator: "/").map { Int64($0) }
        var port = try RegisterScanPort(
            lines: lines, slowdown: slowdown.first?.map { Int($0) }, pads: linePads(),
            sleep: try scanSleep(arguments[5]))
        if slowdown.count > 1, let leastWrite = slowdown[1] { port.leastWrite = leastWrite }
        print("block \(port.block) path \(port.path) slowdown \(port.slowdown) write \(port.writeTime)")
        print("store \(port.measuredStorePicoseconds)")
        if let plan = port.timing.measured { print("plan \(plan.stores) stores \(plan.store) writes \(plan.write)") }
        try play(arguments[6...], on: &port)
    case "calls" where arguments.count >= 6:
        let lines = ScanLines(
            outputs: numbers(arguments[2]), outputEnable: Int(arguments[3]) ?? -1, inputs: numbers(arguments[4]))
        var port = try GPIOScanPort(chip: label, lines: lines, sleep: try scanSleep(arguments[5]))
        try play(arguments[6...], on: &port)
    case "pio":
        try showByStateMachine(
            planes: Int(arguments[1]) ?? 0, interval: Int64(arguments[2]).map { .milliseconds($0) },
            pictures: Array(arguments[3...]))
    case "call-time" where arguments.count >= 4:
        let port = try GPIOScanPort(
            chip: label, lines: ScanLines(outputs: numbers(arguments[2]), outputEnable: Int(arguments[3]) ?? -1))
        let before = linuxTime()
        let time = try port.measureCallTime(pairs: 8)
        print("call \(time) total \(linuxTime() - before)")
    default: throw UsageError()
    }
}

/// The time in nanoseconds.
func linuxTime() -> Int64 { SystemMonotonicClock().now.nanoseconds }

do {
    try run(Array(CommandLine.arguments.dropFirst()))
} catch {
    let text = Array("\(error)\n".utf8)
    _ = write(2, text, text.count)
    exit(1)
}
