import Boards
import Foundation
import PiTraces

/// A recording of a run, taken apart into its scenarios.
struct Recording {
    let scenarios: [Scenario]
    let status: Int?
    /// The writes that were listened to.
    let writeCount: Int

    /// Reads the files of a run.
    init(trace: String, serial: String, boards: BoardLibrary, guestFolder: String) throws {
        let log = SerialLog(String(decoding: try Data(contentsOf: URL(fileURLWithPath: serial)), as: UTF8.self))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: trace), options: .alwaysMapped)
        let reader = bytes.withUnsafeBytes { TraceReader.read($0) }
        guard reader.unreadable.isEmpty else { throw CheckError("a line cannot be read: \(reader.unreadable[0])") }
        status = log.status
        writeCount = reader.writes.count
        var scenarios: [Scenario] = []
        var gpio = GPIOLevels()
        var begun: (number: Int, place: Int, gpio: GPIOLevels)?
        var marks: [(time: Int64, mark: Mark)] = []
        for (place, write) in reader.writes.enumerated() {
            guard let mark = Mark(write) else {
                _ = gpio.obey(write)
                continue
            }
            marks.append((write.time, mark))
            if mark.kind == .begin {
                begun = (mark.number, place, gpio)
                marks = []
            } else if mark.kind == .end, let from = begun {
                begun = nil
                guard let section = log.sections.first(where: { $0.number == from.number }), section.isWhole else {
                    throw CheckError("scenario \(from.number) has no whole section in the serial log")
                }
                scenarios.append(
                    Scenario(
                        section: section, board: try Self.board(section.board, boards, guestFolder),
                        writes: reader.writes[from.place..<place], gpio: from.gpio, marks: marks))
            }
        }
        guard scenarios.count == log.sections.count else {
            throw CheckError(
                "\(log.sections.count) scenarios began and \(scenarios.count) of them are in the recording")
        }
        self.scenarios = scenarios
    }

    /// A shipped board by its name, or one of the tests' own by its path in the emulated Pi.
    private static func board(_ name: String, _ boards: BoardLibrary, _ guestFolder: String) throws -> Board {
        guard name.hasPrefix("/guest/") else { return try boards.board(name) }
        let path = guestFolder + name.dropFirst("/guest".count)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        return try Board(parsing: Array(bytes), name: name, path: path, files: boards.files(for: path))
    }
}
