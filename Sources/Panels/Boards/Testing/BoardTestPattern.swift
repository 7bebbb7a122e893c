import PixelGraphics

/// A step of `board test`: what is lit, and what to read about it.
package protocol BoardTestPattern {
    /// The name on the command line.
    var name: String { get }
    /// What is lit, what you should see, and what to change if you see something else.
    var explanation: String { get }
    /// Whether the picture changes with the ticks of half a second.
    var isMoving: Bool { get }
    /// What the user can answer, such as "the number of the picture"; nil if the step has no question.
    var question: String? { get }

    /// Draws the step.
    ///
    /// - Parameter tick: counts up every half second.
    func draw(tick: Int, brightness: Brightness, into frame: inout Frame)

    /// What to do about an answer; nil if the text is not an answer.
    func advice(for answer: String) -> String?
}

extension Board {
    /// The steps of `board test` for its panel; nil for boards without wires.
    package var testPatterns: [any BoardTestPattern]? {
        switch panel {
        case .picture: nil
        case .max7219(let wired): MAX7219TestPattern.all(for: wired)
        case .hub75(let wired): HUB75TestPattern.Step.allCases.map { HUB75TestPattern(step: $0, board: wired) }
        }
    }
}
