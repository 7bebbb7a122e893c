import CLinuxSystem
import Foundation
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Both threads of an exchange as single atomic steps, which can be taken in any order.
private struct ExchangeModel: Hashable {
    /// What a buffer holds: a whole picture, or one that is being written.
    struct Buffer: Hashable {
        var number = 0
        var isWhole = true
        var due = 0
    }

    var word = ExchangeWord.first
    var buffers = [Buffer](repeating: Buffer(), count: 3)
    // The publisher.
    var back = 2
    var published = 0
    var publisherStep = 0
    var publisherSaw = ExchangeWord.first
    var replaced = 0
    // The taker.
    var front = 0
    var takes = 0
    var takerStep = 0
    var takerSaw = ExchangeWord.first
    var sawDue = 0
    var last = 0
    var takenCount = 0
    /// The taker's clock, which moves on at any time.
    var now = 0

    /// What is wrong; nil where all is well.
    var fault: String? {
        if !buffers[front].isWhole { return "the picture that is shown is being written" }
        if back == front || back == word.buffer || front == word.buffer { return "a buffer has two owners" }
        if published - replaced - takenCount != (word.isNew ? 1 : 0), publisherStep == 0, takerStep == 0 {
            return "\(published) published, \(replaced) replaced, \(takenCount) taken"
        }
        return nil
    }

    /// One step of the publisher; the picture k is due at k.
    mutating func publish() {
        switch publisherStep {
        case 0: buffers[back].isWhole = false
        case 1: buffers[back] = Buffer(number: published + 1, isWhole: true, due: buffers[back].due)
        case 2: buffers[back].due = published + 1
        case 3: publisherSaw = word
        default:
            guard word == publisherSaw else {
                publisherStep = 3
                return
            }
            word = word.publishing(back)
            back = publisherSaw.buffer
            if publisherSaw.isNew { replaced += 1 }
            published += 1
            publisherStep = 0
            return
        }
        publisherStep += 1
    }

    /// One step of the taker; returns what is wrong.
    mutating func take() -> String? {
        switch takerStep {
        case 0: takerSaw = word
        case 1:
            guard takerSaw.isNew else { return endTake() }
            sawDue = buffers[takerSaw.buffer].due
        case 2:
            if sawDue > now { return endTake() }
            guard word == takerSaw else {
                takerStep = 0
                return nil
            }
            word = word.taking(returning: front)
            front = takerSaw.buffer
            takenCount += 1
            let number = buffers[front].number
            if number <= last { return "picture \(number) was taken after \(last)" }
            if number > now { return "picture \(number) was taken at \(now)" }
            last = number
            return endTake()
        default: break
        }
        takerStep += 1
        return nil
    }

    private mutating func endTake() -> String? {
        takerStep = 0
        takes += 1
        return nil
    }
}

@Suite("FrameExchange")
struct FrameExchangeTests {
    @Test("in every order of the two threads' steps the newest whole picture is taken, in order and not too soon")
    func everyInterleaving() {
        let (publications, takes) = (4, 5)
        var open = [ExchangeModel()]
        var known = Set(open)
        var ends = 0
        var problems: [String] = []
        while let state = open.popLast() {
            if let fault = state.fault { problems.append(fault) }
            if state.published == publications && state.takes == takes { ends += 1 }
            var nexts: [ExchangeModel] = []
            if state.published < publications {
                var next = state
                next.publish()
                nexts.append(next)
            }
            if state.takes < takes {
                var next = state
                let problem = next.take()
                if problem != nil { problems.append(problem ?? "") }
                nexts.append(next)
            }
            if state.now < publications {
                var next = state
                next.now += 1
                nexts.append(next)
            }
            for next in nexts where known.insert(next).inserted { open.append(next) }
        }
        #expect(problems.isEmpty, "\(problems.first ?? "")")
        #expect(ends > 10)
        #expect(known.count > 5_000)
    }

    @Test("a picture is taken when it is due, the newest one wins, and replaced ones are counted")
    func newestWins() {
        let exchange = FrameExchange { 0 }
        expectEqual(exchange.take(at: .distantFuture), .nothing)
        exchange.publish(due: .zero + .milliseconds(10), next: .zero + .milliseconds(20)) { $0 = 1 }
        #expect(exchange.isPending)
        expectEqual(exchange.take(at: .zero), .later(.zero + .milliseconds(10)))
        expectEqual(exchange.taken.pointee, 0)
        let hasReplaced = exchange.publish(due: .zero + .milliseconds(5)) { $0 = 2 }
        #expect(hasReplaced)
        expectEqual(exchange.take(at: .zero + .milliseconds(5)), .taken(due: .zero + .milliseconds(5), next: nil))
        expectEqual(exchange.taken.pointee, 2)
        #expect(!exchange.isPending)
        expectEqual(exchange.take(at: .distantFuture), .nothing)
        expectEqual(exchange.replaced, 1)
    }

    @Test("the count in the word wraps around without an effect on buffers and new pictures")
    func wrapping() {
        let last = ExchangeWord(rawValue: 0xFFFF_FFFA)
        let published = last.publishing(1)
        expectEqual(published.rawValue, 5)
        #expect(published.isNew && published.buffer == 1)
        #expect(last.nudged.buffer == 2 && !last.nudged.isNew)
        expectEqual(published.taking(returning: 0).rawValue, 0)
    }

    @Test("nothing is allocated when pictures are published and taken")
    func allocations() {
        let exchange = FrameExchange { [UInt32](repeating: 0, count: 1_000) }
        func round(_ time: Int64) {
            exchange.publish(due: Instant(nanoseconds: time)) { $0[7] = UInt32(time) }
            _ = exchange.take(at: Instant(nanoseconds: time))
        }
        round(0)
        let count = SignTestSupport.allocations { for time in 1..<1_000 { round(Int64(time)) } }
        expectEqual(count, 0)
        expectEqual(exchange.taken.pointee[7], 999)
    }

    @Test("two threads: every picture that is taken is whole and newer than the one before")
    func twoThreads() throws {
        let exchange = FrameExchange { [Int](repeating: 0, count: 256) }
        let publications = 50_000
        let publisher = Thread {
            for number in 1...publications {
                exchange.publish(due: Instant(nanoseconds: .min)) { picture in
                    for index in 0..<picture.count { picture[index] = number }
                }
            }
        }
        publisher.start()
        var last = 0
        var torn = 0
        var back = 0
        while last < publications {
            let mark = exchange.mark
            guard case .taken = exchange.take(at: .zero) else {
                exchange.sleep(until: .distantFuture, mark: mark)
                continue
            }
            let first = exchange.taken.pointee[0]
            for index in 0..<256 where exchange.taken.pointee[index] != first { torn += 1 }
            if first <= last { back += 1 }
            last = first
        }
        #expect(torn == 0 && back == 0)
    }

    @Test("a sleeper wakes for a picture that is due before its deadline and for a nudge, not for a later one")
    func sleeping() {
        let exchange = FrameExchange { 0 }
        // An instant of CLOCK_MONOTONIC that has passed: when the machine was started.
        let start = Instant.zero
        // The mark is older than the picture: no sleep at all.
        let mark = exchange.mark
        exchange.publish(due: .distantFuture) { $0 = 1 }
        exchange.sleep(until: .distantFuture, mark: mark)
        let second = exchange.mark
        exchange.nudge()
        exchange.sleep(until: .distantFuture, mark: second)
        // It ends at once.
        exchange.sleep(until: start, mark: exchange.mark)
        let third = exchange.mark
        let other = Thread {
            exchange.publish(due: start) { $0 = 2 }
        }
        other.start()
        exchange.sleep(until: .distantFuture, mark: third)
        while exchange.mark == third { sched_yield() }
        expectEqual(exchange.take(at: start), .taken(due: start, next: nil))
        expectEqual(exchange.taken.pointee, 2)
    }
}
