import CGPIOLines
import Glibc
import LinuxSystem
import PanelDrivers
import Synchronization
import Timelines

// Unchecked: the words change while the kernel reads them, which `RefreshRing` keeps apart, and so do the pictures that are sent in
// between, which never change; all else is atomic or never changes.

/// The thread that sends a ring of refreshes to a state machine, half after half, and what it says of its work.
///
/// The kernel waits in its call while a half is played, so the thread does nothing in between. Its end takes up to a quarter of a
/// second.
final class PIOTransfers: @unchecked Sendable {
    /// The words of the ring.
    let words: UnsafeMutableBufferPointer<UInt32>
    private let descriptor: Int32
    private let machine: UInt32
    private let initialization: [UInt32]
    private let interval: Nanoseconds?
    private let isEnding = Atomic<Bool>(false)
    private let failed = Atomic<Int32>(0)
    /// How many transfers have begun, and when the last two did, by the places of their numbers.
    private let begun = Atomic<Int>(0)
    private let evenStart = Atomic<Int64>(0)
    private let oddStart = Atomic<Int64>(0)

    /// Makes room for a ring.
    ///
    /// - Parameters:
    ///   - initialization: what is sent between two transfers, each time the interval is over; nil for never.
    init(count: Int, to file: borrowing StateMachineFile, initialization: [UInt32], interval: Nanoseconds?) {
        words = .allocate(capacity: count)
        words.initialize(repeating: 0)
        (descriptor, machine) = (file.descriptor, file.machine)
        (self.initialization, self.interval) = (initialization, interval)
    }

    deinit { words.deallocate() }

    /// The error number of a transfer that has failed; 0 for none.
    var code: Int32 { failed.load(ordering: .acquiring) }

    /// How many transfers have begun.
    var begunCount: Int { begun.load(ordering: .acquiring) }

    /// The number of the transfer that is played, and when it began, in nanoseconds; nil before the first.
    ///
    /// Does not wait.
    var last: (transfer: Int, start: Int64)? {
        while true {
            let count = begun.load(ordering: .acquiring)
            guard count > 0 else { return nil }
            let number = count - 1
            let start = number % 2 == 0 ? evenStart.load(ordering: .acquiring) : oddStart.load(ordering: .acquiring)
            // The place of a number is written again for the one after the next.
            if begun.load(ordering: .acquiring) == count { return (number, start) }
        }
    }

    /// Lets the thread end after the transfer that is played.
    func end() { isEnding.store(true, ordering: .releasing) }

    /// Prepares for another thread, after the last one has ended.
    func reset() {
        isEnding.store(false, ordering: .releasing)
        failed.store(0, ordering: .releasing)
        begun.store(0, ordering: .releasing)
    }

    /// Sends until the end, or an error; for a thread of its own.
    func run(_ watch: RefreshWatch?) {
        let clock = SystemMonotonicClock()
        let half = words.count / 2
        var initialized = clock.now
        var number = 0
        while !isEnding.load(ordering: .acquiring) {
            guard watch?.isAbandoned != true else { return failed.store(ECANCELED, ordering: .releasing) }
            let now = clock.now
            if let interval, now - initialized >= interval {
                initialized = now
                guard initialization.withUnsafeBufferPointer({ send($0) }) else { return }
            }
            let part = UnsafeBufferPointer(rebasing: words[(number % 2 * half)..<(number % 2 * half + half)])
            let start = clock.now.nanoseconds
            if number % 2 == 0 {
                evenStart.store(start, ordering: .releasing)
            } else {
                oddStart.store(start, ordering: .releasing)
            }
            number += 1
            begun.store(number, ordering: .releasing)
            guard send(part) else { return }
        }
    }

    private func send(_ words: UnsafeBufferPointer<UInt32>) -> Bool {
        guard linux_pio_send(descriptor, machine, words.baseAddress, UInt32(words.count)) != 0 else { return true }
        failed.store(errno == 0 ? EIO : errno, ordering: .releasing)
        return false
    }
}
