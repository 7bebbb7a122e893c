/// The one word through which two threads exchange three buffers: which buffer neither of them has, and whether it holds a
/// picture that is new.
///
/// Every change but a taking raises the count in its upper bits, so that a thread that sleeps on the word, or is about to
/// replace it, notices everything that has happened since it looked.
struct ExchangeWord: RawRepresentable, Hashable, Sendable {
    /// Bits 0 and 1: the buffer; bit 2: whether it is new; the others: a count, which wraps around.
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

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
