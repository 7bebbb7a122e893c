import PixelGraphics
import SignTestSupport

@testable import SignNetwork

/// What a page shows: a second implementation of the layout of live frames, which keeps a colour or a bit for each pixel.
struct LiveScreen {
    private(set) var width = 0
    private(set) var height = 0
    /// 0xRRGGBB, or 0 and 1, by row.
    private(set) var pixels: [[UInt32]] = []
    private(set) var brightness = -1
    private(set) var numbers: [Int] = []
    private(set) var due = -1
    private(set) var faults: [String] = []

    mutating func receive(_ message: [UInt8]) {
        func number(_ offset: Int, _ count: Int) -> Int {
            message[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        guard message.count >= 24 else { return faults.append("no head") }
        brightness = Int(message[1])
        if number(2, 2) != 0 { faults.append("not 0") }
        numbers.append(number(4, 4))
        due = number(8, 8)
        let (x, y, w, h) = (number(16, 2), number(18, 2), number(20, 2), number(22, 2))
        if pixels.isEmpty {
            if x != 0 || y != 0 { faults.append("the first one is not the whole") }
            (width, height) = (w, h)
            pixels = Array(repeating: Array(repeating: 0xFFFF_FFFF, count: w), count: h)
        }
        guard x + w <= width, y + h <= height else { return faults.append("outside") }
        let rowBytes = message[0] == 1 ? 3 * w : message[0] == 2 ? (w + 7) / 8 : 0
        guard (1...3).contains(message[0]), message.count == 24 + rowBytes * h else { return faults.append("length") }
        guard message[0] < 3 else { return }
        for row in 0..<h {
            for column in 0..<w {
                let start = 24 + row * rowBytes
                pixels[y + row][x + column] =
                    message[0] == 1
                    ? UInt32(number(start + 3 * column, 3))
                    : UInt32(message[start + column / 8] >> (7 - column % 8) & 1)
            }
        }
    }

    /// Whether it shows a frame, pixel by pixel.
    func shows(_ frame: Frame) -> Bool {
        let canvas = frame.canvas
        guard width == canvas.size.width, height == canvas.size.height, brightness == frame.brightness.percent
        else { return false }
        return (0..<height).allSatisfy { y in
            (0..<width).allSatisfy { x in
                pixels[y][x] == (canvas.format == .rgb ? canvas.rgb[x, y].rawValue : canvas.mono[x, y] ? 1 : 0)
            }
        }
    }
}

extension Frame {
    /// Changes a few pixels, a block, all of them, nothing, or the brightness.
    mutating func changeAtRandom(_ random: inout SeededRandom) {
        let size = canvas.size
        let ink = Ink(Color(rawValue: .random(in: 0...0xFF_FFFF, using: &random)), isLit: .random(using: &random))
        func block(_ extent: Size) -> Rectangle {
            Rectangle(
                x: .random(in: 0..<size.width, using: &random), y: .random(in: 0..<size.height, using: &random),
                width: .random(in: 1...extent.width, using: &random),
                height: .random(in: 1...extent.height, using: &random))
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: break
        case 1: brightness = Brightness(percent: .random(in: 0...100, using: &random))
        case 2: canvas.fill(ink)
        case 3: canvas.fill(block(size), with: ink)
        default:
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                canvas.fill(block(Size(width: 1, height: 1)), with: ink)
            }
        }
    }
}
