import Boards
import Foundation
import PiTraces
import PixelGraphics

/// What all runs together showed.
struct Summary {
    /// The strikes of a kind, and how many of them the emulator's standing still excuses.
    private struct Tally {
        var strikes: [Strike] = []
        var excused = 0

        var words: String { strikes.isEmpty ? "none" : DarkCheck.words(strikes, excused: excused) }
    }

    var mistakes = 0
    private var kills = Tally()
    private var stops = Tally()
    /// As many times programs are killed and stopped, all runs together.
    let fewestStrikes: Int

    init(fewestStrikes: Int) { self.fewestStrikes = fewestStrikes }

    mutating func add(_ strikes: [Strike], excused: Int, of kind: String) {
        let tally: WritableKeyPath<Summary, Tally>
        if kind.hasPrefix("kill") {
            tally = \.kills
        } else if kind.hasPrefix("stop") {
            tally = \.stops
        } else {
            return
        }
        self[keyPath: tally].strikes += strikes
        self[keyPath: tally].excused += excused
    }

    /// Prints what counts over all runs, and checks it.
    mutating func finish() {
        let all = kills.strikes + stops.strikes
        guard !all.isEmpty else {
            mistakes += 1
            print("FAILED: no program was killed or stopped")
            return
        }
        print("SIGKILL: \(kills.words)")
        print("SIGSTOP: \(stops.words)")
        let busy = all.filter(\.wasBusy).count
        print(
            "together: \(all.count) strikes, \(busy) of them (\(100 * busy / all.count) %) in the middle of something")
        if all.count < fewestStrikes {
            mistakes += 1
            print("FAILED: only \(all.count) of \(fewestStrikes) strikes were followed by darkness in time")
        }
        for (name, strikes) in [("SIGKILL", kills.strikes), ("SIGSTOP", stops.strikes)] {
            let phases = Set(strikes.map(\.wasBusy))
            if phases.count < 2 {
                mistakes += 1
                print("FAILED: \(name) came in one phase only, not both while a panel was lit and while it was not")
            }
        }
        if 2 * busy < all.count {
            mistakes += 1
            print("FAILED: fewer than half of the strikes came in the middle of something")
        }
    }
}

/// Checks the runs.
struct Checker {
    let checkout: String

    /// Checks all scenarios of a run, and prints a line for each.
    func check(run: String, into summary: inout Summary) {
        do {
            let recording = try Recording(
                trace: run + "/trace.txt", serial: run + "/serial.log",
                boards: BoardLibrary(folder: checkout + "/boards"),
                guestFolder: checkout + "/Tests/EmulatedPi/Guest")
            print("\(URL(fileURLWithPath: run).lastPathComponent): \(recording.writeCount) writes")
            // The guest shows again what the guardian made dark in between.
            var darkened: Set<String> = []
            for scenario in recording.scenarios {
                let name = "\(scenario.section.kind) \(scenario.section.board)"
                if scenario.showsFrames, scenario.wasMadeDark {
                    print("  \(name): the guardian made the panel dark, as the emulator stood still")
                    darkened.insert(name)
                    continue
                }
                do {
                    print("  \(name): \(try check(scenario, &summary))")
                    darkened.remove(name)
                } catch {
                    summary.mistakes += 1
                    print("  \(name): FAILED: \(error)")
                    for line in scenario.section.lines.suffix(20) { print("      | \(line)") }
                }
            }
            for name in darkened.sorted() {
                summary.mistakes += 1
                print("  FAILED: \(name): the guardian made the panel dark each time")
            }
            if recording.status != 0 {
                summary.mistakes += 1
                print("  FAILED: the scenarios ended with status \(recording.status.map(String.init) ?? "unknown")")
            }
        } catch {
            summary.mistakes += 1
            print("\(run): FAILED: \(error)")
        }
    }

    /// A picture in which each character is two pixels a side.
    private static func blocks(_ rows: [String]) -> MonoBitmap {
        let letters = rows.map(Array.init)
        var picture = MonoBitmap(width: 2 * letters[0].count, height: 2 * letters.count)
        for y in 0..<picture.height {
            for x in 0..<picture.width { picture[x, y] = letters[y / 2][x / 2] == "#" }
        }
        return picture
    }

    private func check(_ scenario: Scenario, _ summary: inout Summary) throws -> String {
        let kind = scenario.section.kind
        switch kind {
        case "frames", "frames-of-file", "frames-in-color":
            let sign = try ExpectedSign(
                scenario.section.text, board: scenario.board, fonts: checkout + "/fonts",
                color: kind == "frames-in-color" ? Color(red: 0xC8, green: 0x64, blue: 0x32) : .white,
                brightness: kind == "frames-in-color" ? 60 : 100)
            switch scenario.board.panel {
            case .max7219(let wired): return try MAX7219Check(scenario: scenario, wired: wired).checkFrames(sign)
            case .hub75(let wired): return try HUB75Check(scenario: scenario, wired: wired).checkFrames(sign)
            case .picture, .network: throw CheckError("the board has no wires")
            }
        case "frames-of-images":
            guard case .max7219(let wired) = scenario.board.panel else { throw CheckError("the board has no MAX7219") }
            return try MAX7219Check(scenario: scenario, wired: wired).checkPicture(
                Self.blocks(["....########....", "....########....", "........####....", "........####...."]))
        case "resumed":
            let sign = try ExpectedSign(
                scenario.section.text, board: scenario.board, fonts: checkout + "/fonts")
            guard case .max7219(let wired) = scenario.board.panel else { throw CheckError("the board has no MAX7219") }
            return try MAX7219Check(scenario: scenario, wired: wired).checkResumption(sign)
        case "cues": return try CueCheck(scenario: scenario).check()
        case "claimed", "held", "doctor":
            let words = scenario.section.text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let output = (scenario.section.lines + (scenario.section.files["doctor"] ?? [])).joined(separator: "\n")
            for word in words where !output.contains(word) {
                throw CheckError("the output does not contain \"\(word)\"")
            }
            return "said: \(words.joined(separator: ", "))"
        case _ where kind.hasPrefix("unguarded"): return try DarkCheck(scenario: scenario).checkThatItFails()
        default:
            let (words, strikes, excused) = try DarkCheck(scenario: scenario).check()
            summary.add(strikes, excused: excused, of: kind)
            return words
        }
    }
}
