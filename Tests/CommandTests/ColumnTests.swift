import SignTestSupport
import Testing

@testable import ledsign

@Suite("lines of columns") struct ColumnTests {
    @Test("a column is as wide as its widest cell, whose letters of East Asia take two columns of a terminal")
    func widths() {
        expectEqual([["a", "b"], ["日本", "c"], ["", ""]].lines(), ["a     b", "日本  c", "      "])
        expectEqual([[String]]().lines(), [])
    }

    @Test("the last column ends where the terminal does, and keeps ten letters on a narrow one")
    func cut() {
        let rows = [["ab", "0123456789abc"], ["c", "0123"]]
        expectEqual(rows.lines(width: 17), ["ab  0123456789abc", "c   0123"])
        expectEqual(rows.lines(width: 15), ["ab  0123456789…", "c   0123"])
        expectEqual(rows.lines(width: 5), ["ab  012345678…", "c   0123"])
    }
}
