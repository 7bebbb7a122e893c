import PanelDrivers

/// A plain reading of scan words: lines, shift registers, latches, row selection, and the light of every LED.
///
/// Every write takes effect at its start and lasts `writeTime`. The light of an LED is the time for which OE is low while
/// its latched bit is 1 and its row is selected, less the lag of every pulse.
struct HUB75Interpreter {
    let matrix: HUB75Matrix
    let lines: HUB75Lines
    let settings: ScanSettings
    let writeTime: Int64
    /// GPIO levels.
    var levels = [Bool](repeating: false, count: 56)
    var now: Int64 = 0
    /// The shift registers of each chain's six colour lines, the newest bit last.
    var registers: [[Bool]]
    var latched: [[Bool]]
    /// Bits in the row shift register of addressing types 1, 3, 4 and 5, the newest first.
    var rowBits: [Bool]
    var mark: Int64 = 0
    var litSince: Int64?
    var lastRise: Int64 = -1_000_000
    var lastFall: Int64 = -1_000_000
    var lastColor: Int64 = -1_000_000
    var lastLatch: Int64 = -1_000_000
    var lastRowClock: Int64 = -1_000_000
    var clocks = 0
    var clocksBeforeLatch = 0
    /// Light in nanoseconds: [row pair][wire of all chains][column].
    var light: [[[Int64]]]
    /// What must not happen.
    var violations: [String] = []
    /// Writes, the padding, and those between OE low pulses that shift.
    var writes = 0
    var pads = 0
    var shiftedColumns = 0

    init(matrix: HUB75Matrix, lines: HUB75Lines, settings: ScanSettings, writeTime: Int64) {
        self.matrix = matrix
        self.lines = lines
        self.settings = settings
        self.writeTime = writeTime
        registers = [[Bool]](
            repeating: [Bool](repeating: false, count: matrix.columns), count: 6 * matrix.chains)
        latched = registers
        rowBits = [Bool](repeating: settings.addressing == .abShift, count: matrix.rowPairs + 1)
        light = [[[Int64]]](
            repeating: [[Int64]](
                repeating: [Int64](repeating: 0, count: matrix.columns), count: 6 * matrix.chains),
            count: matrix.rowPairs)
    }

    /// Plays a program, and returns how long it took.
    @discardableResult
    mutating func play(_ program: ScanProgram) -> Int64 {
        play(program.words)
    }

    @discardableResult
    mutating func play(_ words: [ScanWord]) -> Int64 {
        let start = now
        var pending: [(lines: [Int], high: Bool)] = []
        for word in words {
            guard let operation = word.operation else { continue }
            var low: [Int] = []
            var payload = word.payload
            while payload != 0 {
                low.append(payload.trailingZeroBitCount)
                payload &= payload - 1
            }
            switch operation {
            case .nothing: break
            case .clearLowWithNext: pending.append((low, false))
            case .clearHighWithNext: pending.append((low.map { $0 + 28 }, false))
            case .setLow: write(&pending, low, .high)
            case .clearLow: write(&pending, low, .low)
            case .toggleLow: write(&pending, low, .other)
            case .setHigh: write(&pending, low.map { $0 + 28 }, .high)
            case .clearHigh: write(&pending, low.map { $0 + 28 }, .low)
            case .pad:
                pads += Int(word.payload)
                now += Int64(word.payload) * writeTime
            case .mark: mark = now - writeTime
            case .waitAfterMark: now = max(now, mark + Int64(word.payload))
            case .waitAfterStart:
                let due = start + Int64(word.payload)
                if now > due { violations.append("\(now - due) ns late at \(due)") }
                now = max(now, due)
            }
        }
        return now - start
    }

    private enum Drive { case high, low, other }

    private mutating func write(_ pending: inout [(lines: [Int], high: Bool)], _ group: [Int], _ drive: Drive) {
        writes += 1
        for (lines, high) in pending { for line in lines { change(line, to: high) } }
        pending = []
        for line in group { change(line, to: drive == .other ? !levels[line] : drive == .high) }
        now += writeTime
    }

    private mutating func change(_ line: Int, to level: Bool) {
        guard levels[line] != level else { return }
        if lines.address.contains(line) {
            if litSince != nil { violations.append("address changed while lit at \(now)") }
            levels[line] = level
            guard line == lines.address[0] else { return }
            let width = now - lastRowClock
            let isClock = ![.direct, .directSelect].contains(settings.addressing)
            if isClock, width < settings.rowClock { violations.append("row clock of \(width) ns at \(now)") }
            lastRowClock = now
            if level { clockRow() }
            return
        }
        levels[line] = level
        switch line {
        case lines.outputEnable:
            if level {
                goDark()
            } else {
                if now - lastLatch < settings.latchGap { violations.append("lit \(now - lastLatch) ns after LAT") }
                litSince = now
            }
        case lines.latch:
            if level {
                if litSince != nil { violations.append("latched while lit at \(now)") }
                clocksBeforeLatch = clocks
            } else {
                lastLatch = now
                takeRow()
            }
        case lines.clock: level ? clockColumn() : fall()
        default: lastColor = now
        }
    }

    /// LAT falls: the clocks while it was high say whether it is a row, or a register of the chips.
    private mutating func takeRow() {
        if clocks != matrix.columns { violations.append("\(clocks) clocks before the latch at \(now)") }
        let latchedClocks = clocks - clocksBeforeLatch
        clocks = 0
        if latchedClocks == (settings.chip == .dp3246 ? 3 : 0) {
            latched = registers
        } else if settings.chip != .dp3246 || ![11, 12].contains(latchedClocks) {
            violations.append("LAT high during \(latchedClocks) clocks at \(now)")
        }
    }

    private mutating func fall() {
        if now - lastRise < settings.clockWidth { violations.append("CLK high for \(now - lastRise) ns") }
        lastFall = now
    }

    private mutating func clockColumn() {
        if now - lastFall < settings.clockWidth { violations.append("CLK low for \(now - lastFall) ns") }
        if now - lastColor < min(settings.clockWidth, 20) { violations.append("colours late at \(now)") }
        lastRise = now
        clocks += 1
        shiftedColumns += 1
        for chain in 0..<matrix.chains {
            for wire in 0..<6 {
                registers[6 * chain + wire].removeFirst()
                registers[6 * chain + wire].append(levels[lines.colors[chain][wire]])
            }
        }
    }

    private mutating func clockRow() {
        let data: Int? = [.abShift: 1, .abcShift: 2, .sm5266: 1, .b707: 2][settings.addressing]
        guard let data else { return }
        if settings.addressing == .sm5266, !levels[lines.address[2]] { return }
        rowBits.insert(levels[lines.address[data]], at: 0)
        rowBits.removeLast()
    }

    /// The rows that are selected; one where all is well.
    var selectedRows: [Int] {
        func high(_ line: Int) -> Bool { line < lines.address.count && levels[lines.address[line]] }
        let count = matrix.rowPairs
        switch settings.addressing {
        case .direct:
            let used = settings.addressing.lines(rowPairs: count)
            return [(0..<used).reduce(0) { $0 + (high($1) ? 1 << $1 : 0) }]
        case .directSelect: return (0..<4).filter { !high($0) }
        case .abShift: return (0..<count).filter { !rowBits[$0 + 1] }
        case .abcShift, .b707: return (0..<count).filter { rowBits[$0] }
        case .sm5266:
            let group = (count > 8 && high(3) ? 8 : 0) + (count > 16 && high(4) ? 16 : 0)
            return (0..<8).filter { $0 < rowBits.count && rowBits[$0] }.map { $0 + group }
        }
    }

    private mutating func goDark() {
        guard let since = litSince else { return }
        litSince = nil
        let rows = selectedRows
        guard rows.count == 1, rows[0] < matrix.rowPairs else {
            violations.append("rows \(rows) selected at \(now)")
            return
        }
        let time = max(now - since - settings.oeLag, 0)
        for wire in 0..<latched.count {
            for column in 0..<matrix.columns where latched[wire][column] != settings.isInverse {
                light[rows[0]][wire][column] += time
            }
        }
    }
}
