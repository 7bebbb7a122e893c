import SignHost
import SignTestSupport
import Testing

@Suite struct LineBufferTests {
    private func lines(_ buffer: inout LineBuffer) -> [String] {
        var lines: [String] = []
        while let line = buffer.takeLine() {
            switch line {
            case .bytes(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: lines.append("TOO LONG")
            }
        }
        return lines
    }

    @Test("lines end with LF or CR LF, and blank ones are skipped")
    func ends() {
        var buffer = LineBuffer(limit: 10)
        buffer.feed(Array("one\r\n\n \t\r\ntwo\nthr".utf8))
        expectEqual(lines(&buffer), ["one", "two"])
        buffer.feed(Array("ee".utf8))
        #expect(!buffer.hasLine)
        buffer.end()
        expectEqual(lines(&buffer), ["three"])
    }

    @Test("a line that is too long is reported once, and the next one is complete")
    func tooLong() {
        var buffer = LineBuffer(limit: 4)
        buffer.feed(Array("12345".utf8))
        expectEqual(lines(&buffer), ["TOO LONG"])
        for _ in 0..<100 { buffer.feed(Array("67890".utf8)) }
        expectEqual(buffer.count, 0)
        buffer.feed(Array("\n1234\n".utf8))
        expectEqual(lines(&buffer), ["1234"])
        buffer.feed(Array("123456\n12\n".utf8))
        expectEqual(lines(&buffer), ["TOO LONG", "12"])
    }

    @Test("the lines do not depend on how bytes arrive")
    func pieces() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            let words = (0..<6).map { _ in String(repeating: "x", count: Int.random(in: 1...9, using: &random)) }
            let bytes = Array((words.joined(separator: "\n") + "\n").utf8)
            var buffer = LineBuffer(limit: 6)
            var found: [String] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 1...5, using: &random))
                buffer.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
                found += lines(&buffer)
            }
            expectEqual(found, words.map { $0.count > 6 ? "TOO LONG" : $0 })
        }
    }
}
