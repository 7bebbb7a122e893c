import Boards
import PiTraces

/// A scenario: what it printed, and the writes from its beginning to its end.
struct Scenario {
    let section: SerialLog.Section
    let board: Board
    /// The writes of the scenario.
    let writes: ArraySlice<RegisterWrite>
    /// The lines at its beginning.
    let gpio: GPIOLevels
    /// The marks of the scenario.
    let marks: [(time: Int64, mark: Mark)]

    /// Whether it shows a text from the beginning to the end.
    var showsFrames: Bool { section.kind.hasPrefix("frames") }
    /// Whether the program says that the guardian made the panel dark: in a healthy sign, where the emulator stood still.
    var wasMadeDark: Bool { section.lines.contains { $0.hasPrefix("made dark ") && $0.contains("by the guardian") } }

    /// The lines of the frame log as instants since the start of the content: due, and shown.
    func frameLog() throws(CheckError) -> [(due: Int64, shown: Int64)] {
        guard let lines = section.files["frames"] else { throw CheckError("the program wrote no frame log") }
        var log: [(due: Int64, shown: Int64)] = []
        for line in lines where !line.isEmpty {
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 2 else { throw CheckError("a line of the frame log is no pair of times: \(line)") }
            log.append((numbers[0], numbers[1]))
        }
        guard !log.isEmpty else { throw CheckError("the frame log is empty") }
        return log
    }
}

/// What is wrong, in words.
struct CheckError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
