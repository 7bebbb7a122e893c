import LinuxSystem
import Timelines

/// When which source is asked, and what each one said: a state machine without processes, threads or clocks.
///
/// Sources are asked in the order in which they fall due, costly ones at most `maximumRunning` at a time. One that fails is
/// asked again after 5 s, or its interval if that is shorter, then after twice that, and so on; a bit is added that
/// differs between sources and machines, so that they do not all come at once. What is asked is never asked a second
/// time before it is gone, even if its timeout is over.
struct LiveTable {
    /// What came of asking a source; nil for what it said before: the server says so, or the file.
    typealias Outcome = Result<LiveContent?, WordedError>

    /// The programs that run at a time.
    static let maximumRunning = 8
    /// The time after which a source that failed is asked again for the first time.
    static let firstRetry = Nanoseconds.seconds(5)

    fileprivate struct Entry {
        var source: LiveSource
        var due: Instant
        /// When it was asked; nil if it is not being asked, or its timeout is over.
        var begin: Instant?
        /// Whether it was asked and is not gone yet.
        var isRunning = false
        /// Whether what it said is here and being decoded, which no timeout limits.
        var isDecoding = false
        var content: LiveContent?
        var cameAt: Instant?
        var failures = 0
        var problem: WordedError?
        var told: LiveReading?
        var isDocumentNew = false
        var history: LiveHistory?
    }

    private var entries: [Entry]
    private let seed: UInt64

    /// Creates a table of sources that are all due at once.
    init(_ sources: [LiveSource], at start: Instant, seed: UInt64 = 0) {
        self.seed = seed
        entries = sources.map { source in
            var entry = Entry(source: source, due: start)
            if source.comesByItself { entry.due = .distantFuture }
            entry.history = source.history.map { LiveHistory(over: $0) }
            if case .variable(let value?) = source.origin { (entry.content, entry.cameAt) = (.value(value), start) }
            entry.remember(at: start)
            return entry
        }
    }

    /// The sources.
    var sources: [LiveSource] { entries.map(\.source) }

    /// Returns the sources to ask now, and takes them for asked.
    mutating func begin(at now: Instant) -> [Int] {
        var running = costlyCount
        var isTurnTaken = isTurnTaken
        let waiting = entries.indices.filter { !entries[$0].isRunning && entries[$0].due <= now }
        var begun: [Int] = []
        for index in waiting.sorted(by: { (entries[$0].due, $0) < (entries[$1].due, $1) }) {
            if entries[index].source.isCostly {
                let takesTurn = entries[index].source.takesTurns
                guard running < Self.maximumRunning, !takesTurn || !isTurnTaken else { continue }
                running += 1
                isTurnTaken = isTurnTaken || takesTurn
            }
            entries[index].begin = now
            entries[index].isRunning = true
            entries[index].isDecoding = false
            begun.append(index)
        }
        return begun
    }

    /// How many costly sources are being asked.
    private var costlyCount: Int { entries.filter { $0.isRunning && $0.source.isCostly }.count }

    /// Whether one of those is being asked of which one is at a time.
    private var isTurnTaken: Bool { entries.contains { $0.isRunning && $0.source.takesTurns } }

    /// Takes what came of asking a source; after its timeout only that it is gone.
    mutating func finish(_ index: Int, _ outcome: Outcome, at now: Instant) {
        guard entries.indices.contains(index) else { return }
        let isAsked = entries[index].isRunning && entries[index].begin != nil
        entries[index].isRunning = false
        entries[index].isDecoding = false
        guard isAsked || entries[index].source.staysConnected else { return }
        take(outcome, index, at: now)
    }

    /// Takes what a server says without another picture.
    mutating func tell(_ index: Int, _ arrival: LiveArrival, at now: Instant) {
        guard entries.indices.contains(index) else { return }
        if case .problem(let problem) = arrival { entries[index].record(problem, at: now) }
        guard case .answer(var answer) = arrival, case .document(let document)? = entries[index].content,
            let before = document.answer
        else { return }
        answer.turn = before.turn
        entries[index].content = .document(LiveDocument(bytes: document.bytes, answer: answer))
        entries[index].isDocumentNew = true
    }

    /// Records that a source has answered in time, although its answer has to be decoded first.
    mutating func recordAnswer(_ index: Int) {
        guard entries.indices.contains(index), entries[index].begin != nil else { return }
        entries[index].isDecoding = true
    }

    /// Returns the sources whose timeout is over and which have to be ended.
    func running(pastTimeoutAt now: Instant) -> [Int] {
        entries.indices.filter { index in entries[index].timeoutEnd.map { $0 <= now } ?? false }
    }

    /// Whether a source has said something, however long ago.
    func hasContent(_ index: Int) -> Bool { entries[index].content != nil }

    /// Takes the sources whose timeout is over for failed, and returns them.
    @discardableResult mutating func overdue(at now: Instant) -> [Int] {
        entries.indices.filter { index in
            let entry = entries[index]
            guard let end = entry.timeoutEnd, end <= now else { return false }
            let problem = WordedError.timedOut(after: entry.source.timeout, isFixed: entry.source.turn != nil)
            take(.failure(problem), index, at: now)
            return true
        }
    }

    private mutating func take(_ outcome: Outcome, _ index: Int, at now: Instant) {
        let begin = entries[index].begin ?? now
        let interval = entries[index].source.interval
        entries[index].begin = nil
        var outcome = outcome
        if case .success(let content?) = outcome, !hasRoom(for: content, index) {
            let limit = "\(LiveDocument.maximumTotal >> 20) MiB in total"
            outcome = .failure(
                WordedError("calendars and images from servers have more than \(limit); make them smaller"))
        }
        if case .failure(let problem) = outcome {
            entries[index].record(problem, at: now)
            entries[index].due = now + spread(retry(index), index)
            return
        }
        entries[index].record(nil, at: now)
        entries[index].due = max(now, begin + (entries[index].source.isCostly ? spread(interval, index) : interval))
        let isTurn = entries[index].source.turn != nil
        if case .success(let content?) = outcome, isTurn || content != entries[index].content {
            entries[index].content = content
            if case .document = content { entries[index].isDocumentNew = true }
        }
        entries[index].remember(at: now)
    }

    /// Whether the documents have room for what a source says beside those of the others.
    private func hasRoom(for content: LiveContent, _ index: Int) -> Bool {
        guard content.documentBytes > 0 else { return true }
        var bytes = content.documentBytes
        for other in entries.indices where other != index { bytes += entries[other].content?.documentBytes ?? 0 }
        return bytes <= LiveDocument.maximumTotal
    }

    /// The time until a source that has failed is asked again: doubled with every failure.
    private func retry(_ index: Int) -> Nanoseconds {
        let source = entries[index].source
        let maximum = source.turn == nil ? max(source.interval, source.maximumRetry) : source.maximumRetry
        var time = min(source.interval, Self.firstRetry)
        for _ in 1..<max(1, entries[index].failures) where time < maximum { time = time + time }
        return min(time, maximum)
    }

    /// A time with up to a tenth more, the same for the same source, machine and number of failures.
    private func spread(_ time: Nanoseconds, _ index: Int) -> Nanoseconds {
        var hash = seed ^ 0xCBF2_9CE4_8422_2325
        for byte in entries[index].source.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ UInt64(entries[index].failures)) &* 0x100_0000_01B3
        let tenth = UInt64(max(0, min(time, .seconds(36_000)).count / 10))
        return time + Nanoseconds(Int64((hash >> 20) % (tenth + 1)))
    }

    /// Sets a variable; returns whether there is one of that name.
    mutating func set(_ name: String, to value: LiveValue?, at now: Instant) -> Bool {
        guard let index = entries.firstIndex(where: { $0.source.name == name && $0.source.isVariable }) else {
            return false
        }
        entries[index].content = value.map { .value($0) }
        entries[index].cameAt = now
        entries[index].remember(at: now)
        return true
    }

    /// Takes what came at a topic, for all sources that wait for it; a message without content removes their values.
    mutating func arrive(_ bytes: [UInt8], topic: String, at now: Instant) {
        for index in entries.indices where entries[index].source.origin == .topic(topic) {
            let source = entries[index].source
            do throws(WordedError) {
                guard bytes.count <= source.limit else { throw .tooLarge(limit: source.limit) }
                entries[index].content = bytes.isEmpty ? nil : try source.form.content(of: bytes)
                entries[index].record(nil, at: now)
                entries[index].remember(at: now)
            } catch {
                entries[index].record(error, at: now)
            }
        }
    }

    /// Has sources asked as soon as they are gone: one by its name, or all.
    mutating func refresh(_ name: String?, at now: Instant) {
        for index in entries.indices where name == nil || entries[index].source.name == name {
            let source = entries[index].source
            if !source.comesByItself, source.turn == nil { entries[index].due = min(entries[index].due, now) }
        }
    }

    /// Takes a copy from an earlier run, unless something newer has come.
    mutating func restore(_ index: Int, _ content: LiveContent, at now: Instant) {
        guard entries.indices.contains(index), entries[index].content == nil, hasRoom(for: content, index) else {
            return
        }
        (entries[index].content, entries[index].cameAt) = (content, now)
        if case .document = content { entries[index].isDocumentNew = true }
    }

    /// Asks some sources for other turns from now on; returns whether nothing else is new about any of them.
    mutating func takeTurns(of sources: [LiveSource], at now: Instant) -> Bool {
        var known = self.sources
        guard known.count == sources.count, known != sources else { return false }
        for index in known.indices { known[index].turn = sources[index].turn }
        guard known == sources else { return false }
        for (index, source) in sources.enumerated() { entries[index].take(turn: source.turn, at: now) }
        return true
    }

    /// Takes over what another table knows of the sources that are the same in both; everything is reported once more.
    ///
    /// - Returns: for each source of this table its index in the other one; nil for new sources.
    mutating func inherit(from old: LiveTable) -> [Int?] {
        entries.indices.map { index -> Int? in
            guard let place = old.entries.firstIndex(where: { $0.source.isSame(as: entries[index].source) }) else {
                return nil
            }
            let (source, history) = (entries[index].source, entries[index].history)
            let start = entries[index].due
            entries[index] = old.entries[place]
            entries[index].take(turn: source.turn, at: start)
            (entries[index].source, entries[index].told) = (source, nil)
            // Slots of another length begin again.
            if history?.slot != entries[index].history?.slot { entries[index].history = history }
            if case .document? = entries[index].content { entries[index].isDocumentNew = true }
            return place
        }
    }

    /// The first instant at which a source is due, overdue or too old; nil for never.
    ///
    /// A costly source that waits for others to end is not due before one of them is gone.
    var deadline: Instant? {
        let (running, isTurnTaken) = (costlyCount, isTurnTaken)
        var first = Instant.distantFuture
        for entry in entries {
            if let end = entry.timeoutEnd { first = min(first, end) }
            let isWaiting = running >= Self.maximumRunning || (entry.source.takesTurns && isTurnTaken)
            if !entry.isRunning, !entry.source.isCostly || !isWaiting {
                first = min(first, entry.due)
            }
            if let next = entry.history?.nextChange { first = min(first, next) }
            if let expiry = entry.expiry, entry.told?.value != nil { first = min(first, expiry) }
        }
        return first == .distantFuture ? nil : first
    }

    /// What a source says at an instant.
    func reading(_ index: Int, at now: Instant) -> LiveReading { entries[index].reading(at: now) }

    /// How a source is doing.
    func status(_ index: Int) -> LiveStatus {
        let entry = entries[index]
        // A variable is set, and does not answer.
        let answeredAt = entry.source.isVariable ? nil : entry.cameAt
        return LiveStatus(
            name: entry.source.name, problem: entry.problem, failures: entry.failures, answeredAt: answeredAt,
            nextAttempt: entry.due == .distantFuture ? nil : entry.due,
            isAwaited: entry.source.comesByItself && !entry.source.isVariable,
            answer: entry.source.turn == nil ? nil : entry.content?.pictureWords)
    }

    /// Whether every source that is asked has been asked once, and answered or failed.
    var isSettled: Bool {
        entries.allSatisfy { $0.source.comesByItself || $0.cameAt != nil || $0.failures > 0 }
    }

    /// Returns what has changed since the last call.
    mutating func takeChanges(at now: Instant) -> [LiveChange] {
        var changes: [LiveChange] = []
        for index in entries.indices {
            let name = entries[index].source.name
            if case .document(let document)? = entries[index].content {
                guard entries[index].isDocumentNew else { continue }
                entries[index].isDocumentNew = false
                changes.append(LiveChange(name: name, document: document))
                continue
            }
            let reading = entries[index].reading(at: now)
            entries[index].history?.recordTaken(at: now)
            // Where one of those fails that take turns, another one stands for it.
            let isNews = !entries[index].source.isDocument || (entries[index].source.takesTurns && reading.isStale)
            guard reading != entries[index].told, isNews else { continue }
            entries[index].told = reading
            changes.append(LiveChange(name: name, reading: reading))
        }
        return changes
    }
}

extension LiveTable.Entry {
    /// When it has taken too long to answer; nil if it is not being asked.
    fileprivate var timeoutEnd: Instant? { isDecoding ? nil : begin.map { $0 + source.timeout } }

    /// Asks for another turn; what is being asked already counts for it.
    fileprivate mutating func take(turn: Int?, at now: Instant) {
        guard turn != source.turn else { return }
        source.turn = turn
        if !isRunning { due = min(due, now) }
    }

    /// Records whether the source has answered, or why it has not.
    fileprivate mutating func record(_ problem: WordedError?, at now: Instant) {
        self.problem = problem
        failures = problem == nil ? 0 : min(failures + 1, 60)
        if problem == nil { cameAt = now }
    }

    /// Takes what it says now into its history.
    fileprivate mutating func remember(at now: Instant) {
        guard case .value(let value)? = content, let number = value.number else { return }
        history?.add(number, at: now)
    }

    fileprivate var expiry: Instant? {
        guard let cameAt, let keep = source.keep else { return nil }
        return cameAt + keep
    }

    fileprivate func reading(at now: Instant) -> LiveReading {
        var reading = LiveReading(
            nil, isStale: failures > 0, staleText: source.staleText, format: source.format,
            history: history?.values(at: now))
        if case .value(let value)? = content, expiry.map({ now < $0 }) ?? true { reading.value = value }
        return reading
    }
}

extension LiveContent {
    /// What is to be said of the picture of a turn; nil without one.
    fileprivate var pictureWords: String? {
        guard case .document(let document) = self else { return nil }
        let dwell = document.answer?.dwell.map { ", shown for \(LiveStatus.rounded($0))" } ?? ""
        return "a picture of \((document.bytes.count + 999) / 1_000) kB\(dwell)"
    }
}
