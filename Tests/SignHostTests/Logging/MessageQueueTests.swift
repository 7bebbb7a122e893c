import Foundation
import Glibc
import SignTestSupport
import Testing

@testable import SignHost

/// Messages that wait until standard error takes them.
@Suite struct MessageQueueTests {
    private func take(_ queue: inout MessageQueue) -> MessageQueue.Batch? { queue.take() }

    private func text(_ batch: MessageQueue.Batch?) -> String? {
        batch.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("messages come out in their order, each as a line")
    func order() {
        var queue = MessageQueue(limit: 100)
        queue.add("one")
        queue.add("two\nlines")
        expectEqual(text(take(&queue)), "one\n")
        queue.add("three")
        expectEqual(text(take(&queue)), "two\nlines\n")
        expectEqual(text(take(&queue)), "three\n")
        #expect(text(take(&queue)) == nil)
    }

    @Test("dropped messages are counted, and the count is reported in their place")
    func drops() {
        var queue = MessageQueue(limit: 11)
        queue.add("12345")
        queue.add("1234")
        queue.add("lost")
        queue.add("lost, too")
        expectEqual(text(take(&queue)), "12345\n")
        queue.add("six")
        queue.add("seven is too long")
        expectEqual(text(take(&queue)), "1234\n")
        expectEqual(text(take(&queue)), "(2 messages dropped: stderr was blocked)\nsix\n")
        expectEqual(text(take(&queue)), "(1 message dropped: stderr was blocked)\n")
        #expect(text(take(&queue)) == nil)
    }

    @Test("a message that is longer than the limit is accepted if none waits")
    func long() {
        var queue = MessageQueue(limit: 10)
        let long = String(repeating: "x", count: 1_000)
        queue.add(long)
        queue.add("y")
        expectEqual(text(take(&queue)), long + "\n")
        expectEqual(text(take(&queue)), "(1 message dropped: stderr was blocked)\n")
    }

    @Test("lost messages are counted in the next one, and retried only with it")
    func failures() throws {
        var queue = MessageQueue(limit: 100)
        queue.add("one")
        queue.add("two")
        let first = queue.take()
        queue.recordFailure(of: try #require(first))
        let next = queue.take()
        let second = try #require(next)
        expectEqual(text(second), "(1 message dropped: stderr was blocked)\ntwo\n")
        queue.recordFailure(of: second)
        #expect(text(take(&queue)) == nil)
        queue.add("three")
        let third = queue.take()
        expectEqual(text(third), "(2 messages dropped: stderr was blocked)\nthree\n")
        queue.add("four")
        expectEqual(text(take(&queue)), "four\n")
    }

    @Test("callers never wait: what a full pipe does not accept is written when it is read")
    func writer() throws {
        let pipe = Pipe()
        let input = pipe.fileHandleForWriting.fileDescriptor
        // F_SETPIPE_SZ of fcntl(2), which Swift does not see.
        expectEqual(fcntl(input, 1031, 4096), 4096)
        let writer = try MessageWriter(descriptor: input, limit: 100_000)
        let line = String(repeating: "x", count: 99)
        // 1,000 lines of 100 bytes fit into the queue; the pipe takes some more.
        for _ in 0..<2_000 { writer.write(line) }
        // The pipe is full, and so the end comes by its bound.
        #expect(!writer.end(within: .milliseconds(10)))
        var (written, missing) = (0, 0)
        var bytes = Data()
        // Whatever the thread had written meanwhile: what is not there is counted.
        while written + missing < 2_000 {
            // What is there, where `read(upToCount:)` would wait for all of it.
            bytes += pipe.fileHandleForReading.availableData
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let text = String(decoding: bytes[..<end], as: UTF8.self)
                bytes = Data(bytes[(end + 1)...])
                if text == line { written += 1 }
                if text.hasPrefix("(") { missing += try #require(Int(text.dropFirst().prefix { $0.isNumber })) }
            }
        }
        expectEqual(written + missing, 2_000)
        #expect((1_000..<1_200).contains(written))
    }

    @Test("messages that are held wait for their release, or for the end, and the newest are known meanwhile")
    func held() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        /// Reads so many bytes, each within a minute.
        func read(_ count: Int) -> String {
            var bytes: [UInt8] = []
            var descriptor = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            while bytes.count < count, poll(&descriptor, 1, 60_000) == 1 {
                var byte: UInt8 = 0
                guard Glibc.read(ends[0], &byte, 1) == 1 else { break }
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        let writer = try MessageWriter(descriptor: ends[1], limit: 1_000)
        writer.write("before")
        expectEqual(read(7), "before\n")
        writer.hold()
        writer.write("first")
        #expect(writer.news.isRaised)
        for number in 1...9 { writer.write("\(number)") }
        expectEqual(writer.newest, (2...9).map(String.init))
        var descriptor = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        expectEqual(poll(&descriptor, 1, 0), 0)
        writer.release()
        expectEqual(read(24), "first\n1\n2\n3\n4\n5\n6\n7\n8\n9\n")
        writer.hold()
        writer.write("last")
        #expect(writer.end(within: .seconds(60)))
        expectEqual(read(5), "last\n")
    }
}
