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

/// What `board test` lights on a chain of MAX7219 modules, one after the other.
enum BoardTestStep: String, CaseIterable {
    case wiring, order, lit, brightness

    /// The digit registers of the first step: all of digit 0 and DP of three more.
    ///
    /// They make an L: its long arm is on the side of digit 0, its short arm on the side of DP. The eight wirings show it
    /// in the eight positions that an L can have.
    static let wiringDigits: [UInt8] = [0xFF, 0x80, 0x80, 0x80, 0, 0, 0, 0]

    /// Draws the step for a chain.
    ///
    /// - Parameter tick: counts up every half second; the brightness changes with it.
    func draw(for chain: MAX7219Chain, tick: Int, brightness: Brightness, into frame: inout Frame) {
        frame.canvas.clear()
        frame.brightness = brightness
        switch self {
        case .wiring:
            for module in chain.modules { stamp(module.type.picture(digits: Self.wiringDigits), module, &frame) }
        case .order:
            for (index, module) in chain.modules.enumerated() {
                stamp(ModuleNumber.picture(index + 1), module, &frame)
            }
        case .lit: frame.canvas.fill(.white)
        case .brightness:
            frame.canvas.fill(.white)
            frame.brightness = Brightness(percent: max(tick % Self.levels * 10, 1))
        }
    }

    /// The number of brightness steps, from 1 and 10 to 100 percent.
    static let levels = 11

    private func stamp(_ picture: MonoBitmap, _ module: MAX7219Chain.Module, _ frame: inout Frame) {
        frame.canvas.stamp(picture, columns: 0..<8, at: module.origin, ink: .white)
    }
}

/// Numbers of two digits that fit an 8x8 module; hundreds are dots in the bottom row.
enum ModuleNumber {
    /// Returns the picture of a number from 1 to 999.
    static func picture(_ number: Int) -> MonoBitmap {
        var bitmap = MonoBitmap(width: 8, height: 8)
        let tens = number / 10 % 10
        if number >= 10 { draw(tens, x: 0, &bitmap) }
        draw(number % 10, x: number >= 10 ? 4 : 2, &bitmap)
        for dot in 0..<number / 100 { bitmap[2 * dot, 7] = true }
        return bitmap
    }

    private static func draw(_ digit: Int, x: Int, _ bitmap: inout MonoBitmap) {
        for y in 0..<5 {
            for (column, character) in rows[y].split(separator: " ")[digit].enumerated() where character == "#" {
                bitmap[x + column, y + 1] = true
            }
        }
    }

    /// The digits 0 to 9, three columns wide.
    private static let rows = [
        ".#. .#. ##. ##. #.# ### .## ### .#. .#.",
        "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
        "#.# .#. .#. .#. ### ##. ##. .#. .#. .##",
        "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
        ".#. ### ### ##. ..# ##. .#. .#. .#. ##.",
    ]
}

/// The texts of the steps of `board test` on MAX7219 modules.
struct BoardTestTexts {
    let board: MAX7219Board

    /// The eight positions of the L of the first step; types with common names come first.
    static let wirings: [ModuleType] = {
        var types: [ModuleType] = []
        for type in ModuleType.all where !types.contains(where: { $0.isWired(like: type) }) { types.append(type) }
        return types
    }()

    /// What is lit, what you should see, and what to change if you see something else.
    func explanation(of step: BoardTestStep) -> String {
        switch step {
        case .wiring:
            """
            wiring: every module shows an L. Which of these do you see on the first module, the one whose DIN
            is wired to the Raspberry Pi?

            \(Self.catalogue)
            The board file expects picture \(number(of: board.chain.modules[0].type)).
            """
        case .order:
            """
            order: every module shows its number on the data wire. The board file expects:

            \(map)
            Numbers upright but in other places: change `first_module`, `rows` or `path`. Numbers upside down
            in every other row: change `path`. Numbers mirrored or turned to the side: go back to the step
            `wiring`.
            """
        case .lit:
            """
            lit: every LED is on. An LED that stays dark is broken. Modules that flicker or fade need more supply current.
            """
        case .brightness:
            """
            brightness: every LED goes from 1 to 100 percent, again and again. A module that does not follow
            the others has bad contacts, or a clock that is too fast for its wires: lower `clock`.
            """
        }
    }

    /// What to write into the board file for the picture with that number; nil for other numbers.
    func advice(forPicture number: Int) -> String? {
        guard Self.wirings.indices.contains(number - 1) else { return nil }
        let seen = Self.wirings[number - 1]
        let first = board.chain.modules[0].type
        if seen.isWired(like: first) {
            return "Picture \(number) is what the board file expects: no change is needed."
        }
        return """
            Picture \(number): write this into the board file

                module_type: \(seen.name)
                rotation: 0
            """
    }

    /// The number of the picture that a wiring shows, from 1.
    func number(of type: ModuleType) -> Int {
        (Self.wirings.firstIndex { $0.isWired(like: type) } ?? 0) + 1
    }

    /// The pictures with their numbers and names, four in a row.
    static var catalogue: String {
        var text = ""
        for start in stride(from: 0, to: wirings.count, by: 4) {
            let row = Array(wirings[start..<min(start + 4, wirings.count)])
            text += line(row.enumerated().map { "\(start + $0 + 1) \($1.name)" })
            let pictures = row.map { $0.picture(digits: BoardTestStep.wiringDigits) }
            for y in 0..<8 { text += line(pictures.map { art($0, row: y) }) }
            if start + 4 < wirings.count { text += "\n" }
        }
        return text
    }

    private static func line(_ cells: [String]) -> String {
        let padded = cells.map { "    " + $0 + String(repeating: " ", count: max(14 - $0.count, 0)) }
        return padded.joined().replacing(/\ +$/, with: "") + "\n"
    }

    private static func art(_ picture: MonoBitmap, row: Int) -> String {
        String((0..<8).map { picture[$0, row] ? "#" : "." })
    }

    /// The numbers of the modules, as seen from the front.
    var map: String {
        let size = board.chain.size
        let columns = size.width / 8
        var numbers = [Int](repeating: 0, count: board.chain.modules.count)
        for (index, module) in board.chain.modules.enumerated() {
            numbers[module.origin.y / 8 * columns + module.origin.x / 8] = index + 1
        }
        let width = "\(numbers.count)".count
        var text = ""
        for row in 0..<size.height / 8 {
            let cells = numbers[row * columns..<(row + 1) * columns].map { number in
                String(repeating: " ", count: width - "\(number)".count) + "\(number)"
            }
            text += "    " + cells.joined(separator: " ") + "\n"
        }
        return text
    }
}
