import Foundation
import SignTestSupport
import Testing

@testable import SignHost

@Suite struct LineReaderTests {
    @Test("reading lines leaves the shared descriptor as it is")
    func lines() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        var reader = LineReader(descriptor: descriptor)
        expectEqual(reader.takeLines(), [])
        try pipe.fileHandleForWriting.write(contentsOf: Data("one\r\ntwo\nthr".utf8))
        expectEqual(reader.takeLines(), ["one", "two"])
        #expect(!reader.isAtEnd)
        try pipe.fileHandleForWriting.close()
        expectEqual(reader.takeLines(), ["thr"])
        #expect(reader.isAtEnd)
        expectEqual(fcntl(descriptor, F_GETFL), flags)
    }
}
