import Foundation
import ImageFiles
import PixelGraphics

/// Pictures that the tests of this target share.
enum Sample {
    /// A picture whose every pixel differs: red counts columns, green counts rows, blue counts both.
    static func gradient(width: Int, height: Int, shift: Int = 0) -> RGBBitmap {
        var bitmap = RGBBitmap(size: Size(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width {
                bitmap[x, y] = Color(
                    red: UInt8(truncatingIfNeeded: x + shift), green: UInt8(truncatingIfNeeded: y),
                    blue: UInt8(truncatingIfNeeded: x * 7 + y * 13))
            }
        }
        return bitmap
    }

    /// A picture from art: `#` in the colour, anything else black.
    static func picture(_ art: String, color: Color = .white) -> RGBBitmap {
        let rows = art.split(separator: "\n").map { Array($0.filter { $0 != " " }) }
        var bitmap = RGBBitmap(size: Size(width: rows.map(\.count).max() ?? 0, height: rows.count))
        for (y, row) in rows.enumerated() {
            for (x, character) in row.enumerated() where character == "#" { bitmap[x, y] = color }
        }
        return bitmap
    }

    /// The pixels as `rrggbb` words, a line a row.
    static func hex(_ bitmap: RGBBitmap) -> String {
        (0..<bitmap.height).map { y in
            (0..<bitmap.width).map { x in
                let text = String(bitmap[x, y].rawValue, radix: 16)
                return String(repeating: "0", count: 6 - text.count) + text
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// A folder of its own for files of one test.
    static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// The error that the body throws, or nil.
    static func failure<Value>(_ body: () throws -> Value) -> ImageFileError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? ImageFileError
        }
    }
}
