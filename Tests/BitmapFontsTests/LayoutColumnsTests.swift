import PixelGraphics
import SignTestSupport
import Testing

@Suite("Bitmaps made of finished columns")
struct LayoutColumnsTests {
    @Test("bits below the last row are cleared, missing words are dark, words too many are dropped")
    func columns() {
        let size = Size(width: 2, height: 3)
        expectEqual(art(MonoBitmap(size: size, columns: [0b0101, 0b1111_0010])), "#.\n.#\n#.")
        expectEqual(MonoBitmap(size: size, columns: [0b101, .max]), MonoBitmap(size: size, columns: [0b1101, 7]))
        expectEqual(MonoBitmap(size: size, columns: [1]), MonoBitmap(size: size, columns: [1, 0]))
        expectEqual(MonoBitmap(size: size, columns: [1, 2, 3]), MonoBitmap(size: size, columns: [1, 2]))
        expectEqual(MonoBitmap(size: Size(width: 1, height: 64), columns: [.max]).word(column: 0), .max)
        let tall = MonoBitmap(size: Size(width: 1, height: 65), columns: [.max, .max])
        expectEqual(tall.word(column: 0, word: 0), .max)
        expectEqual(tall.word(column: 0, word: 1), 1)
        expectEqual(MonoBitmap(size: .zero, columns: [1]), MonoBitmap(size: .zero))
        expectEqual(MonoBitmap(size: Size(width: 3, height: 0), columns: []), MonoBitmap(width: 3, height: 0))
    }
}
