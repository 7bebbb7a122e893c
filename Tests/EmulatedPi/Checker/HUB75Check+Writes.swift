import PanelDrivers
import PiTraces

/// The writes to the registers, compared with those of the programs.
extension HUB75Check {
    /// A word that writes to the lines 0 to 31 of a BCM chip; nil for others.
    static func token(_ word: ScanWord) -> UInt64? {
        switch word.operation {
        case .setLow: UInt64(word.payload) | 1 << 32
        case .clearLow, .clearLowWithNext: UInt64(word.payload)
        default: nil
        }
    }

    /// A write to the same; nil for others, and for those without an effect.
    static func token(_ write: RegisterWrite) -> UInt64? {
        guard write.value != 0 else { return nil }
        switch write.address {
        case PiRegister.set0: return UInt64(write.value) | 1 << 32
        case PiRegister.clear0: return UInt64(write.value)
        default: return nil
        }
    }

    /// Compares the writes, one by one, from the first refresh to the last with those of the programs.
    func checkWrites(_ expected: [Expected], _ timing: PortTiming) throws -> String {
        let encoder = try encoder(timing)
        let start = withoutRepeatedDarkness(encoder.startProgram.words.compactMap(Self.token))
        let stop = withoutRepeatedDarkness(encoder.stopProgram.words.compactMap(Self.token))
        let expected = expected.map {
            Expected(picture: $0.picture, pulses: $0.pulses, writes: withoutRepeatedDarkness($0.writes))
        }
        let writes = withoutRepeatedDarkness(scenario.writes.compactMap(Self.token))
        guard let begin = Self.find(start, in: writes, from: 0) else {
            throw CheckError("the start program was not played")
        }
        var place = begin + start.count
        // Before the first picture there is no refresh, and the guardian makes sure that the panel is dark.
        guard let refreshed = Self.find(expected[0].writes, in: writes, from: place) else {
            throw CheckError("the first frame was not refreshed whole")
        }
        place = refreshed
        var frame = 0
        var count = 0
        var least = Int.max
        var most = 0
        func fits(_ wanted: [UInt64]) -> Bool {
            place + wanted.count <= writes.count && writes[place..<place + wanted.count].elementsEqual(wanted)
        }
        while !fits(stop) || fits(expected[frame].writes) {
            // After the guardian has made the panel dark, the refresh starts it again.
            if !fits(expected[frame].writes), fits(start) {
                place += start.count
                continue
            }
            if !fits(expected[frame].writes) {
                guard frame + 1 < expected.count, fits(expected[frame + 1].writes) else {
                    let left = writes[place...]
                    if [frame, frame + 1].contains(where: { isCut($0, left, expected, stop) }) { break }
                    let next = writes[place..<min(place + 12, writes.count)].map { String($0, radix: 16) }
                    throw CheckError(
                        "write \(place - begin) continues neither frame \(frame) nor \(frame + 1): "
                            + next.joined(separator: " "))
                }
                frame += 1
            }
            let size = expected[frame].writes.count
            place += size
            count += 1
            least = min(least, size)
            most = max(most, size)
        }
        // The last frame may have been cut short.
        guard frame >= expected.count - 2 else {
            throw CheckError("the writes end at frame \(frame) of \(expected.count)")
        }
        return "all writes of \(count) refreshes equal the programs', \(least) to \(most) each"
    }

    /// Leaves out writes that make a dark panel dark: the guardian's, when the refresh seems to stand still.
    func withoutRepeatedDarkness(_ writes: [UInt64]) -> [UInt64] {
        let line = UInt64(1) << wired.lines.outputEnable
        var isDark = true
        return writes.filter { write in
            let wasDark = isDark
            if write & line != 0 { isDark = write >> 32 == 1 }
            return !(wasDark && write == line | 1 << 32)
        }
    }

    /// Whether the writes that are left begin a frame, are then dark by one write, and end with the stop program.
    private func isCut(_ frame: Int, _ left: ArraySlice<UInt64>, _ expected: [Expected], _ stop: [UInt64]) -> Bool {
        guard expected.indices.contains(frame) else { return false }
        let same = zip(left, expected[frame].writes).prefix { $0 == $1 }.count
        // The write that makes the panel dark may be the one that the frame has at that place, too.
        for length in Set([same, same - 1]) where length > 0 {
            let rest = left.dropFirst(length)
            if rest.starts(with: stop) { return true }
            guard rest.first == UInt64(1) << wired.lines.outputEnable | 1 << 32 else { continue }
            if rest.dropFirst().starts(with: stop) { return true }
        }
        return false
    }

    static func find(_ wanted: [UInt64], in writes: [UInt64], from start: Int) -> Int? {
        guard wanted.count <= writes.count else { return nil }
        for place in start..<max(writes.count - wanted.count + 1, start) where writes[place] == wanted[0] {
            if writes[place..<place + wanted.count].elementsEqual(wanted) { return place }
        }
        return nil
    }
}
