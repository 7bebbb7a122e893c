import PixelGraphics
import SignTestSupport
import Testing

@testable import TerminalPreview

@Suite struct TerminalLayoutTests {
    @Test("64x32 in 80x24 is one to one and centred, with the status under it")
    func centred() {
        let layout = layout(64, 32, 80, 24)
        expectEqual(layout.cells, Rectangle(x: 8, y: 3, width: 64, height: 16))
        #expect(layout.magnification == 1 && layout.reduction == 1 && layout.note == "")
        expectEqual(layout.statusRow, 20)
    }

    @Test("32x8 in 80x24 is enlarged twice, in 200x50 four times and no more")
    func enlarged() {
        expectEqual(layout(32, 8, 80, 24).magnification, 2)
        expectEqual(layout(32, 8, 200, 50).magnification, 4)
    }

    @Test("What is too large is reduced by a whole number, and cropped beyond 1:4, and the note says so")
    func reducedAndCropped() {
        let half = layout(128, 64, 80, 24)
        #expect(half.reduction == 2 && half.dots == Size(width: 64, height: 32) && half.note == "1:2")
        let cropped = layout(512, 64, 80, 24)
        #expect(cropped.reduction == 4 && cropped.dots == Size(width: 80, height: 16))
        expectEqual(cropped.note, "1:4, cropped to 320x64")
    }

    @Test("A picture never leaves the window, and the status row is free unless the window has one row")
    func inside() {
        for (width, height) in [(1, 1), (32, 8), (64, 32), (512, 64), (7, 5)] {
            for columns in 0...90 {
                for rows in 0...30 {
                    let layout = layout(width, height, columns, rows)
                    #expect(layout.cells.x >= 0 && layout.cells.maxX <= columns)
                    #expect(layout.cells.y >= 0 && layout.cells.maxY <= max(0, rows - 1))
                    #expect(layout.statusRow >= layout.cells.maxY && layout.statusRow <= max(0, rows - 1))
                }
            }
        }
    }

    @Test("D3: how far a dragged cell goes")
    func cells() {
        let plain = layout(64, 32, 80, 24)
        expectEqual(plain.dragScale, DragScale(horizontal: 1, vertical: 2, divisor: 1))
        let large = layout(32, 8, 200, 50)
        expectEqual(large.dragScale, DragScale(horizontal: 1, vertical: 2, divisor: 4))
        let small = layout(128, 64, 80, 24)
        expectEqual(small.dragScale, DragScale(horizontal: 2, vertical: 4, divisor: 1))
    }

    private func layout(_ width: Int, _ height: Int, _ columns: Int, _ rows: Int) -> TerminalLayout {
        TerminalLayout(
            panel: Size(width: width, height: height), columns: columns, rows: rows, dotsPerCell: 2,
            maximumMagnification: 4)
    }
}
