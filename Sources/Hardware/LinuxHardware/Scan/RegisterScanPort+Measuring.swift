import CGPIOLines
import PanelDrivers

/// What is measured when registers are opened; harmless stores of zero all of it.
extension RegisterScanPort {
    /// Measures the time of a store, by the quickest of some batches that are longer than what is buffered on the way.
    static func measureStore(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock) -> Int64 {
        let stores: UInt32 = 1_024
        var least = Int64.max
        for _ in 0..<8 {
            least = min(least, linux_scan_time_stores(mapping.registers, block.clearRegister, stores))
        }
        return max(least * 1_000 / Int64(stores), 100)
    }

    /// Measures the time until a store has arrived, in nanoseconds; for an RP1 the time there and back, by a load.
    ///
    /// A pulse that the clock times is longer than its wait by this, the store that ends it being under way as long after
    /// a mark that was read on arrival, and by one reading of the clock: half of it for the mark, half for the end.
    static func measureCompletion(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock) -> Int64 {
        let stores: UInt32 = 64
        var least = Int64.max
        for _ in 0..<8 {
            let time =
                block == .rp1
                ? linux_scan_time_read_stores(mapping.registers, block.clearRegister, RP1Outputs.levels, stores)
                : linux_scan_time_completed_stores(mapping.registers, block.clearRegister, stores)
            least = min(least, time)
        }
        return least / Int64(stores)
    }

    /// Measures the time of a write as programs make them, in picoseconds: reading the words takes time, too, and so do
    /// barriers.
    static func measureWrite(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock, slowdown: Int32) -> Int64 {
        let pairs = [ScanWord(.clearLow, 0).rawValue, ScanWord(.setLow, 0).rawValue]
        let words = (0..<1_024).flatMap { _ in pairs }
        var manner = linux_scan_manner()
        manner.slowdown = slowdown
        var least = Int64.max
        for _ in 0..<8 {
            let start = linux_scan_now()
            switch block {
            case .rp1: linux_scan_play_rp1(mapping.registers, words, words.count, &manner)
            case .bcm2837, .bcm2711: linux_scan_play_bcm(mapping.registers, words, words.count, &manner)
            }
            least = min(least, linux_scan_now() - start)
        }
        return least * 1_000 / Int64(words.count)
    }

    /// What is planned with: a machine on which stores take longer than four times what is known of it is not the real one,
    /// or was disturbed.
    static func plannedWrite(_ block: GPIOBlock, slowdown: Int32, store: Int64, write: Int64) -> MeasuredWrite {
        let stores = Int64(max(slowdown, 0)) + 1
        let store = min(store, 4 * block.storePicoseconds)
        return MeasuredWrite(
            store: store, stores: stores,
            write: max(min(write, 4 * stores * block.storePicoseconds), store * stores))
    }
}
