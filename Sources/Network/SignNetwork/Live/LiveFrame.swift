import PixelGraphics
import PixelProtocols

/// One binary message of the live view: a head of 24 bytes, and the pixels of a rectangle; numbers have their highest byte
/// first.
///
/// | offset | size | |
/// |---|---|---|
/// | 0 | 1 | the kind |
/// | 1 | 1 | the brightness in percent |
/// | 2 | 2 | 0 |
/// | 4 | 4 | the number of the frame |
/// | 8 | 8 | when it is due, in microseconds of the sign's monotonic clock |
/// | 16 | 2 x 4 | x, y, width and height of the rectangle |
/// | 24 | | its pixels, row by row; rows of bits are padded to bytes |
package struct LiveFrame: Hashable, Sendable {
    /// What follows the head.
    package enum Kind: UInt8, Sendable {
        /// Red, green and blue of each pixel.
        case rgb = 1
        /// A bit for each pixel.
        case mono = 2
        /// Nothing: the brightness has changed.
        case head = 3
    }

    /// The bytes of the head.
    package static let headSize = 24

    package let kind: Kind
    /// What changed; with one bit a pixel it begins at a multiple of eight, so that rows are copied and not shifted.
    package let area: Rectangle

    /// The frame for a viewer that has nothing yet.
    package init(whole picture: LivePicture) {
        kind = picture.isMono ? .mono : .rgb
        area = Rectangle(picture.size)
    }

    /// The frame for a viewer that has an older picture; nil if nothing changed.
    package init?(_ picture: LivePicture, since seen: LivePicture) {
        let changes = picture.changes(since: seen)
        guard changes != nil || picture.brightness != seen.brightness else { return nil }
        kind = changes == nil ? .head : picture.isMono ? .mono : .rgb
        area = changes ?? Rectangle(.zero)
    }

    /// The bytes of a row of the rectangle.
    private var rowBytes: Int { kind == .mono ? (area.width + 7) / 8 : 3 * area.width }
    /// The bytes of the message.
    package var byteCount: Int { Self.headSize + (kind == .head ? 0 : rowBytes * area.height) }

    /// Appends the message; does not allocate where the bytes have room for it.
    ///
    /// - Parameter picture: the picture that the frame was made for.
    package func append(_ picture: LivePicture, to bytes: inout [UInt8]) {
        bytes.append(kind.rawValue)
        bytes.append(UInt8(clamping: picture.brightness))
        bytes.append(big16: 0)
        bytes.append(big32: picture.number)
        bytes.append(big64: UInt64(clamping: picture.due.nanoseconds / 1_000))
        bytes.append(big16: UInt16(clamping: area.x))
        bytes.append(big16: UInt16(clamping: area.y))
        bytes.append(big16: UInt16(clamping: area.width))
        bytes.append(big16: UInt16(clamping: area.height))
        guard kind != .head else { return }
        let first = area.y * picture.rowBytes + (kind == .mono ? area.x / 8 : 3 * area.x)
        picture.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<area.height {
                let start = first + row * picture.rowBytes
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: pixels[start..<start + rowBytes]))
            }
        }
    }
}
