import CScanRecorder
import PanelDrivers
import SignTestSupport
import Testing

/// The loops that play scan programs, watched: they beat, and they end where they are asked to.
@Suite("Watched scan loops")
struct WatchedLoopTests {
    /// What a loop stored where, and what became of the two words.
    private struct Result: Equatable {
        var stores: [[UInt32]] = []
        var beats: UInt64 = 0
        var demand: UInt32
    }

    private static let program = [
        ScanWord(.setLow, 1 << 17), ScanWord(.clearLow, 1 << 18), ScanWord(.mark, 0), ScanWord(.waitAfterMark, 5_000),
        ScanWord(.setLow, 1 << 18), ScanWord(.clearLow, 1 << 18), ScanWord(.mark, 0), ScanWord(.setLow, 1 << 18),
    ]

    private func play(isRP1: Bool, demand: UInt32) -> Result {
        var result = Result(demand: demand)
        var entries = [scan_recorder_entry](repeating: scan_recorder_entry(), count: 100)
        let words = Self.program.map(\.rawValue)
        let count = entries.withUnsafeMutableBufferPointer { entries in
            var recorder = scan_recorder()
            (recorder.entries, recorder.capacity) = (entries.baseAddress, entries.count)
            (recorder.write_time, recorder.read_time) = (10, 5)
            scan_recorder_play_watched(
                &recorder, isRP1 ? 1 : 0, words, words.count, &result.beats, &result.demand, isRP1 ? 0x12000 : 0x1C,
                1 << 18)
            return recorder.count
        }
        result.stores = entries.prefix(count).filter { $0.offset < 0x7FFF_FFF0 }.map { [$0.offset, $0.value] }
        return result
    }

    @Test("a beat at the start and at every mark, and no store more", arguments: [false, true])
    func beats(isRP1: Bool) {
        let (set, clear): (UInt32, UInt32) = isRP1 ? (0x12000, 0x13000) : (0x1C, 0x28)
        let stores: [[UInt32]] = [
            [set, 1 << 17], [clear, 1 << 18], [set, 1 << 18], [clear, 1 << 18], [set, 1 << 18],
        ]
        expectEqual(play(isRP1: isRP1, demand: 0), Result(stores: stores, beats: 3, demand: 0))
    }

    @Test("one that is to end makes the panel dark and says that it did", arguments: [false, true])
    func ends(isRP1: Bool) {
        let dark: [[UInt32]] = [[isRP1 ? 0x12000 : 0x1C, 1 << 18]]
        // 1 asks permanently, 2 was answered before, 3 asks for this program.
        expectEqual(play(isRP1: isRP1, demand: 1), Result(stores: dark, beats: 1, demand: 2))
        expectEqual(play(isRP1: isRP1, demand: 2), Result(stores: dark, beats: 1, demand: 2))
        expectEqual(play(isRP1: isRP1, demand: 3), Result(stores: dark, beats: 1, demand: 0))
    }
}
