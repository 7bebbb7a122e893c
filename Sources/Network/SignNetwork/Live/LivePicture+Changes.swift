import Glibc
import PixelGraphics

extension LivePicture {
    /// The smallest rectangle of whole bytes in which this picture differs from another one; nil where the pixels are equal,
    /// all of it where their extents differ.
    ///
    /// O(bytes); does not allocate.
    package func changes(since other: LivePicture) -> Rectangle? {
        guard size == other.size, isMono == other.isMono else { return Rectangle(size) }
        let (rowBytes, height) = (rowBytes, size.height)
        guard rowBytes > 0, height > 0 else { return nil }
        return pixels.withUnsafeBytes { new in
            other.pixels.withUnsafeBytes { old in
                guard let new = new.baseAddress, let old = old.baseAddress,
                    let rows = Self.rowsThatDiffer(new, old, rowBytes: rowBytes, height: height)
                else { return nil }
                let bytes = Self.bytesThatDiffer(new, old, rowBytes: rowBytes, rows: rows)
                return area(bytes: bytes, rows: rows)
            }
        }
    }

    /// Whether the pixels of some row differ: from the first to the last that do.
    private static func rowsThatDiffer(
        _ new: UnsafeRawPointer, _ old: UnsafeRawPointer, rowBytes: Int, height: Int
    ) -> ClosedRange<Int>? {
        func differs(_ row: Int) -> Bool { memcmp(new + row * rowBytes, old + row * rowBytes, rowBytes) != 0 }
        var top = 0
        while top < height, !differs(top) { top += 1 }
        guard top < height else { return nil }
        var bottom = height - 1
        while !differs(bottom) { bottom -= 1 }
        return top...bottom
    }

    /// The bytes of a row outside of which all of the rows are equal; one of them differs.
    private static func bytesThatDiffer(
        _ new: UnsafeRawPointer, _ old: UnsafeRawPointer, rowBytes: Int, rows: ClosedRange<Int>
    ) -> ClosedRange<Int> {
        var (first, last) = (rowBytes - 1, 0)
        for row in rows {
            let (new, old) = (new + row * rowBytes, old + row * rowBytes)
            guard memcmp(new, old, rowBytes) != 0 else { continue }
            var index = 0
            while index < first,
                new.load(fromByteOffset: index, as: UInt8.self) == old.load(fromByteOffset: index, as: UInt8.self)
            {
                index += 1
            }
            first = min(first, index)
            index = rowBytes - 1
            while index > last,
                new.load(fromByteOffset: index, as: UInt8.self) == old.load(fromByteOffset: index, as: UInt8.self)
            {
                index -= 1
            }
            last = max(last, index)
        }
        return first...max(first, last)
    }

    /// The pixels in some bytes of some rows.
    private func area(bytes: ClosedRange<Int>, rows: ClosedRange<Int>) -> Rectangle {
        let left = isMono ? 8 * bytes.lowerBound : bytes.lowerBound / 3
        let right = isMono ? min(8 * bytes.upperBound + 8, size.width) : bytes.upperBound / 3 + 1
        return Rectangle(x: left, y: rows.lowerBound, width: right - left, height: rows.count)
    }
}
