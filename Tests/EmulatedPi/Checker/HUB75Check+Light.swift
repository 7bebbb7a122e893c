import PanelDrivers
import PanelSimulation
import PiTraces

/// The light of the simulated panels that get the writes, compared with the pictures.
extension HUB75Check {
    /// Feeds the simulated panels with the first refresh of each frame, each pulse as long as in the program, and compares
    /// the light; returns the number of pictures.
    func checkLight(
        _ refreshes: [(frame: Int, first: Int)], _ expected: [Expected], _ reader: PulsePlaces
    ) throws -> Int {
        var panel = SimulatedHUB75(
            columns: wired.matrix.columns, rowPairs: wired.matrix.rowPairs, oeLag: wired.settings.oeLag,
            ledColors: (0..<3).compactMap { wired.settings.sequence.wires.firstIndex(of: $0) },
            isInverted: wired.settings.isInverse, allowing: Set(HUB75ViolationKind.allCases))
        var folder = WireFolder(wireOfLine: wireOfLine, gpio: scenario.gpio)
        panel.begin(levels: folder.levels(wires: 14))
        var time: Int64 = 1_000
        var next = 0
        var pulse = 0
        var riseTime: Int64 = 0
        var compared = 0
        let writes = Array(scenario.writes)
        for place in writes.indices {
            if pulse < reader.falls.count, place == reader.falls[pulse] {
                // A refresh begins with the fall of its first pulse.
                if next < refreshes.count, refreshes[next].first == pulse { panel.resetLight() }
                let refresh = next < refreshes.count && pulse >= refreshes[next].first ? refreshes[next] : nil
                let length = refresh.map { expected[$0.frame].pulses[pulse - $0.first] }.map { $0.end - $0.start } ?? 10
                riseTime = time + length
            }
            if pulse < reader.rises.count, place == reader.rises[pulse] {
                time = max(time, riseTime)
            }
            folder.obey(writes[place], at: time, into: &panel)
            time += 10
            guard pulse < reader.rises.count, place == reader.rises[pulse] else { continue }
            pulse += 1
            guard next < refreshes.count else { continue }
            let refresh = refreshes[next]
            guard pulse == refresh.first + expected[refresh.frame].pulses.count else { continue }
            let isFirst = next == 0 || refreshes[next - 1].frame != refresh.frame
            if isFirst {
                let picture = panel.picture(through: wired.map, leastPulse: wired.settings.leastPulse)
                guard picture == expected[refresh.frame].picture else {
                    throw CheckError("the light of frame \(refresh.frame) is not that of its picture")
                }
                compared += 1
            }
            next += 1
        }
        guard compared > 0 else { throw CheckError("no picture was compared") }
        return compared
    }
}

/// Records at which writes OE falls and rises.
struct PulsePlaces: WireListener {
    var place = 0
    var pulses: ScanPulseReader
    var falls: [Int] = []
    var rises: [Int] = []
    var isLit: Bool { falls.count > rises.count }

    init(columns: Int) { pulses = ScanPulseReader(columns: columns) }

    mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        pulses.edge(on: wire, to: level, at: time)
        guard wire == HUB75Wires.outputEnable else { return }
        if !level { falls.append(place) } else if isLit { rises.append(place) }
    }
}
