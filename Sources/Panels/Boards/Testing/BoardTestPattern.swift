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
    /// What is asked about the picture.
    var question: String { get }

    /// Draws the step.
    ///
    /// - Parameter tick: counts up every half second.
    func draw(tick: Int, brightness: Brightness, into frame: inout Frame)

    /// What may be seen; the first that is right is what the board file expects.
    var answers: [BoardTestAnswer] { get }

    /// Whether the print on the chips of the panel is an answer, too.
    var takesPrint: Bool { get }

    /// The answer to what was typed; nil for none.
    func answer(_ name: String) -> BoardTestAnswer?
}

extension BoardTestPattern {
    package var takesPrint: Bool { false }

    /// The answer of that name, in capital or small letters; nil for none.
    package func answer(_ name: String) -> BoardTestAnswer? { answers.named(name) }
}

extension [BoardTestAnswer] {
    /// The answer of that name, in capital or small letters; nil for none.
    func named(_ name: String) -> BoardTestAnswer? { first { $0.name.lowercased() == name.lowercased() } }
}

/// Something that may be seen in a step of `board test`, and what it says about the board file: what the terminal, the page and the
/// documentation have of it.
package struct BoardTestAnswer: Sendable {
    /// What is typed for it.
    package let name: String
    /// What is seen, in a sentence without a full stop.
    package let words: String
    /// The rows of the picture that is seen, `#` for LEDs that are lit; none where the words say enough.
    package let picture: [String]
    /// The keys of the board file that it changes.
    package let changes: [(key: String, value: String)]
    /// What to do where no key helps; nil where the keys do, or nothing is wrong.
    package let help: String?

    /// Whether that is what the board file expects.
    package var isRight: Bool { changes.isEmpty && help == nil }

    init(
        _ name: String, _ words: String, picture: [String] = [], _ changes: [(key: String, value: String)] = [],
        help: String? = nil
    ) {
        (self.name, self.words, self.picture, self.changes) = (name, words, picture, changes)
        self.help = changes.isEmpty ? help : nil
    }

    /// What to do about it, for those who write the board file themselves.
    package var advice: String {
        if let help { return help }
        if changes.isEmpty { return "That is what the board file expects: no change is needed." }
        return "Write this into the board file\n\n" + changes.map { "    \($0.key): \($0.value)\n" }.joined()
    }
}

extension Board {
    /// The steps of `board test` for its panel; nil for boards without wires.
    ///
    /// - Parameter panels: the names of all panels that board files may name.
    package func testPatterns(panels: [String]) -> [any BoardTestPattern]? {
        switch panel {
        case .picture: nil
        case .network(let board): NetworkTestPattern.all(board)
        case .max7219(let wired): MAX7219TestPattern.Step.allCases.map { MAX7219TestPattern(step: $0, board: wired) }
        case .hub75(let wired):
            HUB75TestPattern.Step.allCases.map { HUB75TestPattern(step: $0, board: wired, panels: panels) }
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
