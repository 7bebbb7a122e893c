import PanelDrivers
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

    /// The answers, each with the rows of the picture that is seen then; no rows where the answer says what is seen.
    var answers: [(answer: String, picture: [String])] { get }
    /// The keys of the board file that an answer changes; nil if the text is not an answer.
    func changes(for answer: String) -> [(key: String, value: String)]?
    /// What to do about an answer; nil if the text is not an answer.
    func advice(for answer: String) -> String?
}

extension BoardTestPattern {
    package func advice(for answer: String) -> String? {
        guard let changes = changes(for: answer) else { return nil }
        if changes.isEmpty { return "That is what the board file expects: no change is needed." }
        return "Write this into the board file\n\n" + changes.map { "    \($0.key): \($0.value)\n" }.joined()
    }
}

extension Board {
    /// The steps of `board test` for its panel; nil for boards without wires.
    package var testPatterns: [any BoardTestPattern]? {
        switch panel {
        case .picture: nil
        case .max7219(let wired): MAX7219TestPattern.Step.allCases.map { MAX7219TestPattern(step: $0, board: wired) }
        case .hub75(let wired): HUB75TestPattern.Step.allCases.map { HUB75TestPattern(step: $0, board: wired) }
        }
    }
}

extension MonoBitmap {
    /// Returns the picture of a number from 1 to 999 that fits an 8x8 module: two digits; hundreds are dots in the bottom row.
    static func moduleNumber(_ number: Int) -> MonoBitmap {
        var bitmap = MonoBitmap(width: 8, height: 8)
        let tens = number / 10 % 10
        if number >= 10 { drawDigit(tens, x: 0, &bitmap) }
        drawDigit(number % 10, x: number >= 10 ? 4 : 2, &bitmap)
        for dot in 0..<number / 100 { bitmap[2 * dot, 7] = true }
        return bitmap
    }

    private static func drawDigit(_ digit: Int, x: Int, _ bitmap: inout MonoBitmap) {
        for y in 0..<5 {
            for (column, character) in digitRows[y].split(separator: " ")[digit].enumerated() where character == "#" {
                bitmap[x + column, y + 1] = true
            }
        }
    }

    /// The digits 0 to 9, three columns wide.
    private static let digitRows = [
        ".#. .#. ##. ##. #.# ### .## ### .#. .#.",
        "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
        "#.# .#. .#. .#. ### ##. ##. .#. .#. .##",
        "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
        ".#. ### ### ##. ..# ##. .#. .#. .#. ##.",
    ]
}
