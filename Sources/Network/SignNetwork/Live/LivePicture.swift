import Glibc
import PixelGraphics
import Timelines

/// A frame as viewers get it: colours of three bytes a pixel, or one bit a pixel.
///
/// Filling it does not allocate after the first frame of a size, as long as no copy is kept.
package struct LivePicture: Sendable {
    /// The extent in pixels.
    package private(set) var size: Size
    /// Whether a pixel is one bit.
    package private(set) var isMono: Bool
    /// The rows from the top, `rowBytes` each: red, green and blue of each pixel, before brightness; or bits, the left-most
    /// in the highest bit, and zeros to the end of the last byte.
    package private(set) var pixels: [UInt8]
    /// The brightness of the sign in percent.
    package var brightness = 0
    /// When the sign shows it.
    package var due = Instant.zero
    /// The number of the frame; numbers that a viewer does not get are frames that it does not get.
    package var number: UInt32 = 0

    /// A dark picture.
    package init(size: Size = .zero, isMono: Bool = false) {
        (self.size, self.isMono, pixels) = (size, isMono, [])
        pixels = [UInt8](repeating: 0, count: rowBytes * size.height)
    }

    /// The bytes of a row.
    package var rowBytes: Int { isMono ? (size.width + 7) / 8 : 3 * size.width }

    /// Shows a frame.
    package mutating func fill(from frame: Frame, due: Instant, number: UInt32) {
        shape(size: frame.canvas.size, isMono: frame.canvas.format == .mono)
        (brightness, self.due, self.number) = (frame.brightness.percent, due, number)
        if isMono { fill(frame.canvas.mono) } else { fill(frame.canvas.rgb) }
    }

    /// Becomes equal to another picture, in its own memory.
    package mutating func copy(_ other: LivePicture) {
        shape(size: other.size, isMono: other.isMono)
        (brightness, due, number) = (other.brightness, other.due, other.number)
        pixels.withUnsafeMutableBytes { $0.copyBytes(from: other.pixels) }
    }

    private mutating func shape(size: Size, isMono: Bool) {
        guard size != self.size || isMono != self.isMono else { return }
        (self.size, self.isMono) = (size, isMono)
        pixels.removeAll(keepingCapacity: true)
        pixels.append(contentsOf: repeatElement(0, count: rowBytes * size.height))
    }

    private mutating func fill(_ bitmap: RGBBitmap) {
        pixels.withUnsafeMutableBufferPointer { bytes in
            bitmap.pixels.withUnsafeBufferPointer { colors in
                for index in 0..<min(colors.count, bytes.count / 3) {
                    let color = colors[index].rawValue
                    bytes[3 &* index] = UInt8(truncatingIfNeeded: color >> 16)
                    bytes[3 &* index &+ 1] = UInt8(truncatingIfNeeded: color >> 8)
                    bytes[3 &* index &+ 2] = UInt8(truncatingIfNeeded: color)
                }
            }
        }
    }

    /// Turns the columns of a bitmap into rows.
    private mutating func fill(_ bitmap: MonoBitmap) {
        let (rowBytes, perColumn, width) = (rowBytes, bitmap.wordsPerColumn, bitmap.width)
        pixels.withUnsafeMutableBufferPointer { bytes in
            bytes.update(repeating: 0)
            bitmap.withColumnWords { words in
                for column in 0..<width {
                    let mask = UInt8(0x80) >> UInt8(column & 7)
                    for word in 0..<perColumn {
                        var bits = words[column &* perColumn &+ word]
                        while bits != 0 {
                            let row = word &* 64 &+ bits.trailingZeroBitCount
                            bytes[row &* rowBytes &+ column >> 3] |= mask
                            bits &= bits &- 1
                        }
                    }
                }
            }
        }
    }
}

extension LivePicture {
    /// The smallest rectangle of whole bytes in which this picture differs from another one; nil where the pixels are equal,
    /// all of it where their extents differ.
    ///
    /// O(bytes); does not allocate.
    package func changes(since other: LivePicture) -> Rectangle? {
        guard size == other.size, isMono == other.isMono else { return Rectangle(size) }
        let rowBytes = rowBytes
        return pixels.withUnsafeBufferPointer { new in
            other.pixels.withUnsafeBufferPointer { old in
                guard let start = new.baseAddress, let oldStart = old.baseAddress else { return nil }
                var (top, bottom) = (0, size.height - 1)
                while top <= bottom, memcmp(start + top * rowBytes, oldStart + top * rowBytes, rowBytes) == 0 {
                    top += 1
                }
                guard top <= bottom else { return nil }
                while memcmp(start + bottom * rowBytes, oldStart + bottom * rowBytes, rowBytes) == 0 { bottom -= 1 }
                var (first, last) = (rowBytes - 1, 0)
                for row in top...bottom {
                    let place = row * rowBytes
                    var index = 0
                    while index < first, new[place + index] == old[place + index] { index += 1 }
                    first = index
                    index = rowBytes - 1
                    while index > last, new[place + index] == old[place + index] { index -= 1 }
                    last = index
                }
                return area(bytes: first...max(first, last), rows: top...bottom)
            }
        }
    }

    /// The pixels in some bytes of some rows.
    private func area(bytes: ClosedRange<Int>, rows: ClosedRange<Int>) -> Rectangle {
        let left = isMono ? 8 * bytes.lowerBound : bytes.lowerBound / 3
        let right = isMono ? min(8 * bytes.upperBound + 8, size.width) : bytes.upperBound / 3 + 1
        return Rectangle(x: left, y: rows.lowerBound, width: right - left, height: rows.count)
    }
}
