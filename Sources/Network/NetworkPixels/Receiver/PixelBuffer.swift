import PixelGraphics
import PixelProtocols

/// The pixels that came, three bytes each, row by row; what packets leave out stays as it was.
package struct PixelBuffer: Sendable {
    package let size: Size
    /// Red, green and blue of each pixel, row by row from the top.
    package private(set) var bytes: [UInt8]
    /// The place of each pixel of the stream; empty where both orders are the same.
    private let places: [Int32]
    /// Four bytes of each pixel, in the order of the stream, as they came with a white.
    private var whitened: [UInt8]

    package init(size: Size, order: PixelOrder) {
        self.size = size
        let count = size.width * size.height
        bytes = [UInt8](repeating: 0, count: 3 * count)
        whitened = [UInt8](repeating: 0, count: 4 * count)
        places = order == .rows ? [] : (0..<count).map { Int32(clamping: order.place(of: $0, in: size)) }
    }

    /// Makes all pixels black.
    package mutating func clear() {
        bytes.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        whitened.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    /// Stores bytes of the stream from one of them on; what lies beyond the last pixel is dropped.
    package mutating func store(_ data: UnsafeRawBufferPointer, at offset: Int, coding: PixelCoding) {
        switch coding {
        case .rgb: store(data, at: offset)
        case .rgbw: storeWhite(data, at: offset)
        }
    }

    /// Stores bytes of pixels with a white, of which a packet may have a part.
    private mutating func storeWhite(_ data: UnsafeRawBufferPointer, at offset: Int) {
        guard offset >= 0, offset < whitened.count, !data.isEmpty else { return }
        let count = min(data.count, whitened.count - offset)
        let (size, places) = (size, places)
        whitened.withUnsafeMutableBufferPointer { whitened in
            for index in 0..<count { whitened[offset + index] = data[index] }
            bytes.withUnsafeMutableBufferPointer { bytes in
                for pixel in offset / 4...(offset + count - 1) / 4 where pixel < size.width * size.height {
                    let place = 3 * (places.isEmpty ? pixel : Int(places[pixel]))
                    let white = whitened[4 * pixel + 3]
                    for channel in 0..<3 {
                        let (sum, isOver) = whitened[4 * pixel + channel].addingReportingOverflow(white)
                        bytes[place + channel] = isOver ? 255 : sum
                    }
                }
            }
        }
    }

    /// Stores bytes of the stream from one of them on; what lies beyond the last pixel is dropped.
    package mutating func store(_ data: UnsafeRawBufferPointer, at offset: Int) {
        let total = bytes.count
        guard offset >= 0, offset < total else { return }
        let count = min(data.count, total - offset)
        bytes.withUnsafeMutableBufferPointer { bytes in
            guard let to = bytes.baseAddress, let from = data.baseAddress else { return }
            guard !places.isEmpty else {
                UnsafeMutableRawPointer(to + offset).copyMemory(from: from, byteCount: count)
                return
            }
            var (pixel, channel) = offset.quotientAndRemainder(dividingBy: 3)
            for index in 0..<count {
                bytes[3 * Int(places[pixel]) + channel] = data[index]
                channel += 1
                if channel == 3 { (pixel, channel) = (pixel + 1, 0) }
            }
        }
    }

    /// Stores a picture at a place; what lies outside is dropped.
    ///
    /// - Parameters:
    ///   - data: three bytes for each pixel of the area, row by row; nothing happens where there are fewer.
    ///   - isTransparent: whether black pixels leave what was there.
    package mutating func store(_ data: UnsafeRawBufferPointer, in area: Rectangle, isTransparent: Bool = false) {
        let seen = area.intersection(Rectangle(size))
        let (needed, overflow) = area.width.multipliedReportingOverflow(by: area.height)
        guard !seen.isEmpty, !overflow, data.count / 3 >= needed else { return }
        bytes.withUnsafeMutableBufferPointer { bytes in
            for y in seen.y..<seen.maxY {
                for x in seen.x..<seen.maxX {
                    let from = 3 * ((y - area.y) * area.width + x - area.x)
                    let to = 3 * (y * size.width + x)
                    if isTransparent, data[from] == 0, data[from + 1] == 0, data[from + 2] == 0 { continue }
                    bytes[to] = data[from]
                    bytes[to + 1] = data[from + 1]
                    bytes[to + 2] = data[from + 2]
                }
            }
        }
    }
}
