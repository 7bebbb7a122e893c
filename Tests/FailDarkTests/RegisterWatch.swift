import Foundation
import KernelModel
import LinuxHardware

// Unchecked: the lock guards all that changes.

/// Looks at the registers of a model again and again, from a thread of its own.
///
/// They are memory that keeps the last value of each register. A panel is certainly dark when OE was the only line set
/// last, and all other lines fell after it, or no line fell.
final class RegisterWatch: @unchecked Sendable {
    private let registers: UnsafeRawPointer
    private let lock = NSLock()
    private var changes: [(time: Int64, isLit: Bool)] = []
    private var gaps: [(time: Int64, length: Int64)] = []
    private var isOver = false
    private let done = DispatchSemaphore(value: 0)

    /// OE of the wiring, and the lines of a 32x16 panel with it: CLK, LAT, A to C and the colours.
    private static let outputEnable: UInt32 = 1 << 18
    private static let others: UInt32 = [17, 4, 22, 23, 24, 11, 27, 7, 8, 9, 10].reduce(0) { $0 | 1 << UInt32($1) }

    init(_ model: KernelModel) throws {
        let path = model.folder.appendingPathComponent("dev/gpiomem").path
        let descriptor = open(path, O_RDONLY)
        guard let memory = mmap(nil, 0x1000, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else {
            throw CocoaError(.fileReadUnknown)
        }
        close(descriptor)
        registers = UnsafeRawPointer(memory)
        Thread.detachNewThread { [self] in run() }
    }

    /// Ends the thread.
    func end() {
        lock.withLock { isOver = true }
        done.wait()
    }

    /// When the panel became lit, and when it was seen lit for the last time before it was dark.
    var history: [(time: Int64, isLit: Bool)] { lock.withLock { changes } }

    /// The longest time between two looks since an instant, in nanoseconds: how long other work of the machine delays a thread.
    func longestGap(since time: Int64) -> Int64 {
        lock.withLock { gaps.filter { $0.time >= time }.map(\.length).max() ?? 0 }
    }

    private func run() {
        var last = SystemMonotonicClock().now.nanoseconds
        while !lock.withLock({ isOver }) {
            let set = registers.load(fromByteOffset: 0x1C, as: UInt32.self)
            let clear = registers.load(fromByteOffset: 0x28, as: UInt32.self)
            let isDark = set == Self.outputEnable && (clear == Self.others || clear == 0) || set == 0 && clear == 0
            let isLit = !isDark
            let now = SystemMonotonicClock().now.nanoseconds
            lock.withLock {
                if now - last > 1_000_000 { gaps.append((now, now - last)) }
                // Between two looks a panel counts as dark: only what was seen lit is known to be lit.
                if isLit != (changes.last?.isLit ?? false) { changes.append((isLit ? now : last, isLit)) }
            }
            last = now
            // With the kernel's own delay some ten looks in a millisecond: a thread without a pause took a whole processor from the
            // program that it looks at.
            usleep(50)
        }
        done.signal()
    }
}
