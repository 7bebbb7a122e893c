import CGPIOLines
import Glibc
import LinuxSystem
import PanelDrivers
import Timelines

/// Lines of a Raspberry Pi 5 on which a state machine shows pictures, from words that the kernel sends it.
///
/// The panel is dark from the first instant: the lines are requested from the kernel first, and output enable is kept high until the
/// machine has words. A thread of the port sends a ring of refreshes again and again; showing a picture only writes into it. Late words
/// interrupt the light, and a late thread shows an older picture once more; neither makes a pulse longer.
package struct PIOPort: ~Copyable {
    /// Shared with the signal handlers and the guardian, which make the panel dark in place of this process; nil without them.
    ///
    /// Showing beats, and fails with ECANCELED when the process is dying.
    package var watch: RefreshWatch?
    /// The bytes a second to plan refreshes with, by what was measured when the port was opened.
    package let rate: Int64
    private let file: StateMachineFile
    private let outputs: GPIOOutputLines
    private let lines: ScanLines
    private var refreshing: Refreshing?
    private var thread: NativeThread?
    /// How many pictures were shown.
    package private(set) var pictures = 0

    /// What there is once pictures are known.
    fileprivate struct Refreshing {
        let transfers: PIOTransfers
        let encoder: PIOEncoder
        let onThread: @Sendable () -> Void
        /// The picture that is shown, and a dark one.
        var picture: PIOPicture
        let dark: PIOPicture
        let firstRing: RefreshRing
        var ring: RefreshRing
        /// When the transfers were looked at last.
        var looked = Instant.zero
    }

    /// A transfer takes a quarter of a second; a machine that takes no words is given up by the kernel after 10 s.
    private static let end = Nanoseconds.seconds(12)
    /// What is sent to measure the rate, in words, and the least rate that is of use, in bytes a second.
    private static let measured = 1 << 18
    private static let leastRate: Int64 = 1_000_000
    /// Later transfers may be slower than the one that was measured.
    private static let share: Int64 = 92

    /// Takes lines of GPIO 0 to 27, and a state machine.
    ///
    /// - Parameters:
    ///   - clock: the line of CLK.
    ///   - divider: that of the machine's clock.
    ///   - bytesPerRefresh: those of a refresh.
    /// - Throws: an error that names the fix: a line that is in use, a device that is missing, a memory that is full.
    package init(lines: ScanLines, clock: Int, divider: Int, bytesPerRefresh: Int) throws(HardwareError) {
        let chip = try GPIOChip.find(label: nil)
        try lines.check(upTo: PIOProgram.lineRange.upperBound, of: chip)
        let outputs = try GPIOOutputLines(lines, on: chip)
        let file = try StateMachineFile()
        let rate = try Self.begin(file, lines, clock: clock, divider: divider, bytesPerRefresh: bytesPerRefresh)
        self.init(file: file, outputs: outputs, lines: lines, rate: rate)
    }

    /// Takes what was opened: Swift 6.0.3 frees what is stored before an error twice.
    private init(
        file: consuming StateMachineFile, outputs: consuming GPIOOutputLines, lines: ScanLines, rate: Int64
    ) {
        self.file = file
        self.outputs = outputs
        self.lines = lines
        self.rate = rate
    }

    /// Sets the machine up, connects the lines in the dark, and measures the rate; after an error the lines are the registers'.
    private static func begin(
        _ file: borrowing StateMachineFile, _ lines: ScanLines, clock: Int, divider: Int, bytesPerRefresh: Int
    ) throws(HardwareError) -> Int64 {
        try file.setUp(outputEnable: lines.outputEnable, clock: clock, divider: divider)
        try file.drive(1 << UInt32(lines.outputEnable), mask: lines.outputs.reduce(0) { $0 | 1 << UInt32($1) })
        try file.prepare(bytes: RefreshRing.bufferBytes(bytesPerRefresh: bytesPerRefresh))
        // Whatever the machine does from now on; output enable is the first that it has.
        try file.keepHigh(lines.outputEnable, true)
        do throws(HardwareError) {
            for line in [lines.outputEnable] + lines.outputs.filter({ $0 != lines.outputEnable }) {
                try file.connect(line, isMachine: true)
            }
            try file.enable(true)
            return try measureRate(file, outputEnable: lines.outputEnable)
        } catch {
            release(file, lines)
            throw error
        }
    }

    deinit {
        refreshing?.transfers.end()
        thread?.finish(within: Self.end)
        Self.release(file, lines)
    }

    /// Gives the lines back to the registers, where output enable is high.
    private static func release(_ file: borrowing StateMachineFile, _ lines: ScanLines) {
        let isBack = (try? file.connect(lines.outputEnable, isMachine: false)) != nil
        for line in lines.outputs where line != lines.outputEnable { try? file.connect(line, isMachine: false) }
        try? file.enable(false)
        if isBack { try? file.keepHigh(lines.outputEnable, false) }
    }

    /// Sends dark words, and returns how fast they were taken: each of them in fewer cycles than it takes to arrive.
    private static func measureRate(_ file: borrowing StateMachineFile, outputEnable: Int) throws(HardwareError)
        -> Int64
    {
        let dark = UInt32(1) << UInt32(outputEnable + 4)
        let words = (0..<measured).map { $0 % 2 == 0 ? 0 : dark }
        let clock = SystemMonotonicClock()
        // The first transfer also sets the kernel's channel up.
        try send(words.prefix(1 << 12), to: file)
        let start = clock.now
        try send(words[...], to: file)
        let time = max((clock.now - start).count, 1)
        let rate = Int64(words.count) * 4 * 1_000_000_000 / time * share / 100
        guard rate >= leastRate else {
            throw HardwareError(
                operation: "send pictures to", path: MachineFiles.stateMachines, code: EIO,
                reason: "\(rate / 1_000) kB/s reach the state machine, too few for a panel",
                fix: "stop what else uses state machines, or set `port: registers` in the board file")
        }
        return rate
    }

    private static func send(_ words: ArraySlice<UInt32>, to file: borrowing StateMachineFile) throws(HardwareError) {
        let code = words.withUnsafeBufferPointer { file.send($0) }
        if code != 0 { throw HardwareError.sending(code) }
    }

    /// How the panel is made dark in place of this process: output enable is kept high, whatever the machine does.
    ///
    /// - Throws: where the descriptor of the request is not known.
    package func darkPlan() throws(HardwareError) -> DarkPlan {
        DarkPlan(
            lines: try outputs.darkLines(restLevels: lines.restLevels), action: .stateMachine(line: lines.outputEnable),
            file: file.descriptor)
    }
}

// MARK: - Pictures

extension PIOPort {
    /// How often the transfers are looked at while the picture stands still.
    private static var lookInterval: Nanoseconds { .milliseconds(250) }

    /// Prepares to show the pictures of an encoder; before the first start.
    ///
    /// - Parameters:
    ///   - interval: the time after which the chips are set up again; nil for never.
    ///   - onThread: is called by the thread of the transfers at its beginning.
    package mutating func prepare(
        _ encoder: PIOEncoder, initializationInterval interval: Nanoseconds?,
        onThread: @escaping @Sendable () -> Void = {}
    ) {
        let dark = encoder.makePicture()
        let bytes = 4 * encoder.wordsPerRefresh
        let ring = RefreshRing(
            period: encoder.refreshPeriod, shortest: dark.shortestRefresh, bytesPerRefresh: bytes,
            phases: encoder.phases, bytesAhead: StateMachineFile.bytesAhead(bytesPerRefresh: bytes))
        let transfers = PIOTransfers(
            count: 2 * ring.half * encoder.wordsPerRefresh, to: file, initialization: encoder.initializationWords,
            interval: interval)
        refreshing = Refreshing(
            transfers: transfers, encoder: encoder, onThread: onThread, picture: dark, dark: dark, firstRing: ring,
            ring: ring)
    }

    /// Sets the driver chips up, and shows a dark picture.
    package mutating func start(at instant: Instant) throws {
        try endTransfers()
        guard let transfers = refreshing?.transfers, let onThread = refreshing?.onThread else { return }
        refreshing?.begin()
        try file.enable(true)
        try send(refreshing?.encoder.startWords ?? [])
        try file.keepHigh(lines.outputEnable, false)
        let watch = watch
        transfers.reset()
        do throws(SystemCallError) {
            thread = try NativeThread(named: "state machine") {
                onThread()
                transfers.run(watch)
            }
        } catch {
            throw HardwareError(operation: "start a thread for", path: MachineFiles.stateMachines, code: error.code)
        }
    }

    /// Shows a picture a few refreshes later; does not allocate.
    package mutating func show(_ picture: borrowing PIOPicture, at instant: Instant) throws {
        try look(at: instant)
        refreshing?.take(picture)
        refreshing?.write(at: instant)
        pictures += 1
    }

    /// When more of the ring is to be written, or the transfers are to be looked at.
    package var nextHealing: Instant? {
        guard let refreshing else { return nil }
        return min(refreshing.nextWrite ?? .distantFuture, refreshing.looked + Self.lookInterval)
    }

    /// Writes more of the ring; does not allocate.
    package mutating func heal(at instant: Instant) throws {
        try look(at: instant)
        refreshing?.write(at: instant)
    }

    /// How many transfers have begun since the start.
    package var transfersBegun: Int { refreshing?.transfers.begunCount ?? 0 }

    /// Whether the picture is not all over the ring yet.
    package var isWriting: Bool { refreshing?.ring.nextTime(transfer: 0) != nil }

    /// Turns the panel dark at once, and its LEDs off.
    package mutating func stop() throws {
        try endTransfers()
        try send(refreshing?.encoder.stopWords ?? [])
    }

    /// Keeps output enable high, and waits until the thread has ended.
    private mutating func endTransfers() throws(HardwareError) {
        try file.keepHigh(lines.outputEnable, true)
        refreshing?.transfers.end()
        guard let thread, !thread.finish(within: Self.end) else {
            self.thread = nil
            return
        }
        self.thread = nil
        throw HardwareError.sending(ETIMEDOUT)
    }

    private func send(_ words: [UInt32]) throws(HardwareError) {
        let code = words.withUnsafeBufferPointer { file.send($0) }
        if code != 0 { throw HardwareError.sending(code) }
    }

    private mutating func look(at instant: Instant) throws(HardwareError) {
        refreshing?.looked = instant
        if let watch {
            watch.beat()
            if watch.isAbandoned { throw HardwareError.sending(ECANCELED) }
        }
        if let code = refreshing?.transfers.code, code != 0 { throw HardwareError.sending(code) }
    }
}

extension PIOPort.Refreshing {
    /// When half of what was written ahead is played.
    fileprivate var nextWrite: Instant? {
        guard let last = transfers.last else { return nil }
        return ring.nextTime(transfer: last.transfer).map { Instant(nanoseconds: last.start + $0) }
    }

    /// Fills the ring with the dark picture.
    fileprivate mutating func begin() {
        ring = firstRing
        take(dark)
        for place in 0..<(2 * ring.half) { write(place) }
    }

    fileprivate mutating func take(_ next: borrowing PIOPicture) {
        picture.copy(next)
        ring.begin(shortest: next.shortestRefresh)
    }

    fileprivate mutating func write(at instant: Instant) {
        let last = transfers.last ?? (0, instant.nanoseconds)
        let places = ring.places(transfer: last.transfer, time: instant.nanoseconds - last.start)
        for place in places { write(place % (2 * ring.half)) }
    }

    private func write(_ place: Int) {
        let count = encoder.wordsPerRefresh
        let target = UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: transfers.words[(place * count)..<(place * count + count)]))
        picture.words.withUnsafeBytes { source in
            let start = 4 * count * (place % encoder.phases)
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<(start + 4 * count)]))
        }
    }
}
