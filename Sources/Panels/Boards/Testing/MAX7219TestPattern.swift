import PixelGraphics

/// A step of `board test` on a chain of MAX7219 modules.
struct MAX7219TestPattern: BoardTestPattern {
    let step: BoardTestStep
    let texts: BoardTestTexts

    static func all(for board: MAX7219Board) -> [any BoardTestPattern] {
        let texts = BoardTestTexts(board: board)
        return BoardTestStep.allCases.map { MAX7219TestPattern(step: $0, texts: texts) }
    }

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
