import CLinuxSystem
import Timelines

// Unchecked: each buffer belongs to one thread at a time; the atomic word says to which, and orders what they read and
// write. `back` and the count belong to the publishing thread, `front` to the taking one.

/// Three buffers that carry pictures from the thread that makes them to the thread that shows them: the newest finished
/// picture wins, and neither thread ever waits for the other.
///
/// One thread publishes, one takes. Each picture carries the instant at which it is due; one that is not due yet stays
/// where it is, and a newer one may replace it there. It does not allocate after `init`.
package final class FrameExchange<Picture: Sendable>: @unchecked Sendable {
    /// What there is to take.
    package enum Arrival: Hashable, Sendable {
        /// No new picture.
        case nothing
        /// A picture that is due later.
        case later(Instant)
        /// A picture that is so late that the publisher should replace it; it stays where it is.
        case stale
        /// The picture was taken; it was due at an instant, and the publisher expects the next one at another.
        case taken(due: Instant, next: Instant?)
    }

    private let word: UnsafeMutablePointer<UInt32>
    /// For each buffer when its picture is due, and when the next change comes.
    private let times: UnsafeMutablePointer<Int64>
    private let buffers: UnsafeMutablePointer<Picture>
    /// When the taker wakes up: a picture that is due later need not wake it.
    ///
    /// The smallest number while it is awake.
    private let sleepsUntil: UnsafeMutablePointer<Int64>
    private var back = 2
    private var front = 0
    /// How many pictures were replaced by newer ones before they were taken; for the publishing thread.
    package private(set) var replaced = 0

    private static var buffersCount: Int { 3 }

    /// Creates an exchange whose buffers hold what the closure makes, one each.
    package init(_ make: () -> Picture) {
        word = .allocate(capacity: 1)
        word.initialize(to: ExchangeWord.first.rawValue)
        times = .allocate(capacity: 2 * Self.buffersCount)
        times.initialize(repeating: .max, count: 2 * Self.buffersCount)
        sleepsUntil = .allocate(capacity: 1)
        sleepsUntil.initialize(to: .min)
        buffers = .allocate(capacity: Self.buffersCount)
        for index in 0..<Self.buffersCount { (buffers + index).initialize(to: make()) }
    }

    deinit {
        buffers.deinitialize(count: Self.buffersCount)
        buffers.deallocate()
        times.deallocate()
        sleepsUntil.deallocate()
        word.deallocate()
    }

    /// Passes all three buffers to the closure, one after the other; call it before there are two threads.
    package func forEachBuffer(_ body: (borrowing Picture) -> Void) {
        for index in 0..<Self.buffersCount { body(buffers[index]) }
    }

    // MARK: The publishing thread

    /// Fills a buffer and publishes it; a picture that was not taken yet is replaced by it.
    ///
    /// Wakes the taker if it would sleep longer than until the picture is due.
    ///
    /// - Parameters:
    ///   - due: when it is to be shown.
    ///   - next: when the picture after it is expected; nil for never. The taker may sleep until then.
    ///   - fill: writes the picture into a buffer that holds an older one.
    /// - Returns: whether it has replaced one that was not taken.
    @discardableResult
    package func publish(due: Instant, next: Instant? = nil, _ fill: (inout Picture) -> Void) -> Bool {
        publish { picture in
            fill(&picture)
            return (due, next)
        }
    }

    /// Fills a buffer and publishes it, as the other `publish` does.
    ///
    /// - Parameter fill: writes the picture into a buffer that holds an older one; returns when it is due, and when the
    ///   picture after it is expected.
    /// - Returns: whether it has replaced one that was not taken.
    @discardableResult
    package func publish(_ fill: (inout Picture) -> (due: Instant, next: Instant?)) -> Bool {
        let (due, next) = fill(&buffers[back])
        sign_number_store(times + 2 * back, due.nanoseconds)
        sign_number_store(times + 2 * back + 1, next?.nanoseconds ?? .max)
        var old = ExchangeWord(rawValue: sign_word_load(word))
        while sign_word_replace(word, old.rawValue, old.publishing(back).rawValue) == 0 {
            old = ExchangeWord(rawValue: sign_word_load(word))
        }
        back = old.buffer
        if old.isNew { replaced += 1 }
        if due.nanoseconds < sign_number_load(sleepsUntil) { sign_word_wake(word) }
        return old.isNew
    }

    /// Whether the last picture was not taken yet.
    package var isPending: Bool { ExchangeWord(rawValue: sign_word_load(word)).isNew }

    /// Wakes the taker to look at other changes, even if it is about to sleep; may be called by any thread.
    package func nudge() {
        var old = ExchangeWord(rawValue: sign_word_load(word))
        while sign_word_replace(word, old.rawValue, old.nudged.rawValue) == 0 {
            old = ExchangeWord(rawValue: sign_word_load(word))
        }
        sign_word_wake(word)
    }

    // MARK: The taking thread

    /// Takes the newest picture if it is due.
    ///
    /// - Parameter stale: how late a picture may be if another one follows it already; nil for any time.
    package func take(at instant: Instant, stale: Nanoseconds? = nil) -> Arrival {
        while true {
            let old = ExchangeWord(rawValue: sign_word_load(word))
            guard old.isNew else { return .nothing }
            // Where the publisher has taken the buffer back meanwhile, these are another picture's, and the word shows that.
            let due = Instant(nanoseconds: sign_number_load(times + 2 * old.buffer))
            let next = sign_number_load(times + 2 * old.buffer + 1)
            if due > instant { return .later(due) }
            if let stale, next <= instant.nanoseconds, instant - due > stale { return .stale }
            if sign_word_replace(word, old.rawValue, old.taking(returning: front).rawValue) != 0 {
                front = old.buffer
                return .taken(due: due, next: next == .max ? nil : Instant(nanoseconds: next))
            }
        }
    }

    /// The picture that was taken last; what `init` made before the first one.
    package var taken: UnsafePointer<Picture> { UnsafePointer(buffers + front) }

    /// What the taker must check before it sleeps.
    package var mark: UInt32 { sign_word_load(word) }

    /// Sleeps until an instant of CLOCK_MONOTONIC, until a picture that is due before then, or a nudge; returns at once
    /// where something was published or nudged since the mark was read, and at times for no reason.
    package func sleep(until deadline: Instant, mark: UInt32) {
        sign_number_store(sleepsUntil, deadline.nanoseconds)
        sign_word_wait(word, mark, deadline.nanoseconds)
        sign_number_store(sleepsUntil, .min)
    }
}

/// The one word through which two threads exchange three buffers: which buffer neither of them has, and whether it holds a
/// picture that is new.
///
/// Every change but a taking raises the count in its upper bits, so that a thread that sleeps on the word, or is about to
/// replace it, notices everything that has happened since it looked.
struct ExchangeWord: RawRepresentable, Hashable, Sendable {
    /// Bits 0 and 1: the buffer; bit 2: whether it is new; the others: a count, which wraps around.
    let rawValue: UInt32

    /// The first word: the buffer in the middle is 1, and no picture is new.
    static let first = ExchangeWord(rawValue: 1)

    private static let isNewBit: UInt32 = 4
    private static let one: UInt32 = 8

    /// The buffer that neither thread has, 0 to 2.
    var buffer: Int { Int(rawValue & 3) }
    /// Whether it holds a picture that was not taken.
    var isNew: Bool { rawValue & ExchangeWord.isNewBit != 0 }

    /// The word after a finished picture was put in the middle; the publisher gets `buffer` instead.
    func publishing(_ buffer: Int) -> ExchangeWord {
        ExchangeWord(rawValue: ((rawValue & ~7) &+ ExchangeWord.one) | ExchangeWord.isNewBit | UInt32(buffer))
    }

    /// The word after the picture in the middle was taken for a buffer that is no longer shown.
    func taking(returning buffer: Int) -> ExchangeWord {
        ExchangeWord(rawValue: (rawValue & ~7) | UInt32(buffer))
    }

    /// The word after something else has happened that the sleeper has to know.
    var nudged: ExchangeWord { ExchangeWord(rawValue: rawValue &+ ExchangeWord.one) }
}
