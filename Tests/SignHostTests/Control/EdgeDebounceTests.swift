import SignHost
import SignTestSupport
import Testing
import Timelines

/// A contact that is looked at within expectations.
private final class Contact {
    private var debounce: EdgeDebounce

    init(period: Nanoseconds, isHigh: Bool) {
        debounce = EdgeDebounce(period: period, isHigh: isHigh)
    }

    var due: Instant? { debounce.due }
    var isHigh: Bool { debounce.isHigh }
    func feed(isHigh: Bool, at instant: Instant) -> Bool { debounce.feed(isHigh: isHigh, at: instant) }
    func settle(at instant: Instant) -> Bool { debounce.settle(at: instant) }
}

@Suite struct EdgeDebounceTests {
    @Test("D3: the first change counts at once and its bounces do not")
    func press() {
        let contact = Contact(period: .milliseconds(5), isHigh: true)
        #expect(contact.feed(isHigh: false, at: at(100)))
        for (time, level) in [(101, true), (102, false), (103, true), (104, false)] {
            #expect(!contact.feed(isHigh: level, at: at(Int64(time))))
        }
        #expect(contact.due == nil)
        #expect(contact.feed(isHigh: true, at: at(200)))
    }

    @Test("a contact that opens while it is ignored is checked afterwards")
    func settle() {
        let contact = Contact(period: .milliseconds(5), isHigh: true)
        #expect(contact.feed(isHigh: false, at: at(100)))
        #expect(!contact.feed(isHigh: true, at: at(103)))
        expectEqual(contact.due, at(105))
        #expect(!contact.settle(at: at(104)))
        #expect(contact.settle(at: at(105)))
        #expect(contact.isHigh && contact.due == nil)
    }

    @Test("a late change first performs the check that was due before it")
    func late() {
        let contact = Contact(period: .milliseconds(5), isHigh: true)
        #expect(contact.feed(isHigh: false, at: at(100)))
        #expect(!contact.feed(isHigh: true, at: at(102)))
        // At 105 it went high, at 300 low: low as before, but two changes lie between.
        #expect(!contact.feed(isHigh: false, at: at(300)))
        #expect(!contact.isHigh)
    }

    @Test("without a period every change counts")
    func none() {
        let contact = Contact(period: .zero, isHigh: false)
        #expect(contact.feed(isHigh: true, at: at(1)))
        #expect(contact.feed(isHigh: false, at: at(1)))
        #expect(!contact.feed(isHigh: false, at: at(2)))
    }
}
