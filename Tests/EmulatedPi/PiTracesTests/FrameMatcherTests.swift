import PiTraces
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct FrameMatcherTests {
    /// A bitmap of rows of '#' and '.'.
    private func art(_ rows: String...) -> MonoBitmap {
        var bitmap = MonoBitmap(size: Size(width: rows[0].count, height: rows.count))
        for (y, row) in rows.enumerated() {
            for (x, letter) in row.enumerated() where letter == "#" { bitmap[x, y] = true }
        }
        return bitmap
    }

    private var dark: MonoBitmap { art("..", "..") }
    private var first: MonoBitmap { art("#.", "#.") }
    private var second: MonoBitmap { art(".#", ".#") }

    private func see(_ pictures: [MonoBitmap], isWhole: Bool = false) -> FrameMatcher {
        var matcher = FrameMatcher([dark, first, first, second, dark])
        for picture in pictures { matcher.see(picture, isWhole: isWhole) }
        return matcher
    }

    @Test("all pictures in order, with mixtures of old and new rows between them")
    func inOrder() {
        let whole = see([dark, first, second, dark], isWhole: true)
        #expect(whole.isComplete && whole.expected.count == 4)
        let mixed = see([art("#.", ".."), first, first, art(".#", "#."), second, art(".#", ".."), dark])
        #expect(mixed.isComplete)
    }

    @Test("a picture that is missing, too early or repeated is wrong")
    func outOfOrder() {
        expectEqual(see([dark, second]).wrong?.after, 0)
        expectEqual(see([first, second, first]).wrong?.after, 2)
        expectEqual(see([first, dark]).wrong?.after, 1)
        #expect(!see([first, second]).isComplete)
    }

    @Test("a mixture is torn where nothing is under way, or where the program ends")
    func torn() {
        #expect(see([first, art(".#", "#.")], isWhole: true).wrong != nil)
        #expect(!see([first, second, art("..", ".#")]).isComplete)
    }

    @Test("a row of neither picture is wrong")
    func foreignRow() {
        expectEqual(see([first, art("##", "#.")]).wrong?.picture, art("##", "#."))
    }
}
