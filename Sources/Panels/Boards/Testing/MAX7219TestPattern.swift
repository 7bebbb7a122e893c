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
    var question: String? { step == .wiring ? "the number of the picture" : nil }

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

    var answers: [(answer: String, picture: [String])] {
        guard step == .wiring else { return [] }
        return Self.wirings.enumerated().map { index, type in
            let picture = type.picture(digits: Self.wiringDigits)
            return ("\(index + 1)", (0..<8).map { Self.art(picture, row: $0) })
        }
    }

    func changes(for answer: String) -> [(key: String, value: String)]? {
        guard step == .wiring, let number = Int(answer), Self.wirings.indices.contains(number - 1) else { return nil }
        let seen = Self.wirings[number - 1]
        if seen.isWired(like: board.chain.modules[0].type) { return [] }
        return [("module_type", seen.name), ("rotation", "0")]
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
