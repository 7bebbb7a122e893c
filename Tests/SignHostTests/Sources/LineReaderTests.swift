import Foundation
import Testing

@testable import SignHost

@Suite struct LineReaderTests {
    @Test("reading lines leaves the shared descriptor as it is")
    func lines() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        var reader = LineReader(descriptor: descriptor)
        #expect(reader.takeLines() == [])
        try pipe.fileHandleForWriting.write(contentsOf: Data("one\r\ntwo\nthr".utf8))
        #expect(reader.takeLines() == ["one", "two"])
        #expect(!reader.isAtEnd)
        try pipe.fileHandleForWriting.close()
        #expect(reader.takeLines() == ["thr"])
        #expect(reader.isAtEnd)
        #expect(fcntl(descriptor, F_GETFL) == flags)
    }
}
