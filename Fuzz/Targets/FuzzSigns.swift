import BitmapFonts
import LinuxSystem
import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

/// A font of the ASCII letters, each a block.
private func blocks() -> BitmapFont {
    var builder = BitmapFontBuilder()
    builder.font.ascent = 7
    builder.font.descent = 1
    var picture = MonoBitmap(width: 4, height: 7)
    for y in 0..<7 { for x in 0..<4 { picture[x, y] = true } }
    for code in UInt32(0x21)...0x7E { builder.add(code: code, advance: 5, left: 0, top: 7, picture: picture) }
    return builder.finished()
}

private let font = blocks()
/// One font of any name, but "none" is missing.
let fuzzFonts = SignFonts(defaultName: { _ in "usual" }, fallbacks: []) { [font] name in
    guard name != "none" else { throw WordedError("missing font file \"\(name)\"") }
    return font
}

/// What the fields of a file say, of another kind each time.
private func values(of file: SignFile, number: Int) -> [LiveChange] {
    let samples: [LiveValue] = ["12.5", .list([1, "", "x", -3]), .record(["a": .list(["red", 7])]), "red"]
    return file.fields.enumerated().map { place, source in
        LiveChange(name: source.name, reading: LiveReading(samples[(place + number) % samples.count]))
    }
}

/// Whether a cycle is longer than its pauses, and not given beside a speed.
private func isPossible(_ look: SignLook) -> Bool {
    guard let cycle = look.cycle else { return true }
    let pauses = (look.hold ?? .zero).count.multipliedReportingOverflow(by: look.motion.bounces ? 2 : 1)
    return look.letters.speed == nil && !pauses.overflow && pauses.partialValue < cycle.count
}

/// Sign files of any form: what they describe, laid out and drawn, or problems that lie within the file, in its order.
let fuzzSigns: FuzzTarget = { data, count in
    let bytes = input(data, count)
    do throws(SignError) {
        let file = try SignFile(parsing: bytes, path: "fuzz.yaml")
        let levels = file.brightness.schedule.entries.map(\.percent) + [file.brightness.percentOfUnknownTime]
        precondition(
            levels.allSatisfy { (0...100).contains($0) } && file.stall >= .zero, "settings are in their ranges")
        precondition(file.messages.allSatisfy { isPossible($0.look) }, "the paces are possible")
        let clock = ManualWallClock(wall: WallTime(seconds: 1_700_000_000))
        let player = try SignPlayer(
            file, size: Size(width: 32, height: 8), fonts: fuzzFonts, clock: clock, start: .zero)
        var frame = Frame(size: player.size, format: .rgb)
        for seconds in Int64(0)..<4 {
            player.take(values(of: file, number: Int(seconds)), at: .zero + .seconds(seconds))
            player.direct(at: .zero + .seconds(seconds))
            player.draw(at: .zero + .seconds(seconds), into: &frame)
        }
        if let change = player.nextChange(after: .zero) { precondition(change > .zero, "changes lie ahead") }
        try player.show(try SignFile(parsing: bytes, path: "fuzz.yaml"), at: .zero + .seconds(4))
        precondition(file.changesForRestart(since: file).isEmpty, "the same file needs no restart")
    } catch {
        check(error, of: bytes)
        inspect(bytes, with: error)
    }
    return 0
}

/// Stops where a file with problems has fewer of them when it is looked over as a whole.
func inspect(_ bytes: [UInt8], with error: SignError) {
    let (readable, found) = SignFile.readable(in: bytes, path: "fuzz.yaml")
    guard let file = readable else { return }
    let inspection = SignInspection(
        file, found: found, size: Size(width: 32, height: 8), fonts: fuzzFonts, time: WallTime(seconds: 1_700_000_000))
    check(SignError(problems: inspection.problems), of: bytes)
    precondition(
        Set(inspection.problems.map(\.description)).isSuperset(of: found.map(\.description)), "nothing is lost")
}

/// Stops where problems are not those of the file, or not in its order.
private func check(_ error: SignError, of bytes: [UInt8]) {
    precondition(!error.problems.isEmpty, "an error names what is wrong")
    let lengths = lengthsOfLines(bytes)
    var last = (line: 0, column: 0)
    for problem in error.problems {
        precondition((1...lengths.count).contains(problem.line), "the line is one of the file's")
        precondition(
            (1...lengths[problem.line - 1] + 1).contains(problem.column), "the column is one of the line's")
        precondition(last <= (problem.line, problem.column), "problems are in the order of the file")
        precondition(problem.description.utf8.count <= 2_000, "a problem is a readable line")
        last = (problem.line, problem.column)
    }
}
