import HardwareInterfaces

/// What reaches the lines of a port, in words of lines and not of registers.
enum ScanEvent: Equatable {
    /// One store, or one call: these lines rise, these fall, these are inverted; none of them for a harmless store.
    case write(rising: Set<Int> = [], falling: Set<Int> = [], inverted: Set<Int> = [])
    /// Waiting for the stores before.
    case barrier
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
    var storeTime: Int64 = 1
    var lead: Int64 = 0
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
        note(.barrier)
        time += readTime
        (start, mark) = (time, time)
        unreadMark = nil
        for (index, word) in words.enumerated() {
            let previous = index > 0 ? words[index - 1] : nil
            let next = index + 1 < words.count ? words[index + 1] : nil
            if word.operation == .mark, let next, isShort(next) {
                waitByStores(Int64(next.payload))
            } else if previous?.operation != .mark || !isShort(word) {
                play(word)
            }
        }
        note(.barrier)
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
            note(.barrier)
            time += readTime
            mark = time
            unreadMark = nil
        case (.waitAfterMark, _):
            if let short = unreadMark {
                time += readTime
                mark = time - short
                unreadMark = nil
            }
            wait(until: mark + Int64(word.payload) - lead, margin: markMargin)
        case (.waitAfterStart, _): wait(until: start + Int64(word.payload), margin: startMargin)
        default: break
        }
    }

    private func isShort(_ word: ScanWord) -> Bool {
        word.operation == .waitAfterMark && Int64(word.payload) < shortWait
    }

    /// Stores until the next one comes the nanoseconds after the write before, as nearly as stores can.
    private mutating func waitByStores(_ nanoseconds: Int64) {
        unreadMark = nanoseconds
        let stores = (2 * nanoseconds + storeTime) / (2 * storeTime)
        for _ in 0..<max(stores - 1 - Int64(max(slowdown, 0)), 0) { store(.write()) }
    }

    /// The lines below 32 are in one register, those from there in another.
    private func banks(_ lines: Set<Int>) -> [Set<Int>] {
        [lines.filter { $0 < 32 }, lines.filter { $0 >= 32 }].filter { !$0.isEmpty }
    }

    private mutating func write(_ event: ScanEvent) {
        store(event)
        if slowdown < 0 { note(.barrier) }
        for _ in 0..<max(slowdown, 0) { store(.write()) }
    }

    private mutating func store(_ event: ScanEvent) {
        time += writeTime
        note(event)
    }

    private mutating func note(_ event: ScanEvent) {
        events.append(TimedEvent(event: event, time: time))
    }

    /// Reads the clock until the time is there; sleeps once where enough is left.
    private mutating func wait(until deadline: Int64, margin: Int64) {
        time += readTime
        if margin >= 0, deadline - time > margin + 5_000 {
            time = deadline - margin + sleepDelay
            note(.sleep)
            time += readTime
        }
        // The first of the readings that follow that is not too early.
        let missing = deadline - time
        if missing > 0 { time += (missing + readTime - 1) / readTime * readTime }
    }
}
