import Foundation
import Synchronization
import Testing

@testable import LiveValues

/// The threads that ask sources.
@Suite struct LiveThreadTests {
    @Test("a thread leaves all signals to others but those of its own faults, which its program handles")
    func signals() throws {
        let (ended, mask) = (DispatchSemaphore(value: 0), Box())
        let code = LiveThread.start("signals") {
            let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") } ?? ""
            mask.set(line.split(separator: "\t").last.map(String.init) ?? "")
            ended.signal()
        }
        #expect(code == 0)
        ended.wait()
        let blocked = try #require(UInt64(mask.text, radix: 16))
        // signal(7): ILL 4, TRAP 5, ABRT 6, BUS 7, FPE 8, SEGV 11; bit 0 is signal 1.
        #expect(blocked & 0x4F8 == 0)
        // HUP 1, INT 2, QUIT 3, USR1 10, USR2 12, PIPE 13, ALRM 14, TERM 15.
        #expect(blocked & 0x7A07 == 0x7A07)
    }

    /// What the thread has found.
    private final class Box: Sendable {
        private let found = Mutex("")
        var text: String { found.withLock { $0 } }
        func set(_ text: String) { found.withLock { $0 = text } }
    }
}
