import Foundation
import LinuxSystem
import SignTestSupport
import Synchronization
import Testing
import Timelines

@Suite struct NativeThreadTests {
    @Test("a thread blocks all signals except those of its own faults")
    func signals() throws {
        let (ended, mask) = (DispatchSemaphore(value: 0), Box())
        let thread = try NativeThread(named: "signals") {
            let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") } ?? ""
            mask.set(line.split(separator: "\t").last.map(String.init) ?? "")
            ended.signal()
        }
        ended.wait()
        #expect(thread.join(within: .seconds(60)))
        let blocked = try #require(UInt64(mask.text, radix: 16))
        // signal(7): ILL 4, TRAP 5, ABRT 6, BUS 7, FPE 8, SEGV 11; bit 0 is signal 1.
        expectEqual(blocked & 0x4F8, 0)
        // HUP 1, INT 2, QUIT 3, USR1 10, USR2 12, PIPE 13, ALRM 14, TERM 15.
        expectEqual(blocked & 0x7A07, 0x7A07)
    }

    /// What the thread has found.
    private final class Box: Sendable {
        private let found = Mutex("")
        var text: String { found.withLock { $0 } }
        func set(_ text: String) { found.withLock { $0 = text } }
    }
}
