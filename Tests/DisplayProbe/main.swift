import CAllocationProbe
import Glibc
import LinuxHardware
import PanelDrivers
import Timelines

// Scans pictures out by the display engine, as its arguments and then its input say; `make test-scan-out` runs it on emulated
// machines, and compares what their displays show.
//
//   display-probe MODE DARK CONNECTOR [LINES OE]
//
// MODE is nine numbers with commas between them: the visible pixels of a line, its front porch, sync and back porch, the same of the
// lines, and the pixel clock in kHz. DARK is what a dark pixel is, hexadecimal. CONNECTOR is dpi or virtual. LINES are the
// numbers of the GPIO lines of a panel, OE is that of output enable: with them a guardian watches.
//
// Each line of input is answered by a line:
//   flip N          draws picture N, flips to it, and waits until it is shown
//   flips N M       does so with the pictures N to M, and prints how often memory was allocated
//   stop            makes it dark
//   end             lets go of everything

FailDark.runGuardianIfAsked()

/// Prints a line at once.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Arguments that are not understood.
struct UsageError: Error {}

func mode(_ text: String) throws -> ScanOutMode {
    let numbers = text.split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 9 else { throw UsageError() }
    func extent(_ numbers: ArraySlice<Int>) -> ScanOutMode.Extent {
        let numbers = Array(numbers)
        return ScanOutMode.Extent(
            visible: numbers[0], frontPorch: numbers[1], sync: numbers[2], backPorch: numbers[3])
    }
    return ScanOutMode(pixelClock: numbers[8], columns: extent(numbers[0..<4]), lines: extent(numbers[4..<8]))
}

/// Pictures that differ in every line: parts of one long line, which begin where the number and the line say.
struct Pictures {
    private static let offsets = 1_024
    private let pixels: [UInt32]
    private let columns: Int

    init(columns: Int) {
        self.columns = columns
        // A generator of full period over 32 bits; its upper 24 bits are the pixel.
        var state: UInt32 = 1
        pixels = (0..<columns + Self.offsets).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 8
        }
    }

    func draw(_ number: Int, into target: UnsafeMutableBufferPointer<UInt32>, stride: Int) {
        let lines = target.count / stride
        pixels.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress, let target = target.baseAddress else { return }
            for line in 0..<lines {
                let offset = (number &* 131 &+ line &* 17) % Self.offsets
                memcpy(target + line * stride, source + offset, columns * 4)
            }
        }
    }
}

/// Draws a picture, flips to it, and waits until it is shown.
func show<Port: ScanOutPort & ~Copyable>(_ number: Int, _ pictures: Pictures, on port: inout Port) throws {
    try port.draw { target, stride in pictures.draw(number, into: target, stride: stride) }
    try port.flip()
    while try port.isFlipping() { usleep(200) }
}

/// Does what a line of input says; returns whether more may come.
func perform<Port: ScanOutPort & ~Copyable>(
    _ words: [Substring], _ pictures: Pictures, on port: inout Port
) throws -> Bool {
    let numbers = words.dropFirst().compactMap { Int($0) }
    switch (words.first ?? "", numbers.count) {
    case ("flip", 1):
        try show(numbers[0], pictures, on: &port)
        say("shown \(numbers[0])")
    case ("flips", 2):
        try show(numbers[0], pictures, on: &port)
        let before = allocation_probe_count()
        for number in numbers[0]...numbers[1] {
            try show(number, pictures, on: &port)
            // Time to be looked at.
            usleep(3_000)
        }
        let allocations = allocation_probe_count() - before
        say("shown \(numbers[1]) allocations \(allocations)")
    case ("stop", 0):
        try port.stop()
        say("dark")
    default: return false
    }
    return true
}

/// Obeys the input, and steps the guardian in between.
func serve<Port: ScanOutPort & ~Copyable>(_ pictures: Pictures, on port: inout Port, _ guardian: FailDark?) throws {
    let clock = SystemMonotonicClock()
    while true {
        let now = clock.now
        let wake = guardian?.step(at: now) ?? .distantFuture
        var sources = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
        for descriptor in guardian?.descriptors ?? [] {
            sources.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        // What a refresh thread does at least once a second.
        guardian?.watch.recordHeartbeat(at: now)
        poll(&sources, nfds_t(sources.count), Int32(clamping: min((wake - now).count / 1_000_000 + 1, 1_000)))
        guard sources[0].revents != 0 else { continue }
        guard let line = readLine(), try perform(line.split(separator: " "), pictures, on: &port) else { break }
    }
}

func run(_ arguments: [String]) throws {
    guard arguments.count == 3 || arguments.count == 5, let dark = UInt32(arguments[1], radix: 16),
        let connector = DisplayConnector.allCases.first(where: { "\($0)" == arguments[2] })
    else { throw UsageError() }
    let mode = try mode(arguments[0])
    let pictures = Pictures(columns: max(mode.columns.visible, 0))
    if arguments.count == 3 {
        var engine = try DisplayEngine(mode: mode, dark: dark, connector: connector)
        say("taken \(engine.path) remains \(engine.remainsDark ? "dark" : "unknown")")
        try serve(pictures, on: &engine, nil)
        try engine.stop()
    } else {
        let outputs = arguments[3].split(separator: ",").compactMap { Int($0) }
        var port = try DPIPort(
            lines: ScanLines(outputs: outputs, outputEnable: Int(arguments[4]) ?? -1), mode: mode, dark: dark,
            connector: connector)
        let guardian = try FailDark(
            plan: try port.darkPlan(), limits: FailDark.Limits(interval: .seconds(2), silence: .milliseconds(2_500)))
        port.watch = guardian.watch
        say("taken \(port.path) remains \(port.remainsDark ? "dark" : "unknown")")
        try serve(pictures, on: &port, guardian)
        try port.stop()
        guardian.end()
    }
    say("ended")
}

do {
    try run(Array(CommandLine.arguments.dropFirst()))
} catch {
    say("\(error)")
    exit(1)
}
