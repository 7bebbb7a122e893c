import NetworkPixels
import PixelGraphics
import PixelProtocols
import SignFiles
import Timelines

/// Bytes in hexadecimal, with spaces anywhere.
func bytes(_ text: String) -> [UInt8] {
    let digits: [Int] = text.compactMap { $0.isWhitespace ? nil : $0.hexDigitValue }
    return (0..<digits.count / 2).map { (index: Int) -> UInt8 in UInt8(digits[2 * index] * 16 + digits[2 * index + 1]) }
}

/// A text in hexadecimal with zeros behind it.
func text(_ text: String, _ length: Int) -> [UInt8] {
    Array((Array(text.utf8) + [UInt8](repeating: 0, count: length)).prefix(length))
}

func milliseconds(_ count: Int64) -> Instant { .zero + .milliseconds(count) }

/// Senders of 192.168.1.
func address(_ last: UInt32) -> PixelAddress { PixelAddress(ipv4: 0xC0A8_0100 | last) }

extension PixelReceiver {
    init(
        width: Int, height: Int, order: PixelOrder = .rows, universePixels: Int = 170,
        timeout: Nanoseconds = .milliseconds(2_500), coding: PixelCoding = .rgb, universeChannels: Int? = nil
    ) {
        var settings = PixelSettings()
        (settings.order, settings.universePixels, settings.timeout) = (order, universePixels, timeout)
        (settings.hasWhite, settings.universeChannels) = (coding == .rgbw, universeChannels)
        self.init(settings, size: Size(width: width, height: height))
    }

    mutating func receive(
        _ datagram: [UInt8], of protocol: PixelProtocol, from number: UInt32 = 2, at instant: Instant = .zero
    ) -> Outcome {
        datagram.withUnsafeBytes { receive($0, of: `protocol`, from: address(number), at: instant) }
    }

    /// The picture as rows of letters: the sum of r, g and b for red, green and blue, `.` for black, `?` for anything else.
    var art: [String] {
        (0..<size.height).map { y in
            (0..<size.width).map { x in
                let place = 3 * (y * size.width + x)
                switch (pixels[place], pixels[place + 1], pixels[place + 2]) {
                case (0, 0, 0): return "."
                case (255, 0, 0): return "r"
                case (0, 255, 0): return "g"
                case (0, 0, 255): return "b"
                case (255, 255, 255): return "w"
                default: return "?"
                }
            }.joined()
        }
    }
}

/// Pixels of the letters that `art` writes.
func colors(_ letters: String) -> [UInt8] {
    letters.flatMap { letter -> [UInt8] in
        switch letter {
        case "r": [255, 0, 0]
        case "g": [0, 255, 0]
        case "b": [0, 0, 255]
        case "w": [255, 255, 255]
        default: [0, 0, 0]
        }
    }
}
