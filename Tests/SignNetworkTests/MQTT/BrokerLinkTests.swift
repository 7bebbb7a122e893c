import Glibc
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// When a sign connects to its broker, and what the log says of it.
@Suite struct BrokerLinkTests {
    private func seconds(_ count: Int64) -> Instant { .zero + .seconds(count) }

    @Test("it connects at once, and again after 1, 2, 4 ... 60 s")
    func waits() {
        var link = BrokerLink(at: .zero)
        var now = Instant.zero
        var waits: [Int64] = []
        for _ in 0..<8 {
            expectEqual(link.step(at: now), .connect)
            _ = link.recordFailure("refused", at: now, chance: 0)
            let next = link.nextAttempt
            waits.append((next - now).count)
            now = next
        }
        expectEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60].map { $0 * 1_000_000_000 })
    }

    @Test("each wait is up to a tenth longer by chance")
    func chance() {
        var link = BrokerLink(at: .zero)
        expectEqual(link.step(at: .zero), .connect)
        _ = link.recordFailure("refused", at: .zero, chance: 1)
        let attempt = Instant(nanoseconds: 1_100_000_000)
        expectEqual(link.nextAttempt, attempt)
        expectEqual(link.step(at: .zero + .milliseconds(1_099)), .nothing)
        expectEqual(link.step(at: .zero + .milliseconds(1_100)), .connect)
    }

    @Test("a broker that does not answer is given up after 10 s")
    func silence() {
        var link = BrokerLink(at: .zero)
        expectEqual(link.step(at: .zero), .connect)
        expectEqual(link.due(after: .zero), seconds(10))
        expectEqual(link.step(at: seconds(9)), .nothing)
        expectEqual(link.step(at: seconds(10)), .giveUp)
        #expect(!link.isConnected)
    }

    @Test("each reason of a loss is logged once, and so is the return")
    func logs() {
        var link = BrokerLink(at: .zero)
        expectEqual(link.step(at: .zero), .connect)
        #expect(link.recordConnected(at: .zero) == nil)
        expectEqual(link.recordFailure("closed", at: seconds(100), chance: 0), "closed")
        expectEqual(link.step(at: seconds(101)), .connect)
        #expect(link.recordFailure("closed", at: seconds(101), chance: 0) == nil)
        expectEqual(link.step(at: seconds(103)), .connect)
        // What hides behind the first reason would otherwise never be in the log.
        expectEqual(link.recordFailure("wrong certificate", at: seconds(103), chance: 0), "wrong certificate")
        expectEqual(link.step(at: seconds(107)), .connect)
        expectEqual(link.recordConnected(at: seconds(107)), "the broker answers again")
        // One that restarts every second fills no log.
        for second in Int64(108)..<140 {
            #expect(link.recordFailure("closed", at: seconds(second), chance: 0) == nil)
            expectEqual(link.step(at: seconds(second + 1)), .connect)
            #expect(link.recordConnected(at: seconds(second + 1)) == nil)
        }
        expectEqual(link.recordFailure("closed", at: seconds(300), chance: 0), "closed")
    }

    @Test("a loss with ever new reasons gets eight lines")
    func manyReasons() {
        var link = BrokerLink(at: .zero)
        var lines: [String] = []
        for attempt in 0..<100 {
            lines += [link.recordFailure("reason \(attempt)", at: seconds(Int64(attempt) * 100), chance: 0)].compactMap
            {
                $0
            }
        }
        expectEqual(lines, (0..<8).map { "reason \($0)" })
    }

    @Test(
        "where the broker takes the sign and ends each connection by what it sends, the waits grow until one has held")
    func lasting() {
        var link = BrokerLink(at: .zero)
        var now = Instant.zero
        var waits: [Int64] = []
        for _ in 0..<8 {
            expectEqual(link.step(at: now), .connect)
            _ = link.recordConnected(at: now)
            now = now + .seconds(10)
            _ = link.recordFailure("too long", isLasting: true, at: now, chance: 0)
            // It is a problem at once.
            expectEqual(link.problem(at: now), "too long")
            let next = link.nextAttempt
            waits.append((next - now).count)
            now = next
        }
        expectEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60].map { $0 * 1_000_000_000 })
        // And stays one with the next connection, until that has held.
        expectEqual(link.step(at: now), .connect)
        _ = link.recordConnected(at: now)
        expectEqual(link.problem(at: now + .seconds(59)), "too long")
        expectEqual(link.due(after: now), now + .seconds(60))
        #expect(link.problem(at: now + .seconds(60)) == nil)
        #expect(link.due(after: now + .seconds(60)) == nil)
        now = now + .seconds(100)
        _ = link.recordFailure("closed", at: now, chance: 0)
        expectEqual(link.nextAttempt, now + .seconds(1))
        #expect(link.problem(at: now) == nil)
    }

    @Test("there is a problem after 60 s, and none with a connection")
    func problem() {
        var link = BrokerLink(at: .zero)
        expectEqual(link.step(at: .zero), .connect)
        _ = link.recordFailure("refused", at: .zero, chance: 0)
        #expect(link.problem(at: seconds(59)) == nil)
        expectEqual(link.problem(at: seconds(60)), "refused")
        expectEqual(link.step(at: seconds(61)), .connect)
        expectEqual(link.problem(at: seconds(61)), "refused")
        _ = link.recordConnected(at: seconds(62))
        #expect(link.problem(at: seconds(62)) == nil)
        _ = link.recordFailure("closed", at: seconds(70), chance: 0)
        #expect(link.problem(at: seconds(71)) == nil)
        expectEqual(link.due(after: seconds(71)), seconds(71))
    }

    @Test("a broker that closes a connection has one reason in the log, whichever call of the kernel notices it")
    func closed() {
        expectEqual(ConnectionError(code: ECONNRESET), .closed)
        expectEqual(ConnectionError(code: EPIPE), .closed)
        #expect(ConnectionError(code: ECONNREFUSED) != .closed)
    }
}

extension BrokerLink {
    /// When it connects next, where it waits for that and for the problem.
    fileprivate var nextAttempt: Instant { due(after: .distantFuture - .one) ?? .zero }
}
