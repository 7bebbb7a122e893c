import PixelGraphics

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
        if let changes = picture.changes(since: seen) {
            kind = picture.isMono ? .mono : .rgb
            area = changes
        } else {
            guard picture.brightness != seen.brightness else { return nil }
            kind = .head
            area = Rectangle(.zero)
        }
    }

    /// The bytes of a row of the rectangle.
    private var rowBytes: Int { kind == .mono ? (area.width + 7) / 8 : 3 * area.width }
    /// The bytes of the message.
    package var byteCount: Int { Self.headSize + (kind == .head ? 0 : rowBytes * area.height) }

    /// Passes the message on in parts, the head and then rows; does not allocate.
    ///
    /// - Parameter picture: the picture that the frame was made for.
    package func write(_ picture: LivePicture, _ part: (UnsafeBufferPointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.headSize) { head in
            writeHead(picture, into: head)
            part(UnsafeBufferPointer(head))
        }
        guard kind != .head else { return }
        let first = area.y * picture.rowBytes + (kind == .mono ? area.x / 8 : 3 * area.x)
        picture.pixels.withUnsafeBufferPointer { pixels in
            if rowBytes == picture.rowBytes {
                part(UnsafeBufferPointer(rebasing: pixels[first..<first + rowBytes * area.height]))
            } else {
                for row in 0..<area.height {
                    let start = first + row * picture.rowBytes
                    part(UnsafeBufferPointer(rebasing: pixels[start..<start + rowBytes]))
                }
            }
        }
    }

    private func writeHead(_ picture: LivePicture, into head: UnsafeMutableBufferPointer<UInt8>) {
        head.initialize(repeating: 0)
        func put(_ number: UInt64, at offset: Int, _ count: Int) {
            for index in 0..<count {
                head[offset + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - index)))
            }
        }
        head[0] = kind.rawValue
        head[1] = UInt8(clamping: picture.brightness)
        put(UInt64(picture.number), at: 4, 4)
        put(UInt64(clamping: picture.due.nanoseconds / 1_000), at: 8, 8)
        put(UInt64(UInt16(clamping: area.x)), at: 16, 2)
        put(UInt64(UInt16(clamping: area.y)), at: 18, 2)
        put(UInt64(UInt16(clamping: area.width)), at: 20, 2)
        put(UInt64(UInt16(clamping: area.height)), at: 22, 2)
    }
}
