import Foundation
import LinuxSystem
import SignTestSupport
import Testing
import Timelines

@Suite struct EventDescriptorTests {
    @Test("an event is readable from raise to lower")
    func states() throws {
        let event = try EventDescriptor.open()
        #expect(!event.isRaised)
        event.raise()
        event.raise()
        #expect(event.isRaised)
        #expect(event.wait())
        event.lower()
        #expect(!event.isRaised)
        #expect(!event.wait(milliseconds: 5))
    }

    @Test("an event of one thread wakes another one")
    func wakes() throws {
        let (question, answer) = (try EventDescriptor.open(), try EventDescriptor.open())
        let thread = try NativeThread(named: "answer") {
            if question.wait(milliseconds: Polling.timeout) { answer.raise() }
        }
        question.raise()
        #expect(answer.wait(milliseconds: Polling.timeout))
        #expect(thread.join(within: .seconds(60)))
    }
}
