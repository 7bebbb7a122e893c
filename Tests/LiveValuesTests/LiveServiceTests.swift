import Foundation
import SignTestSupport
import Testing
import Timelines

@testable import LiveValues

@Suite struct LiveHubTests {
    @Test("Variables are set from outside, without control characters")
    func variables() throws {
        var listener = try Listener([LiveSource("score", .variable("0:0"))])
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.value("score") == "0:0" })
        listener.liveService.set("score", to: .text("1\n:\u{1B}0"))
        #expect(listener.wait { $0.value("score") == "1 : 0" })
        listener.liveService.set("nothing", to: "x")
        listener.liveService.set("score", to: nil)
        #expect(listener.wait { $0.changes["score"]?.reading == LiveReading(nil) })
        expectEqual(listener.changes.count, 1)
    }

    @Test("Of a thousand unread changes only the newest is reported, once")
    func newest() throws {
        let liveService = try LiveService(
            [LiveSource("n", .variable(nil)), LiveSource("end", .variable(nil))], clock: KernelClock())
        defer { liveService.close() }
        for number in 0..<1_000 { liveService.set("n", to: .number(LiveNumber(number))) }
        liveService.set("end", to: 1)
        var found: [String: LiveChange] = [:]
        while found["end"]?.reading?.value == nil {
            var waiting = pollfd(fd: liveService.descriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, Polling.timeout) == 1)
            let changes = liveService.take()
            expectEqual(Set(changes.map(\.name)).count, changes.count)
            for change in changes { found[change.name] = change }
        }
        expectEqual(found["n"]?.reading?.value, 999)
        #expect(liveService.take().isEmpty)
    }

    @Test("Messages at a topic go to the sources that wait there, cleaned; of ten thousand the newest counts")
    func topics() throws {
        var listener = try Listener([LiveSource("t", .topic("home/t"))])
        defer { listener.liveService.close() }
        listener.liveService.arrive(Array("1\n\u{1B}2".utf8) + [0xFF], topic: "home/t")
        #expect(listener.wait { $0.value("t") == "1 2\u{FFFD}" })
        listener.liveService.arrive(Array("no".utf8), topic: "elsewhere")
        for number in 0..<10_000 { listener.liveService.arrive(Array("\(number)".utf8), topic: "home/t") }
        #expect(listener.wait { $0.value("t") == "9999" })
        expectEqual(listener.liveService.statuses.map(\.isAwaited), [true])
        // A source that comes with others is there before the message.
        listener.liveService.replace([LiveSource("s", .topic("home/s"))])
        listener.liveService.arrive(Array("x".utf8), topic: "home/s")
        #expect(listener.wait { $0.value("s") == "x" })
    }

    @Test("Taking never blocks, even while another thread holds the lock; no changes are lost")
    func taking() throws {
        var listener = try Listener([LiveSource("score", .variable("0:0"))])
        let liveService = listener.liveService
        defer { liveService.close() }
        var waiting = pollfd(fd: liveService.descriptor, events: Int16(POLLIN), revents: 0)
        expectEqual(poll(&waiting, 1, Polling.timeout), 1)
        let (locked, taken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isReleased = MailboxHolder(liveService, locked: locked, until: taken)
        locked.wait()
        // If this waited for the lock, it would never return.
        #expect(liveService.take().isEmpty)
        expectEqual(poll(&waiting, 1, 0), 1)
        taken.signal()
        isReleased.wait()
        #expect(listener.wait { $0.value("score") == "0:0" })
    }

    @Test("New sources replace the old ones; equal ones continue")
    func replacing() throws {
        let folder = try TemporaryFolder()
        let count = LiveSource(
            "runs", .command(.shell("echo x >> \(folder.file("log")); wc -l < \(folder.file("log"))")))
        let hanging = LiveSource("hangs", .command(.shell("sleep 1000")))
        var listener = try Listener([hanging, count, LiveSource("score", .variable("0"))])
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.value("runs") == "1" })
        listener.liveService.set("score", to: "5")
        listener.liveService.replace([LiveSource("new", .variable("n")), count, LiveSource("score", .variable("0"))])
        #expect(listener.wait { $0.value("new") == "n" && $0.value("score") == "5" })
        expectEqual(listener.value("runs"), "1")
        listener.liveService.refresh("runs")
        #expect(listener.wait { $0.value("runs") == "2" })
        expectEqual(listener.liveService.statuses.map(\.name), ["new", "runs", "score"])
    }

    @Test("Settling waits for every source once, and no longer than asked")
    func settling() throws {
        let good = LiveSource("a", .command(.shell("echo 1")))
        let bad = LiveSource("b", .file(LiveFile("/nowhere")))
        let liveService = try LiveService([good, bad], clock: KernelClock())
        liveService.settle(within: .seconds(60))
        #expect(liveService.isSettled)
        expectEqual(liveService.take().first { $0.name == "a" }?.reading?.value, "1")
        liveService.close()
        let hanging = try LiveService([LiveSource("c", .command(.shell("sleep 1000")))], clock: KernelClock())
        hanging.settle(within: .milliseconds(20))
        #expect(!hanging.isSettled)
        hanging.close()
    }

    @Test("A service that is closed or forgotten ends its programs and its thread")
    func closing() throws {
        let folder = try TemporaryFolder()
        for isForgotten in [false, true] {
            let pipe = folder.file("alive\(isForgotten)")
            expectEqual(mkfifo(pipe, 0o600), 0)
            let reading = open(pipe, O_RDONLY | O_NONBLOCK)
            defer { close(reading) }
            var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            var letter: UInt8 = 0
            do {
                let source = LiveSource("x", .command(.shell("exec 9>\(pipe); printf x >&9; sleep 1000; true")))
                let liveService = try LiveService([source], clock: KernelClock())
                expectEqual(poll(&waiting, 1, Polling.timeout), 1)
                expectEqual(read(reading, &letter, 1), 1)
                if !isForgotten { liveService.close() }
                _ = liveService.descriptor
            }
            expectEqual(poll(&waiting, 1, Polling.timeout), 1)
            expectEqual(read(reading, &letter, 1), 0)
        }
    }

    @Test("If of a hundred sources a third hangs and a third fails, the others are reported and settle")
    func crowd() throws {
        let folder = try TemporaryFolder()
        try folder.write("fine", "f")
        var sources: [LiveSource] = []
        for number in 0..<8 {
            sources.append(
                LiveSource("hang\(number)", .command(.shell("sleep 1000"))).with(timeout: .milliseconds(200)))
        }
        for number in 0..<46 { sources.append(LiveSource("die\(number)", .command(.shell("kill -9 $$")))) }
        for number in 0..<46 { sources.append(LiveSource("file\(number)", .file(LiveFile(folder.file("f"))))) }
        var listener = try Listener(sources)
        defer { listener.liveService.close() }
        #expect(listener.wait { listener in (0..<46).allSatisfy { listener.value("file\($0)") == "fine" } })
        #expect(
            listener.wait {
                $0.liveService.isSettled
                    || $0.liveService.statuses.allSatisfy { $0.problem != nil || $0.name.hasPrefix("f") }
            })
    }
}

/// Holds the mailbox of a service on a separate thread until it is released.
private struct MailboxHolder {
    private let released = DispatchSemaphore(value: 0)

    init(_ service: LiveService, locked: DispatchSemaphore, until taken: DispatchSemaphore) {
        let released = released
        Thread {
            service.mailbox.look { _ in
                locked.signal()
                taken.wait()
            }
            released.signal()
        }.start()
    }

    func wait() { released.wait() }
}
