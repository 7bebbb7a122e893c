import PanelDrivers
import PixelGraphics
import Settings

/// A step of `board test` on HUB75 panels.
struct HUB75TestPattern: BoardTestPattern {
    enum Step: String, CaseIterable {
        case colors, rows, mapping, ghosting, depth, speed
    }

    let step: Step
    let board: HUB75Board

    /// The names of the panels that board files may name.
    var panels: [String] = []

    var name: String { step.rawValue }
    var isMoving: Bool { step == .colors || step == .rows }

    var question: String {
        switch step {
        case .colors: "Which colours does the panel show, one after the other?"
        case .rows: "How does the white line move?"
        case .mapping: "Where are the frame, the diagonal and the numbers?"
        case .ghosting: "What is there besides single white dots?"
        case .depth: "How do the four bands get brighter?"
        case .speed: "Is the picture clean?"
        }
    }

    var explanation: String {
        switch step {
        case .colors:
            """
            colors: the whole panel is red, then green, then blue, two seconds each, then dark for one second. If
            nothing lights up, read the print on the chips on the back of the panel and type it, such as FM6126A.
            """
        case .rows:
            """
            rows: one white line moves from the top to the bottom, one row every half second.
            """
        case .mapping:
            """
            mapping: a white frame around the picture, a red diagonal from the top left corner, and in every panel
            its number in green, counted from the left and from the top.
            """
        case .ghosting:
            """
            ghosting: single white pixels on black.
            """
        case .depth:
            """
            depth: four ramps from dark to full brightness: red, green, blue and white. Each gets brighter from
            step to step.
            """
        case .speed:
            """
            speed: a fine pattern of colours, straight lines, and single dots. Pixels that sparkle, lines that are
            shifted or doubled, and pale copies of the dots mean that the signals are too fast for the panel or
            the cable.
            """
        }
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
        case .ghosting: drawDots(from: 3, into: &frame)
        case .depth: drawRamps(into: &frame)
        case .speed: drawFinePattern(into: &frame)
        }
    }

    private func drawDots(from top: Int, into frame: inout Frame) {
        let size = frame.canvas.size
        for y in stride(from: top, to: size.height, by: 8) {
            for x in stride(from: 3 + y % 16 / 2, to: size.width, by: 16) {
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: .white)
            }
        }
    }

    /// What is hard for the wires: colours that change in every column, lines that show a shift by one, and dots that show ghosts.
    private func drawFinePattern(into frame: inout Frame) {
        let size = frame.canvas.size
        let colors: [Color] = [.white, Color(rawValue: 0xFF0000), Color(rawValue: 0x00FF00), Color(rawValue: 0x0000FF)]
        for y in 0..<size.height / 3 {
            for x in stride(from: y % 2, to: size.width, by: 2) {
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(colors[(x / 2 + y) % 4]))
            }
        }
        for x in stride(from: 0, to: size.width, by: 8) {
            frame.canvas.fill(
                Rectangle(x: x, y: size.height / 3, width: 1, height: size.height / 3), with: .white)
        }
        drawDots(from: size.height / 3 * 2 + 3, into: &frame)
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
