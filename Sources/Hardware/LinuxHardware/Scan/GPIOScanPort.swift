import CGPIOLines
import PanelDrivers

/// Lines of any GPIO chip that play scan programs by system calls, through libgpiod 1.6 or 2.
///
/// Each word that writes is one call, and words that clear together with the next one join it. A call takes 1 to 7 us,
/// and the kernel changes the lines of a Raspberry Pi one after the other, in ascending order.
package struct GPIOScanPort: ScanPort, ~Copyable {
    /// What a system call can answer.
    package typealias Failure = HardwareError

    /// The device file of the chip.
    package var path: String { outputs.path }
    private var outputs: GPIOOutputLines
    private let scanLines: ScanLines
    /// For each line of scan words the bit of the request; zero for lines that are not driven.
    private let bits: [UInt64]
    /// What is left after sleeps in and between pulses, in nanoseconds; negative for no sleep.
    private let pulseMargin, gapMargin: Int64
    private let account: Pinned<linux_scan_account>
    /// The word that lights the panel, and the one that makes it dark.
    private let lighting, darkening: ScanWord

    /// How much later than asked a sleep ends in 999 of 1000 cases, in nanoseconds: the most of the machines measured.
    private static let sleepJitter = GPIOBlock.bcm2837.sleepJitter
    /// Calls differ by some microseconds.
    private static let tolerance: Int64 = 20_000
    /// The greatest number of a line that words of scan programs can name.
    private static let lastLine = 55

    /// Takes the lines; the panel is dark from the first instant.
    ///
    /// - Parameter sleep: in which waits the processor is given away.
    /// - Throws: as ``GPIOOutputLines`` does.
    package init(chip label: String? = nil, lines: ScanLines, sleep: ScanSleep = .always) throws(HardwareError) {
        let chip = try GPIOChip.find(label: label)
        try lines.check(upTo: Self.lastLine, of: chip)
        let outputs = try GPIOOutputLines(lines, on: chip)
        var bits = [UInt64](repeating: 0, count: Self.lastLine + 1)
        for index in lines.outputs.indices { bits[lines.outputs[index]] = 1 << UInt64(index) }
        self.bits = bits
        let enable = UInt32(1) << UInt32(min(max(lines.outputEnable, 0), 27))
        (lighting, darkening) = (ScanWord(.clearLow, enable), ScanWord(.setLow, enable))
        pulseMargin = sleep.pulseMargin(jitter: Self.sleepJitter)
        gapMargin = sleep.gapMargin(jitter: Self.sleepJitter)
        self.outputs = outputs
        scanLines = lines
        // The last one: Swift 6.0.3 frees what is stored before an error twice.
        account = Pinned(linux_scan_account(tolerance: Self.tolerance))
    }

    deinit {
        // A panel that stays lit can burn. If this call fails too, no further step is possible.
        _ = outputs.drive(scanLines.restLevels, mask: outputs.all)
    }

    /// Shared with the signal handlers and the guardian, which make the panel dark in place of this process; nil without them.
    ///
    /// Every call beats, and fails with ECANCELED when the process is dying.
    package var watch: RefreshWatch? {
        get { outputs.watch }
        set { outputs.watch = newValue }
    }

    /// How the panel is made dark in place of this process: by the lines' request, which others inherit.
    ///
    /// - Throws: where the descriptor of the request is not known.
    package func darkPlan() throws(HardwareError) -> DarkPlan {
        DarkPlan(lines: try outputs.darkLines(restLevels: scanLines.restLevels), action: .lines)
    }

    /// Turns the panel dark, and puts all lines to rest, by one call.
    package func darken() throws(HardwareError) {
        let code = outputs.drive(scanLines.restLevels, mask: outputs.all)
        if code != 0 { throw HardwareError.driving(path, code: code) }
    }

    /// Measures the time of a call in nanoseconds, by setting lines to the levels at rest: the panel is dark after it.
    ///
    /// The mean of calls for one line and for seven, as a column of a panel needs one of each; of the batches of up to eight
    /// such pairs the quickest, because in the others something else ran. It gives an honest estimate of the refresh rate
    /// before the first picture.
    package func measureCallTime(pairs: Int = 64) throws(HardwareError) -> Int64 {
        try darken()
        let rest = scanLines.restLevels
        let seven: UInt64 = ~0 >> UInt64(64 - min(outputs.count, 7))
        var left = min(max(pairs, 1), 100_000)
        var least = Int64.max
        while left > 0 {
            let batch = min(left, 8)
            let start = linux_scan_now()
            for _ in 0..<batch {
                var code = outputs.drive(rest, mask: seven)
                if code == 0 { code = outputs.drive(rest, mask: 1) }
                if code != 0 { throw HardwareError.driving(path, code: code) }
            }
            least = min(least, (linux_scan_now() - start) / Int64(2 * batch))
            left -= batch
        }
        return least
    }

    /// Plays a program by system calls; does not allocate.
    ///
    /// Padding makes no call, because each call takes longer, and words that invert lines do nothing. After an error the
    /// panel is turned dark, as far as the chip still answers.
    package mutating func play(_ program: borrowing ScanProgram) throws(HardwareError) {
        let code = run(program)
        if code != 0 {
            _ = rest()
            throw HardwareError.driving(path, code: code)
        }
    }

    /// Plays a program and returns 0 or the error number of the first call that failed.
    private func run(_ program: borrowing ScanProgram) -> Int32 {
        let start = linux_scan_now()
        let count = min(max(program.count, 0), program.storage.count)
        var mark = start
        var row = 0
        // Whether the next mark is that of a pulse of light; the length of the pulse that is to end; -1 without one.
        var isLit = false
        var pulse: Int64 = -1
        // The lines that fall with the next call.
        var falling: UInt64 = 0
        beginRow(row, of: program, at: 0, count: count)
        for index in 0..<count {
            let word = ScanWord(rawValue: program.storage[index])
            guard let operation = word.operation else { continue }
            if let watch, watch.isProgramEnded { return rest() }
            var code: Int32 = 0
            switch operation {
            case .clearLowWithNext: falling |= lines(word.payload, from: 0)
            case .clearHighWithNext: falling |= lines(word.payload, from: 28)
            case .setLow: code = set(lines(word.payload, from: 0), &falling)
            case .setHigh: code = set(lines(word.payload, from: 28), &falling)
            case .clearLow:
                falling |= lines(word.payload, from: 0)
                code = set(0, &falling)
            case .clearHigh:
                falling |= lines(word.payload, from: 28)
                code = set(0, &falling)
            case .nothing, .toggleLow, .pad, .mark, .waitAfterMark, .waitAfterStart:
                code = set(0, &falling)
            }
            if code != 0 { return code }
            switch operation {
            case .clearLow where word == lighting: isLit = true
            case .mark: mark = linux_scan_now()
            case .waitAfterMark:
                let length = Int64(word.payload)
                pulse = isLit ? length : -1
                let cut = isLit ? linux_scan_account_cut(account.address, length) : 0
                linux_scan_wait(mark + length - cut, pulseMargin)
            case .setLow where pulse >= 0 && word == darkening:
                linux_scan_account_note(account.address, pulse, linux_scan_now() - mark)
                (isLit, pulse) = (false, -1)
            case .waitAfterStart:
                linux_scan_wait(start + Int64(word.payload), gapMargin)
                row += 1
                beginRow(row, of: program, at: index + 1, count: count)
            default: break
            }
        }
        return set(0, &falling)
    }

    /// Begins a row of the light account; one that owes looks at the pulses that are to come.
    private func beginRow(_ row: Int, of program: borrowing ScanProgram, at first: Int, count: Int) {
        guard linux_scan_account_begin(account.address, row) != 0, count > 0 else { return }
        var isLit = false
        for index in first..<count {
            let word = ScanWord(rawValue: program.storage[index])
            if word.operation == .waitAfterStart { break }
            if word == lighting { isLit = true }
            if word == darkening { isLit = false }
            if isLit, word.operation == .waitAfterMark {
                linux_scan_account_expect(account.address, Int64(word.payload))
            }
        }
        let last = ScanWord(rawValue: program.storage[count - 1])
        linux_scan_account_decide(account.address, last.operation == .waitAfterStart ? Int64(last.payload) : 0)
    }

    /// The pulses of light that were too long, and what became of their excess.
    package var light: LightCounters { account.address.pointee.counters }

    /// Puts all lines to rest, whatever the process is about.
    private func rest() -> Int32 {
        outputs.set(scanLines.restLevels, ofLines: outputs.all)
    }

    /// Raises lines and lowers the pending ones by one call; makes no call if no line changes.
    private func set(_ rising: UInt64, _ falling: inout UInt64) -> Int32 {
        let mask = rising | falling
        falling = 0
        return outputs.drive(rising, mask: mask)
    }

    /// The bits of the request for the lines of a word.
    private func lines(_ payload: UInt32, from first: Int) -> UInt64 {
        var payload = payload
        var result: UInt64 = 0
        while payload != 0 {
            result |= bits[first + payload.trailingZeroBitCount]
            payload &= payload - 1
        }
        return result
    }
}
