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
            JSONMember("led", .text(Self.name(ledColor))), JSONMember("pixels", .text(Base64.encode(bytes))),
        ]
    }

    private var isMono: Bool { frame.canvas.format == .mono }

    static func name(_ color: Color) -> String {
        let digits = String(color.rawValue, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Returns nil if the answer is not a valid screenshot.
    package init?(_ answer: JSONValue) {
        guard let width = answer["width"]?.integer, let height = answer["height"]?.integer,
            (1...Int64(Self.maximumPixels)).contains(width), (1...Int64(Self.maximumPixels) / width).contains(height),
            case .bool(let isMono) = answer["mono"], let percent = answer["brightness"]?.integer,
            let bytes = answer["pixels"]?.text.flatMap({ Base64.decode($0) }), bytes.count == 3 * width * height,
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

/// Base 64 as in RFC 4648, with padding.
package enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var word = UInt32(0)
            for index in 0..<3 { word = word << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            for index in 0..<4 {
                let sextet = word >> UInt32(18 - 6 * index) & 63
                text.append(index <= count ? letters[Int(sextet)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns nil if the text is not base 64.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            var word = UInt32(0)
            for index in start..<start + 4 {
                let isPadding = index >= digits.count - padding
                guard let value = isPadding ? 0 : letters.firstIndex(of: digits[index]) else { return nil }
                word = word << 6 | UInt32(value)
            }
            for shift in [UInt32(16), 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return Array(bytes.dropLast(padding))
    }
}
