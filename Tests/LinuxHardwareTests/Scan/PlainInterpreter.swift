import PanelDrivers

/// What reaches the lines of a port, in words of lines and not of registers.
enum ScanEvent: Equatable {
    /// One store, or one call: these lines rise, these fall, these are inverted; none of them for a harmless store.
    case write(rising: Set<Int> = [], falling: Set<Int> = [], inverted: Set<Int> = [])
    /// Waiting for the stores before.
    case barrier
    /// Reading the lines' levels back, which waits for the stores before on the way, too.
    case load
    /// A sleep.
    case sleep
}

/// An event and the time after it, in nanoseconds.
struct TimedEvent: Equatable {
    let event: ScanEvent
    let time: Int64
}

/// The kinds of registers that programs are played on.
enum RegisterKind: CaseIterable { case bcm, rp1 }

/// Says what a program has to do, from the descriptions of its words and of the registers, one word after the other.
struct PlainInterpreter {
    let kind: RegisterKind
    var slowdown = 0
    /// Waits after a mark just made that are shorter are made of stores, each of that many nanoseconds.
    var shortWait: Int64 = 0
    var storeTime: Int64 = 1 {
        didSet { storePicoseconds = 1_000 * storeTime }
    }
    private var storePicoseconds: Int64 = 1_000
    var lead: Int64 = 0
    /// The last stretch of a wait after the mark, which is made of stores.
    var fine: Int64 = 0
    /// How long after the reading before a pulse its mark is read at most, when nothing disturbs.
    var markGap: Int64 = 0
    /// The line that lights while it is low; nil without an account.
    var light: Int?
    /// What rows have been lit for too long.
    var account = PlainAccount()
    /// What measures again; nil without.
    var calibration: PlainCalibration?
    /// From when on a store takes another time; nil for never.
    var change: (time: Int64, writeTime: Int64)?
    /// When the machine stands still, and for how long: before the first step at or after the instant.
    var stalls: [(time: Int64, length: Int64)] = []
    var markMargin: Int64 = -1
    var startMargin: Int64 = -1
    /// What a store and reading the clock take, and how much too late a sleep ends.
    let writeTime: Int64
    let readTime: Int64
    let sleepDelay: Int64
    private(set) var time: Int64
    private(set) var events: [TimedEvent] = []
    private var start: Int64 = 0
    private var mark: Int64 = 0
    /// The length of the short wait that came with the last mark; nil where its time was read.
    private var unreadMark: Int64?
    /// When the clock was read before the present pulse of light; nil outside of one.
    private var before: Int64?
    private var row = 0

    init(_ kind: RegisterKind, time: Int64 = 0, writeTime: Int64 = 20, readTime: Int64 = 7, sleepDelay: Int64 = 0) {
        self.kind = kind
        self.time = time
        self.writeTime = writeTime
        self.readTime = readTime
        self.sleepDelay = sleepDelay
    }

    /// The lines that a payload names, which begin at a number.
    static func lines(_ payload: UInt32, from first: Int) -> Set<Int> {
        Set((0..<28).filter { payload & (1 << UInt32($0)) != 0 }.map { first + $0 })
    }

    mutating func play(_ words: [ScanWord]) {
        useFigures()
        record(.barrier)
        (start, row) = (read(), 0)
        mark = start
        (unreadMark, before) = (nil, nil)
        beginRow(words[...], of: words)
        var place = 0
        while place < words.count {
            let word = words[place]
            let next = place + 1 < words.count ? words[place + 1] : nil
            if word.operation == .mark, let next, isShort(next) {
                waitByStores(Int64(next.payload))
                place += 2
                continue
            }
            if isTimed(words, at: place) { before = read() }
            if word.operation == .waitAfterMark, before != nil {
                if endPulse(Int64(word.payload), next) { place += 1 }
            } else {
                play(word)
            }
            if word.operation == .waitAfterStart {
                row += 1
                beginRow(words[(place + 1)...], of: words)
            }
            place += 1
        }
        record(.barrier)
    }

    /// Whether a pulse of light that the clock times begins with a word.
    private func isTimed(_ words: [ScanWord], at place: Int) -> Bool {
        guard let light, words[place] == ScanWord(.clearLow, 1 << UInt32(light)), place + 1 < words.count,
            words[place + 1].operation == .mark
        else { return false }
        return place + 2 >= words.count || !isShort(words[place + 2])
    }

    private mutating func beginRow(_ left: ArraySlice<ScanWord>, of words: [ScanWord]) {
        guard light != nil else { return }
        var pulses: [Int64] = []
        var isPulse = false
        for place in left.indices {
            let word = words[place]
            if word.operation == .waitAfterStart { break }
            if word.operation == .mark { isPulse = place > left.startIndex && isTimed(words, at: place - 1) }
            if word.operation == .waitAfterMark, isPulse {
                pulses.append(Int64(word.payload))
                isPulse = false
            }
        }
        let last = words.last.flatMap { left.isEmpty || $0.operation != .waitAfterStart ? nil : Int64($0.payload) }
        account.begin(row: row, pulses: pulses, period: last ?? 0)
    }

    /// Ends a pulse of light, and says whether the next word was played with it.
    private mutating func endPulse(_ length: Int64, _ next: ScanWord?) -> Bool {
        if let short = unreadMark { mark = read() - short }
        (unreadMark, before) = (nil, nil)
        let ends = light.map { next == ScanWord(.setLow, 1 << UInt32($0)) } ?? false
        let cut = ends ? account.cut(length) : 0
        wait(until: mark + length - cut - lead, margin: markMargin, fine: fine)
        guard ends, let next else { return false }
        play(next)
        if cut > 0, kind == .rp1 { record(.load) }
        let lit = max(read() - mark, length - cut)
        account.record(row: row, length: length, lit: lit)
        return true
    }

    private mutating func play(_ word: ScanWord) {
        let low = Self.lines(word.payload, from: 0)
        let high = Self.lines(word.payload, from: 28)
        switch (word.operation, kind) {
        case (.setLow, _): write(.write(rising: low))
        case (.clearLow, _), (.clearLowWithNext, _): write(.write(falling: low))
        case (.toggleLow, .rp1): write(.write(inverted: low))
        case (.setHigh, .bcm):
            for bank in banks(high) { write(.write(rising: bank)) }
        case (.clearHigh, .bcm), (.clearHighWithNext, .bcm):
            for bank in banks(high) { write(.write(falling: bank)) }
        case (.pad, _):
            for _ in 0..<word.payload { write(.write()) }
        case (.mark, _):
            record(.barrier)
            if kind == .rp1 { record(.load) }
            mark = read()
            unreadMark = nil
            if let before { mark = min(mark, before + markGap) }
        case (.waitAfterMark, _):
            if let short = unreadMark {
                mark = read() - short
                unreadMark = nil
            }
            wait(until: mark + Int64(word.payload) - lead, margin: markMargin, fine: fine)
        case (.waitAfterStart, _):
            measure(before: start + Int64(word.payload))
            wait(until: start + Int64(word.payload), margin: startMargin, fine: 0)
        default: break
        }
    }

    private func isShort(_ word: ScanWord) -> Bool {
        word.operation == .waitAfterMark && Int64(word.payload) < shortWait
    }

    /// Stores until the next one comes the nanoseconds after the write before, as nearly as stores can.
    private mutating func waitByStores(_ nanoseconds: Int64) {
        unreadMark = nanoseconds
        let stores = (2_000 * nanoseconds + storePicoseconds) / (2 * storePicoseconds)
        for _ in 0..<max(stores - 1 - Int64(max(slowdown, 0)), 0) { store(.write()) }
    }

    /// The lines below 32 are in one register, those from there in another.
    private func banks(_ lines: Set<Int>) -> [Set<Int>] {
        [lines.filter { $0 < 32 }, lines.filter { $0 >= 32 }].filter { !$0.isEmpty }
    }

    private mutating func write(_ event: ScanEvent) {
        store(event)
        if slowdown < 0 { record(.barrier) }
        for _ in 0..<max(slowdown, 0) { store(.write()) }
    }

    private mutating func store(_ event: ScanEvent) {
        standStill()
        if let change, time >= change.time { time += change.writeTime } else { time += writeTime }
        events.append(TimedEvent(event: event, time: time))
    }

    private mutating func record(_ event: ScanEvent) {
        standStill()
        events.append(TimedEvent(event: event, time: time))
    }

    private mutating func read() -> Int64 {
        standStill()
        time += readTime
        return time
    }

    /// Measures a store and a reading of the clock, if that is due and there is time.
    private mutating func measure(before deadline: Int64) {
        guard var figures = calibration else { return }
        defer { calibration = figures }
        let now = read()
        guard now >= figures.due else { return }
        let needed = 3 * (96 * figures.used / 1_000 + 4 * lead + 6 * fine)
        guard deadline - now >= needed || now - figures.due >= figures.timeout else { return }
        let readings = (0..<4).map { _ in
            let first = read()
            return read() - first
        }
        let clock = readings.min() ?? 0
        let (one, another, few, many) = (timeStores(1), timeStores(1), timeStores(16), timeStores(80))
        figures.take(
            (many - few) * 1_000 / 64, completion: max(min(one, another) - clock, 0), clock: clock, at: now)
    }

    /// Uses what was measured while the program before was played.
    private mutating func useFigures() {
        guard let (store, completion, clock) = calibration?.begin() else { return }
        slowdown = calibration?.slowdown ?? 0
        storePicoseconds = store
        lead = completion + clock + Int64(max(slowdown, 0)) * store / 1_000
        fine = 2 * clock
        markGap = lead + (calibration?.tolerance ?? 0)
    }

    private mutating func timeStores(_ count: Int) -> Int64 {
        let first = read()
        for _ in 0..<count { store(.write()) }
        record(.barrier)
        if kind == .rp1 { record(.load) }
        return read() - first
    }

    private mutating func standStill() {
        while let stall = stalls.first, stall.time <= time {
            time += stall.length
            stalls.removeFirst()
        }
    }

    /// Reads the clock until the time is there; sleeps where enough is left, and makes the last stretch of stores.
    private mutating func wait(until deadline: Int64, margin: Int64, fine: Int64) {
        while true {
            let missing = deadline - read()
            if missing <= 0 { return }
            if missing < fine {
                let stores = (2_000 * missing + storePicoseconds) / (2 * storePicoseconds)
                for _ in 0..<stores { store(.write()) }
                return
            }
            if margin >= 0, missing > margin + 5_000 {
                standStill()
                if time < deadline - margin { time = deadline - margin + sleepDelay }
                events.append(TimedEvent(event: .sleep, time: time))
            }
        }
    }
}
