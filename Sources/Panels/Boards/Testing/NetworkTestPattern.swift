import PixelGraphics
import PixelProtocols

/// A step of `board test` on the panel of another device in the network.
struct NetworkTestPattern: BoardTestPattern {
    enum Step: String, CaseIterable {
        case order, colors, gamma
    }

    let step: Step
    let board: NetworkBoard

    /// How many parts of a row light up one after the other, and in how many rows.
    private static let parts = (columns: 8, rows: 3)
    private static let colors: [(name: String, color: Color)] = [
        ("red", Color(rawValue: 0xFF0000)), ("green", Color(rawValue: 0x00FF00)), ("blue", Color(rawValue: 0x0000FF)),
        ("white", .white),
    ]
    /// The value whose light is half of white's: 255 * 0.5 ^ (1 / 2.2).
    private static let half = Color(red: 186, green: 186, blue: 186)

    /// The steps that make sense for a board: pictures of Flaschen Taschen and HTTP have an order of their own.
    static func all(_ board: NetworkBoard) -> [any BoardTestPattern] {
        let steps = Step.allCases.filter { $0 != .order || board.protocol.hasOrder }
        return steps.map { NetworkTestPattern(step: $0, board: board) }
    }

    var name: String { step.rawValue }
    var isMoving: Bool { step != .gamma }

    var question: String {
        switch step {
        case .order: "Which way does the light grow?"
        case .colors: "Which colours does the panel show in turn?"
        case .gamma: "From some metres away: which half is brighter?"
        }
    }

    var explanation: String {
        switch step {
        case .order:
            """
            order: a white light grows from the pixel that the receiver has first, along the next ones, and begins again.
            The board file expects the order \(board.order.rawValue).
            """
        case .colors:
            """
            colors: the whole panel is red, green, blue, then white.
            """
        case .gamma:
            """
            gamma: on the left every second pixel is lit, on the right all are at half the light. From some metres
            away both halves are equally bright where the key gamma is right.
            """
        }
    }

    func draw(tick: Int, brightness: Brightness, into frame: inout Frame) {
        frame.canvas.clear()
        frame.brightness = brightness
        switch step {
        case .order: drawOrder(tick: tick, into: &frame.canvas)
        case .colors: frame.canvas.fill(Ink(Self.colors[tick % Self.colors.count].color))
        case .gamma: drawHalves(into: &frame.canvas)
        }
    }

    /// Lights the first pixels of the stream, whatever the board file says of their places.
    private func drawOrder(tick: Int, into canvas: inout Canvas) {
        let size = board.size
        let total = min(Self.parts.rows * size.width, size.width * size.height)
        let part = max(size.width / Self.parts.columns, 1)
        let lit = min(part * (tick % ((total + part - 1) / part) + 1), total)
        for index in 0..<lit {
            let (y, x) = board.order.place(of: index, in: size).quotientAndRemainder(dividingBy: size.width)
            canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: .white)
        }
    }

    private func drawHalves(into canvas: inout Canvas) {
        let size = board.size
        let middle = size.width / 2
        canvas.fill(Rectangle(x: middle, y: 0, width: size.width - middle, height: size.height), with: Ink(Self.half))
        for y in 0..<size.height {
            for x in 0..<middle where (x + y) % 2 == 0 {
                canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: .white)
            }
        }
    }

    var answers: [BoardTestAnswer] {
        switch step {
        case .order: orderAnswers
        case .colors:
            [
                BoardTestAnswer("ok", "Red, green, blue and white"),
                BoardTestAnswer(
                    "swapped", "The same colours in another order",
                    help: "Set the colour order of the LEDs at the receiver, such as GRB: the sign sends red first."),
                dark,
            ]
        case .gamma: gammaAnswers
        }
    }

    private var orderAnswers: [BoardTestAnswer] {
        let seen: [(order: PixelOrder, words: String)] = [
            (.rows, "Along the top row from the left, then along the next ones, each from the left"),
            (.serpentine, "Along the top row from the left, then along the next one from the right, and so on"),
            (.columns, "Down the left column, then down the next ones"),
            (.serpentineColumns, "Down the left column, then up the next one, and so on"),
        ]
        let answers = seen.map { order, words in
            BoardTestAnswer(order.rawValue, words, order == board.order ? [] : [("order", order.rawValue)])
        }
        return answers.filter(\.isRight) + answers.filter { !$0.isRight } + [
            BoardTestAnswer(
                "other", "Another way, or it begins in another corner",
                help:
                    "Set the corner of the first LED and the orientation of the matrix at the receiver: the sign begins at the top left."
            ),
            dark,
        ]
    }

    private var gammaAnswers: [BoardTestAnswer] {
        let help = "Set the gamma correction of the receiver, or try other numbers for gamma, from 1 to 4."
        return [
            BoardTestAnswer("same", "Both are equally bright"),
            BoardTestAnswer(
                "right", "The right half", board.gammaHundredths > 100 ? [("gamma", "1")] : [], help: help),
            BoardTestAnswer(
                "left", "The left half", board.gammaHundredths < 220 ? [("gamma", "2.2")] : [], help: help),
        ]
    }

    private var dark: BoardTestAnswer {
        BoardTestAnswer(
            "dark", "The panel stays dark",
            help:
                "See what `ledsign doctor --board` says of the receiver, and whether it takes this protocol at that port."
        )
    }
}
