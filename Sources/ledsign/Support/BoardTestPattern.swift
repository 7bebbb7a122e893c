import PixelGraphics

/// A step of `board test`: what is lit, and what is said about it.
protocol BoardTestPattern {
    /// The name on the command line.
    var name: String { get }
    /// What is lit, what should be seen, and what to change where it is not so.
    var explanation: String { get }
    /// Whether the picture changes with the ticks of half a second.
    var isMoving: Bool { get }
    /// What can be answered, such as "the number of the picture"; nil for nothing.
    var question: String? { get }

    /// Draws the step.
    ///
    /// - Parameter tick: counts up every half second.
    func draw(tick: Int, brightness: Brightness, into frame: inout Frame)

    /// What to do about an answer; nil where it is none.
    func advice(for answer: String) -> String?
}

/// A step of `board test` on a chain of MAX7219 modules.
struct MAX7219TestPattern: BoardTestPattern {
    let step: BoardTestStep
    let texts: BoardTestTexts

    var name: String { step.rawValue }
    var explanation: String { texts.explanation(of: step) }
    var isMoving: Bool { step == .brightness }
    var question: String? { step == .wiring ? "the number of the picture" : nil }

    func draw(tick: Int, brightness: Brightness, into frame: inout Frame) {
        step.draw(for: texts.board.chain, tick: tick, brightness: brightness, into: &frame)
    }

    func advice(for answer: String) -> String? {
        step == .wiring ? Int(answer).flatMap(texts.advice(forPicture:)) : nil
    }
}
