import PanelDrivers
import PixelGraphics

/// A step of `board test` on a chain of MAX7219 modules.
struct MAX7219TestPattern: BoardTestPattern {
    enum Step: String, CaseIterable {
        case wiring, order, lit, brightness
    }

    let step: Step
    let board: MAX7219Board

    /// The digit registers of the first step: all of digit 0 and DP of three more.
    ///
    /// They make an L: its long arm is on the side of digit 0, its short arm on the side of DP. The eight wirings show it
    /// in the eight positions that an L can have.
    private static let wiringDigits: [UInt8] = [0xFF, 0x80, 0x80, 0x80, 0, 0, 0, 0]
    /// The number of brightness steps, from 1 and 10 to 100 percent.
    private static let levels = 11

    /// The eight positions of the L of the first step; types with common names come first.
    static let wirings: [ModuleType] = {
        var types: [ModuleType] = []
        for type in ModuleType.all where !types.contains(where: { $0.isWired(like: type) }) { types.append(type) }
        return types
    }()

    var name: String { step.rawValue }
    var isMoving: Bool { step == .brightness }

    var question: String {
        switch step {
        case .wiring:
            "Which of these does the module show that is wired to the Raspberry Pi? All modules show the same."
        case .order: "Where are the numbers?"
        case .lit: "Is every LED lit?"
        case .brightness: "Do all modules get brighter together?"
        }
    }

    var explanation: String {
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
            """
        case .lit:
            """
            lit: every LED is on.
            """
        case .brightness:
            """
            brightness: every LED goes from 1 to 100 percent, again and again.
            """
        }
    }

    func draw(tick: Int, brightness: Brightness, into frame: inout Frame) {
        frame.canvas.clear()
        frame.brightness = brightness
        switch step {
        case .wiring:
            for module in board.chain.modules { stamp(module.type.picture(digits: Self.wiringDigits), module, &frame) }
        case .order:
            for (index, module) in board.chain.modules.enumerated() {
                stamp(.moduleNumber(index + 1), module, &frame)
            }
        case .lit: frame.canvas.fill(.white)
        case .brightness:
            frame.canvas.fill(.white)
            frame.brightness = Brightness(percent: max(tick % Self.levels * 10, 1))
        }
    }

    private func stamp(_ picture: MonoBitmap, _ module: MAX7219Chain.Module, _ frame: inout Frame) {
        frame.canvas.stamp(picture, columns: 0..<8, at: module.origin, ink: .white)
    }

    var answers: [BoardTestAnswer] {
        switch step {
        case .wiring: wiringAnswers
        case .order: orderAnswers
        case .lit:
            [
                BoardTestAnswer("ok", "Every LED is lit"),
                BoardTestAnswer(
                    "broken", "Some LEDs stay dark",
                    help:
                        "An LED that stays dark is broken, and so is a module of which a whole row or column does: replace it."
                ),
                BoardTestAnswer(
                    "fading", "Modules are dim, or get dimmer towards the end",
                    help: "Feed 5 V at both ends of the chain, from a supply that is strong enough."),
                slower("garbage", "Modules flicker, or show something else"),
            ]
        case .brightness:
            [BoardTestAnswer("ok", "All together"), slower("other", "A module does not follow the others")]
        }
    }

    private var wiringAnswers: [BoardTestAnswer] {
        Self.wirings.enumerated().map { index, type in
            let picture = type.picture(digits: Self.wiringDigits)
            let isExpected = type.isWired(like: board.chain.modules[0].type)
            return BoardTestAnswer(
                "\(index + 1)", "Picture \(index + 1)", picture: (0..<8).map { Self.art(picture, row: $0) },
                isExpected ? [] : [("module_type", type.name), ("rotation", "0")])
        }
    }

    /// A slower clock for wires that are too long for this one.
    private func slower(_ name: String, _ words: String) -> BoardTestAnswer {
        let rates = [(4_000_000, "4 MHz"), (1_000_000, "1 MHz"), (100_000, "100 kHz")]
        return BoardTestAnswer(
            name, words, rates.first { $0.0 < board.clockRate }.map { [("clock", $0.1)] } ?? [],
            help: "Check the contacts of that module, and put a 74HCT125 at 5 V into DIN, CS and CLK (docs/max7219.md)."
        )
    }

    private var orderAnswers: [BoardTestAnswer] {
        let (arrangement, rows) = (board.chain.arrangement, board.chain.rows)
        let parts = arrangement.first.rawValue.split(separator: "-").map(String.init)
        let (edge, side) = (parts[0], parts[1])
        var answers = [
            BoardTestAnswer("ok", "In these places, and upright"),
            BoardTestAnswer(
                "side", "Upright, but they begin at the other side",
                [("first_module", "\(edge)-\(side == "left" ? "right" : "left")")]),
        ]
        if rows > 1 {
            answers.append(
                BoardTestAnswer(
                    "rows", "Upright, but they begin in the lowest row instead of the highest, or the other way round",
                    [("first_module", "\(edge == "top" ? "bottom" : "top")-\(side)")]))
            // A row that is seen upside down, or in the other direction, hangs or is wired other than the file says.
            let seen = [
                ("turned", "Every second row is upside down, in the other direction", (true, true)),
                ("down", "Every second row is upside down", (true, false)),
                ("direction", "Every second row is upright, in the other direction", (false, true)),
            ]
            let paths: [(path: ModuleArrangement.Path, isTurned: Bool, isReversed: Bool)] = [
                (.straight, false, false), (.serpentine, true, true), (.serpentineUpright, false, true),
            ]
            guard let now = paths.first(where: { $0.path == arrangement.path }) else { return answers }
            for (name, words, (isTurned, isReversed)) in seen {
                let real = paths.first {
                    $0.isTurned == (now.isTurned != isTurned) && $0.isReversed == (now.isReversed != isReversed)
                }
                if let real { answers.append(BoardTestAnswer(name, words, [("path", real.path.rawValue)])) }
            }
        }
        return answers + [
            BoardTestAnswer(
                "other", "Mirrored, or turned to the side",
                help: "Go back to the picture of the L, which tells the module.")
        ]
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
            let pictures = row.map { $0.picture(digits: wiringDigits) }
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
