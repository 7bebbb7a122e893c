import Glibc
import LinuxSystem
import Timelines

/// The thread that asks sources: the only place of this target that waits.
struct LiveWorker<Clock: MonotonicClock> {
    private let mailbox: Mailbox<LiveMail>
    private let clock: Clock
    private let seed: UInt64
    private var table: LiveTable
    private var jobs: LiveJobs

    init(
        _ mailbox: Mailbox<LiveMail>, _ jobs: LiveJobs, seed: UInt64, clock: Clock
    ) {
        self.mailbox = mailbox
        self.clock = clock
        self.seed = seed
        table = LiveTable([], at: clock.now, seed: seed)
        self.jobs = jobs
    }

    /// Works until it is asked to end.
    mutating func run() {
        var readable: Set<Int32> = []
        while step(readable) { readable = wait() }
        jobs.endAll()
    }

    /// Does what is due; returns whether to continue.
    private mutating func step(_ readable: Set<Int32>) -> Bool {
        mailbox.wake.lower()
        guard !mailbox.isEnding else { return false }
        let (orders, messages) = mailbox.look { $0.takeOrders() }
        for order in orders { obey(order) }
        for (topic, bytes) in messages { table.arrive(bytes, topic: topic, at: clock.now) }
        let sources = table.sources
        for result in jobs.step(readable: readable, { sources[$0] }) {
            table.finish(result.source, result.outcome, at: clock.now)
        }
        jobs.stepConnections(&table, at: clock.now)
        for index in jobs.decoding { table.recordAnswer(index) }
        endOverdue(sources)
        begin(sources)
        let now = clock.now
        let changes = table.takeChanges(at: now)
        let statuses = sources.indices.map { table.status($0) }
        mailbox.look { $0.publish(changes, statuses, isSettled: table.isSettled) }
        return true
    }

    private mutating func obey(_ order: LiveMail.Order) {
        switch order {
        case .set(let name, let value): _ = table.set(name, to: value.map { $0.cleaned }, at: clock.now)
        case .refresh(let name): table.refresh(name, at: clock.now)
        case .sources(let sources):
            guard !table.takeTurns(of: sources, at: clock.now) else { return }
            var next = LiveTable(sources, at: clock.now, seed: seed)
            let places = next.inherit(from: table)
            var numbers: [Int: Int] = [:]
            for (new, old) in places.enumerated() { if let old { numbers[old] = new } }
            jobs.renumber(numbers)
            jobs.forget(allBut: sources)
            table = next
            for (index, source) in sources.enumerated() where places[index] == nil {
                if let copy = jobs.copy(of: source) { table.restore(index, copy, at: clock.now) }
            }
        }
    }

    /// Ends what takes too long; what a device has sent until then is its content.
    private mutating func endOverdue(_ sources: [LiveSource]) {
        let now = clock.now
        for index in table.running(pastTimeoutAt: now) {
            if let outcome = jobs.end(index, sources[index]) { table.finish(index, outcome, at: now) }
        }
        for index in jobs.decoding { table.recordAnswer(index) }
        table.overdue(at: now)
    }

    private mutating func begin(_ sources: [LiveSource]) {
        for index in table.begin(at: clock.now) {
            let now = clock.now
            let outcome = jobs.begin(index, sources[index], hasContent: table.hasContent(index), at: now)
            if let outcome { table.finish(index, outcome, at: now) }
        }
    }

    /// Waits for orders, for what is asked, and for what falls due; returns what has become readable.
    private func wait() -> Set<Int32> {
        var waiting = [pollfd(fd: mailbox.wake.number, events: Int16(POLLIN), revents: 0)] + jobs.waits
        let count = poll(&waiting, nfds_t(waiting.count), milliseconds)
        guard count > 0 else { return [] }
        return Set(waiting.lazy.filter { $0.revents != 0 }.map(\.fd))
    }

    /// The time until something falls due, rounded up, so that the thread does not wake up just before it.
    private var milliseconds: Int32 {
        guard let deadline = table.deadline.earlier(jobs.connectionDue) else { return -1 }
        let time = (deadline - clock.now).count
        return time <= 0 ? 0 : Int32(clamping: min(time, 3_600_000_000_000) / 1_000_000 + 1)
    }
}

extension LiveValue {
    /// The value with all texts cleaned.
    var cleaned: LiveValue {
        switch self {
        case .text(let text): .text(LiveText.clean(text))
        case .number: self
        case .list(let values): .list(values.map(\.cleaned))
        case .record(let record): .record(record.mapValues(\.cleaned))
        }
    }
}
