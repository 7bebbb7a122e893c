import Foundation
import PixelGraphics
import Settings

/// What a sign shows, as it is sent over the socket: the colours of its LEDs, of which the client makes an image.
///
/// On the sign, painting round LEDs and compressing a PNG would delay a frame.
package struct Screenshot: Sendable {
    /// The picture and its brightness.
    package var frame: Frame
    /// The colour of the LEDs of mono panels.
    package var ledColor: Color

    package init(frame: Frame, ledColor: Color) {
        self.frame = frame
        self.ledColor = ledColor
    }

    /// The most pixels in an answer.
    package static let maximumPixels = 1 << 20
}

extension Screenshot {
    /// The members of an answer: `width`, `height`, `mono`, `brightness` in percent, `led` as #rrggbb, and `pixels`: three bytes
    /// (red, green, blue) for each pixel, row by row, in base 64.
    package var members: [JSONMember] {
        let size = frame.canvas.size
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = isMono ? (frame.canvas.mono[x, y] ? ledColor : .black) : frame.canvas.rgb[x, y]
                bytes += [color.red, color.green, color.blue]
            }
        }
        return [
            JSONMember("width", .integer(size.width)), JSONMember("height", .integer(size.height)),
            JSONMember("mono", .bool(isMono)), JSONMember("brightness", .integer(frame.brightness.percent)),
            JSONMember("led", .text(ledColor.description)),
            JSONMember("pixels", .text(Data(bytes).base64EncodedString())),
        ]
    }

    private var isMono: Bool { frame.canvas.format == .mono }

    /// Returns nil if the answer is not a valid screenshot.
    package init?(_ answer: JSONValue) {
        guard let width = answer["width"]?.integer, let height = answer["height"]?.integer,
            (1...Int64(Self.maximumPixels)).contains(width), (1...Int64(Self.maximumPixels) / width).contains(height),
            case .bool(let isMono) = answer["mono"], let percent = answer["brightness"]?.integer,
            let bytes = answer["pixels"]?.text.flatMap({ Data(base64Encoded: $0) }), bytes.count == 3 * width * height,
            let led = answer["led"]?.text, led.utf8.count == 7, let color = UInt32(led.dropFirst(), radix: 16)
        else { return nil }
        let size = Size(width: Int(width), height: Int(height))
        frame = Frame(size: size, format: isMono ? .mono : .rgb)
        frame.brightness = Brightness(percent: Int(clamping: percent))
        ledColor = Color(rawValue: color)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = 3 * (y * size.width + x)
                let color = Color(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
                frame.canvas.set(Point(x: x, y: y), to: Ink(color))
            }
        }
    }
}
