/// A PNG file written plainly, with any samples: what an encoder of this project never writes.
struct PlainPNG {
    /// The colour types of the PNG specification (table 11.1).
    enum ColorType: UInt8, CaseIterable {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgbAlpha = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
            case .rgb: 3
            case .rgbAlpha: 4
            }
        }

        var depths: [Int] {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .greyAlpha, .rgbAlpha: [8, 16]
            }
        }
    }

    var type: ColorType
    var depth: Int
    var isInterlaced = false
    /// The samples of each pixel, by rows.
    var rows: [[[Int]]]
    /// Chunks between the header and the data: a name and its bytes.
    var chunks: [(name: String, data: [UInt8])] = []

    /// The first column and row, and the distances, of the seven passes (PNG specification, 8.2).
    private static let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    var bytes: [UInt8] {
        let (width, height) = (rows[0].count, rows.count)
        var header = Self.number(width) + Self.number(height)
        header += [UInt8(depth), type.rawValue, 0, 0, isInterlaced ? 1 : 0]
        var data: [UInt8] = []
        for (x, y, dx, dy) in isInterlaced ? Self.passes : [(0, 0, 1, 1)] where x < width {
            for row in stride(from: y, to: height, by: dy) {
                data += packed(stride(from: x, to: width, by: dx).map { rows[row][$0] })
            }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
        for chunk in chunks { file += Self.chunk(chunk.name, chunk.data) }
        return file + Self.chunk("IDAT", Self.stored(data)) + Self.chunk("IEND", [])
    }

    /// A row without a filter: samples from the highest bit on, the last byte filled up.
    private func packed(_ pixels: [[Int]]) -> [UInt8] {
        var row: [UInt8] = [0]
        var (waiting, bits) = (0, 0)
        for sample in pixels.joined() {
            (waiting, bits) = (waiting << depth | sample, bits + depth)
            while bits >= 8 {
                bits -= 8
                row.append(UInt8(waiting >> bits & 0xFF))
            }
        }
        if bits > 0 { row.append(UInt8(waiting << (8 - bits) & 0xFF)) }
        return row
    }

    static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        var sum = UInt32.max
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return number(data.count) + body + number(Int(~sum))
    }

    /// A zlib stream (RFC 1950) of one stored block (RFC 1951, 3.2.4), for at most 65,535 bytes.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        let (low, high) = (UInt8(data.count & 0xFF), UInt8(data.count >> 8))
        var (a, b) = (1, 0)
        for byte in data {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return [0x78, 0x01, 0x01, low, high, ~low, ~high] + data + number(b << 16 | a)
    }
}
