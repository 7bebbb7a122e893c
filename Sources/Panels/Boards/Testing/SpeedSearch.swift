import PanelDrivers

/// Bisects the times of a HUB75 board for the shortest ones with which its picture is clean: one time after the other, while the
/// others are long.
///
/// The first picture has the longest times. The result is a step longer than what was clean at last, as a margin for warm days.
package struct SpeedSearch {
    /// A time that is searched, with the steps that the board allows, upwards.
    private struct Time {
        let key: String
        let path: WritableKeyPath<ScanSettings, Int64>
        var steps: [Int64]
    }

    private let original: Board
    private let times: [Time]
    /// The steps of the times that were found, with the margin.
    private var found: [Int] = []
    /// The step that is shown of the next time, the last one that was clean, and the last one that was not; -1 before any.
    private var shown: Int
    private var clean: Int
    private var unclean = -1
    private var isBegun = false
    /// What came out; nil as long as there is another picture to look at.
    package private(set) var result: BoardTestAnswer?

    /// Begins for a board; nil where its times are not of nanoseconds, or nothing drives it.
    package init?(_ board: Board) {
        guard let times = Self.times(of: board), let first = times.first else { return nil }
        original = board
        self.times = times
        shown = first.steps.count - 1
        clean = shown
    }

    /// The board with the times that are to be looked at.
    package var board: Board {
        original.changed { settings in
            for (number, time) in times.enumerated() { settings[keyPath: time.path] = time.steps[step(number)] }
        }
    }

    /// The times that are shown, in a line.
    package var description: String {
        times.enumerated().map { "\($1.key) \($1.steps[step($0)]) ns" }.joined(separator: ", ")
    }

    /// Takes what was seen of the board's picture.
    package mutating func answer(isClean: Bool) {
        guard result == nil else { return }
        if !isBegun, !isClean {
            result = BoardTestAnswer("bad", "It is not clean with the longest times either", help: Self.help)
            return
        }
        isBegun = true
        if isClean { clean = shown } else { unclean = shown }
        while clean - unclean <= 1 {
            found.append(min(clean + 1, times[found.count].steps.count - 1))
            guard found.count < times.count else {
                let keys = times.indices.map { (times[$0].key, "\(times[$0].steps[found[$0]]) ns") }
                result = BoardTestAnswer("clean", "It is clean with these times", keys)
                return
            }
            (clean, unclean) = (times[found.count].steps.count - 1, -1)
        }
        shown = (clean + unclean) / 2
    }

    /// The step of a time that is shown.
    private func step(_ number: Int) -> Int {
        number < found.count ? found[number] : number == found.count ? shown : times[number].steps.count - 1
    }
}

extension SpeedSearch {
    /// What to do where no time helps.
    static let help = "Use shorter cables or an adapter with drivers for 5 V, and check the supply and its ground."

    private static func times(of board: Board) -> [Time]? {
        guard case .hub75(let wired) = board.panel else { return nil }
        var clocks: [Int64] = [25, 30, 40, 50, 65, 80, 100, 150, 200]
        switch wired.port {
        case .registers: break
        // Whole pixels.
        case .dpi: clocks = [20, 40, 60, 80, 100, 140, 200]
        // The machine's clock, or half of it.
        case .pio: clocks = [25, PIOPace.widestClock]
        // Calls of the kernel take longer than all of these times.
        case .simulated, .gpiod: return nil
        }
        var times = [Time(key: "clock_width", path: \.clockWidth, steps: clocks)]
        if wired.settings.addressing.isShifted {
            times.append(Time(key: "row_clock", path: \.rowClock, steps: [100, 200, 300, 500, 700, 1_000]))
        }
        times.append(Time(key: "latch_gap", path: \.latchGap, steps: [0, 60, 100, 200, 300, 500, 1_000]))
        return possible(times, of: board)
    }

    /// Takes the longest steps away in turn, until the board can have all that are left together; nil where it cannot.
    private static func possible(_ given: [Time], of board: Board) -> [Time]? {
        var times = given
        var next = 0
        while !board.changed({ settings in for time in times { settings[keyPath: time.path] = time.steps.last ?? 0 } })
            .canBeScanned
        {
            guard times.contains(where: { $0.steps.count > 1 }) else { return nil }
            if times[next].steps.count > 1 { times[next].steps.removeLast() }
            next = (next + 1) % times.count
        }
        return times
    }
}

extension Board {
    /// The same board with other settings of its scan.
    fileprivate func changed(_ change: (inout ScanSettings) -> Void) -> Board {
        guard case .hub75(var wired) = panel else { return self }
        change(&wired.settings)
        var board = self
        board.panel = .hub75(wired)
        return board
    }

    /// Whether its panels can be driven with their settings.
    fileprivate var canBeScanned: Bool {
        guard case .hub75(let wired) = panel else { return false }
        if case .dpi = wired.port { return (try? wired.scanOutPlan()) != nil }
        return (try? wired.encoder()) != nil
    }
}
