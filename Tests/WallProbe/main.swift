// One sign of a wall, as a program of its own: prints what it shows at instants of UTC.
//
//   wall-probe ZERO X WIDTH PIXELS_PER_SECOND TIME...     ZERO is the UTC time in ns at which its monotonic clock shows 0
//
// All programs of a wall make the same content, and share nothing else.
import Marquee
import PixelGraphics
import Timelines

let numbers = CommandLine.arguments.dropFirst().compactMap { Int64($0) }
guard numbers.count >= 5 else { fatalError("wall-probe ZERO X WIDTH PIXELS_PER_SECOND TIME...") }
let (zero, x, width, speed) = (numbers[0], Int(numbers[1]), Int(numbers[2]), numbers[3])
let whole = Size(width: 96, height: 8)

// Columns that differ from each other: column c is c times 37, in binary.
var mask = MonoBitmap(width: 150, height: 8)
for column in 0..<150 { for row in 0..<8 { mask[column, row] = (column * 37) >> row & 1 == 1 } }
var style = MarqueeStyle()
style.pace = .speed(Speed(speed))
style.spacing = 5

// The sign is started at some time of its own, long after the zero of its clock.
let started = Instant(nanoseconds: numbers[4] - zero)
let marquee = Marquee(ColoredStrip(mask: mask, ink: .white), style: style, size: whole, start: .zero)
let sign = PanelWallContent(
    marquee, size: whole, window: Rectangle(x: x, y: 0, width: width, height: 8),
    epoch: PanelWallEpoch(wallTime: numbers[4], at: started))
for time in numbers.dropFirst(4) {
    var frame = Frame(size: Size(width: width, height: 8), format: .mono)
    sign.draw(at: Instant(nanoseconds: time - zero), into: &frame)
    for row in 0..<8 { print(String((0..<width).map { frame.canvas.mono[$0, row] ? "#" : "." })) }
}
