import SignFiles
import SignHost
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import SignNetwork

/// Messages for fields, on their way through the thread of the broker.
@Suite struct FieldMessagesTests {
    /// What fields have got.
    private final class Taken: Sendable {
        private let content = Mutex<[String]>([])
        var lines: [String] { content.withLock { $0 } }
        var topics: LiveTopics {
            LiveTopics(["home/a", "home/b"]) { message, topic in
                self.content.withLock { $0.append("\(topic) \(String(decoding: message, as: UTF8.self))") }
            }
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("the first message is delivered at once, later ones ten times a second: of each topic the newest")
    func newest() {
        let taken = Taken()
        var messages = FieldMessages()
        _ = messages.follow(taken.topics, number: 1)
        #expect(messages.due == nil)
        messages.take(bytes("1"), topic: "home/a")
        messages.deliver(at: .zero)
        for number in 0..<5_000 {
            messages.take(bytes("\(number)"), topic: "home/a")
            messages.deliver(at: .zero + Nanoseconds.microseconds(Int64(number)))
        }
        messages.take(bytes("x"), topic: "home/other")
        let due = Instant(nanoseconds: 100_000_000)
        expectEqual(messages.due, due)
        expectEqual(taken.lines, ["home/a 1"])
        messages.deliver(at: .zero + .milliseconds(100))
        expectEqual(taken.lines, ["home/a 1", "home/a 4999"])
        #expect(messages.due == nil)
    }

    @Test("what no field waits for any more is neither delivered nor listened to")
    func gone() {
        let taken = Taken()
        var messages = FieldMessages()
        _ = messages.follow(taken.topics, number: 1)
        messages.take(bytes("1"), topic: "home/b")
        let gone = messages.follow(LiveTopics(["home/a"]), number: 2)
        expectEqual(gone, ["home/b"])
        messages.deliver(at: .zero)
        expectEqual(taken.lines, [])
        messages.forget()
        #expect(messages.number == nil)
    }
}
