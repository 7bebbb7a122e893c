import PanelDrivers
import PixelGraphics

/// A step of `board test` on HUB75 panels.
struct HUB75TestPattern: BoardTestPattern {
    enum Step: String, CaseIterable {
        case colors, rows, mapping, ghosting, depth
    }

    let step: Step
    let board: HUB75Board

    var name: String { step.rawValue }
    var isMoving: Bool { step == .colors || step == .rows }
    var question: String? { step == .colors ? "the three colours in order, such as RBG" : nil }

    /// The chips that stay dark until they are set up.
    private static let chips = DriverChip.allCases.filter { $0 != .plain }.map(\.rawValue).joined(separator: " or ")

    var explanation: String {
        switch step {
        case .colors:
            """
            colors: the whole panel is red, then green, then blue, two seconds each, then dark for one second.
            Other colours: answer with the colours that you see. No light at all: check OE, CLK and LAT, and try
            driver_chip: \(Self.chips). Half of the panel dark: check R1 G1 B1, or R2 G2 B2.
            """
        case .rows:
            """
            rows: one white line moves from the top to the bottom, one row every half second. Several lines at once,
            lines that jump, or rows that stay dark: change row_addressing (0 to 5), and check the wires A to E
            (E for panels of 64 rows). The line is in pieces at different heights: see the next step, mapping.
            """
        case .mapping:
            """
            mapping: a white frame around the picture, a red diagonal from the top left corner, and in every panel
            its number in green, counted from the left and from the top. A frame in pieces, stripes, or a diagonal in
            steps: choose another multiplexing in the panel's file. Whole panels in the wrong place, or turned:
            change pixel_mapper, chain and parallel.
            """
        case .ghosting:
            """
            ghosting: single white pixels on black. Faint copies in the row above or below: set row_driver to the
            panel's chips (docs/hub75.md), then raise dark_gap and settle (500 ns, 1 us, 2 us), latch_gap and lsb.
            Pixels smeared to the right: raise clock_width or slowdown.
            """
        case .depth:
            """
            depth: four ramps from dark to full brightness: red, green, blue and white. Each must get brighter from
            step to step; if not, raise lsb or lower planes. Flicker: lower planes or lsb, or raise dither.
            """
        }
    }

    var answers: [(answer: String, picture: [String])] {
        step == .colors ? ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"].map { ($0, []) } : []
    }

    func changes(for answer: String) -> [(key: String, value: String)]? {
        guard step == .colors, let seen = ColorSequence(answer) else { return nil }
        if seen == .rgb { return [] }
        var letters = [Character](repeating: " ", count: 3)
        let carriers = Array(board.settings.sequence.description)
        let colors = Array("RGB")
        for (index, letter) in answer.uppercased().enumerated() {
            // Colour `index` is on the wire at the place of its letter in the sequence.
            if let wire = carriers.firstIndex(of: colors[index]) { letters[wire] = letter }
        }
        return [("color_sequence", String(letters))]
    }

    func draw(tick: Int, brightness: Brightness, into frame: inout Frame) {
        frame.canvas.clear()
        frame.brightness = brightness
        let size = frame.canvas.size
        switch step {
        case .colors:
            let colors: [Color] = [Color(rawValue: 0xFF0000), Color(rawValue: 0x00FF00), Color(rawValue: 0x0000FF)]
            let place = tick % 14 / 4
            if place < 3 { frame.canvas.fill(Ink(colors[place])) }
        case .rows:
            let row = tick % max(size.height, 1)
            frame.canvas.fill(Rectangle(x: 0, y: row, width: size.width, height: 1), with: .white)
        case .mapping: drawMapping(into: &frame)
        case .ghosting:
            for y in stride(from: 3, to: size.height, by: 8) {
                for x in stride(from: 3 + y % 16 / 2, to: size.width, by: 16) {
                    frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: .white)
                }
            }
        case .depth: drawRamps(into: &frame)
        }
    }

    private func drawMapping(into frame: inout Frame) {
        let size = frame.canvas.size
        let model = board.model.size
        for row in 0..<size.height / max(model.height, 1) {
            for column in 0..<size.width / max(model.width, 1) {
                let number = row * (size.width / max(model.width, 1)) + column + 1
                frame.canvas.stamp(
                    .moduleNumber(number), columns: 0..<8,
                    at: Point(
                        x: column * model.width + model.width / 2 - 4, y: row * model.height + model.height / 2 - 4),
                    ink: Ink(Color(rawValue: 0x00FF00)))
            }
        }
        for step in 0..<min(size.width, size.height) {
            frame.canvas.fill(Rectangle(x: step, y: step, width: 1, height: 1), with: Ink(Color(rawValue: 0xFF0000)))
        }
        for (x, y, width, height) in [
            (0, 0, size.width, 1), (0, size.height - 1, size.width, 1), (0, 0, 1, size.height),
            (size.width - 1, 0, 1, size.height),
        ] {
            frame.canvas.fill(Rectangle(x: x, y: y, width: width, height: height), with: .white)
        }
    }

    private func drawRamps(into frame: inout Frame) {
        let size = frame.canvas.size
        let masks: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]
        for (band, mask) in masks.enumerated() {
            let top = size.height * band / 4
            let height = size.height * (band + 1) / 4 - top
            for x in 0..<size.width {
                let value = UInt32(255 * x / max(size.width - 1, 1))
                let color = Color(rawValue: (value << 16 | value << 8 | value) & mask)
                frame.canvas.fill(Rectangle(x: x, y: top, width: 1, height: height), with: Ink(color))
            }
        }
    }
}
