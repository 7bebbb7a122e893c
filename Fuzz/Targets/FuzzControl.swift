import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// A sign with a message that moves, whose file cannot be read again.
private func fuzzedSign(_ store: SignStore) -> Sign {
    do {
        let file = try SignFile(parsing: "message: {text: Bread, scroll: always}\n", path: "/no-such-folder/fuzz.yaml")
        let clock = ManualWallClock(wall: WallTime(seconds: 1_700_000_000))
        let player = try SignPlayer(
            file, size: Size(width: 32, height: 8), fonts: fuzzFonts, clock: clock, start: .zero)
        return Sign(player, store: store) { _ in }
    } catch {
        fatalError("a good file is no sign: \(error)")
    }
}

/// What clients send, in pieces; and the same as a state file.
///
/// Every line has one answer, which is JSON on one line, and the state can always be read again.
let fuzzControl: FuzzTarget = { data, count in
    let bytes = input(data, count)
    var written = ControlState()
    let sign = fuzzedSign(
        SignStore(wallTime: { 1_700_000_000_000_000_000 }) { written = $0 })
    var buffer = LineBuffer(limit: 4_096)
    var instant = Instant.zero
    for start in stride(from: 0, to: bytes.count, by: 13) {
        buffer.feed(bytes[start..<min(start + 13, bytes.count)])
        precondition(buffer.count <= 4_096 + 13, "no more than a line is held")
        while let line = buffer.takeLine() {
            guard case .bytes(let line) = line else { continue }
            let answer = sign.answer(line, at: instant)
            let text = answer.line
            precondition(!text.utf8.contains(10), "an answer is one line")
            precondition((try? JSONValue(parsing: Array(text.utf8), depth: 24)) == answer, "an answer is JSON")
            precondition(answer["ok"] == .bool(answer["error"] == nil), "an answer says whether all went well")
            instant = instant + .seconds(1)
        }
    }
    precondition(sign.listed(at: instant).count <= 65, "messages are bounded")
    sign.close(at: instant)
    for message in written.messages.map(\.message) {
        precondition((try? JSONValue(parsing: Array(message.look.line.utf8))) == message.look, "a look is JSON")
    }
    do {
        let read = try ControlState(parsing: Array(written.json.line.utf8))
        precondition(read == written, "a state that was written is read again")
    } catch {
        fatalError("a state that was written cannot be read: \(error)")
    }
    if let value = try? JSONValue(parsing: bytes), let picture = Screenshot(value) {
        precondition(picture.frame.canvas.size.width > 0, "a picture has pixels")
    }
    do {
        let state = try ControlState(parsing: bytes)
        let sign = fuzzedSign(SignStore(state) { _ in })
        for words in sign.restore(at: .zero) { precondition(!words.isEmpty, "a problem has words") }
    } catch {
        precondition(!"\(error)".isEmpty, "an error has words")
    }
    return 0
}
