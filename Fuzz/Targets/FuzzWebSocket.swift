import Settings
import SignHost
import SignNetwork
import Timelines

/// What viewers send, whole and in pieces: the same texts come out, in UTF-8 and not too long; what goes out are whole frames
/// that are not masked; hands let go in the end.
let fuzzWebSocket: FuzzTarget = { data, count in
    let bytes = input(data, count)
    let (whole, parts) = (WebSocketCodec(), WebSocketCodec())
    bytes.withUnsafeBytes { whole.feed($0) }
    let size = 1 + Int(bytes.first ?? 0) % 17
    for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { parts.feed($0) }
    }
    let messages = whole.takeMessages()
    precondition(messages == parts.takeMessages(), "pieces change nothing")
    // Whether they close may differ: libwslay does not check the first two bytes of each piece of a close's reason.
    for codec in [whole, parts] {
        checkFrames(codec.output, maximum: bytes.count, isClosing: codec.isClosing)
    }
    steer(messages.map(\.bytes))
    return 0
}

/// Checks that bytes are whole control frames of a server, and that a close is the last of them.
///
/// - Parameter maximum: the bytes of the input, all of which may have been answered before a close.
private func checkFrames(_ bytes: [UInt8], maximum: Int, isClosing: Bool) {
    precondition(bytes.count <= max(maximum, WebSocketCodec.maximumAnswers) + 127, "answers are bounded")
    var place = 0
    var hasClosed = false
    while place < bytes.count {
        precondition(!hasClosed, "nothing follows a close")
        precondition(bytes[place] == 0x88 || bytes[place] == 0x8A, "a close or a pong")
        precondition(place + 1 < bytes.count && bytes[place + 1] <= 125, "short, and not masked")
        hasClosed = bytes[place] == 0x88
        place += 2 + Int(bytes[place + 1])
    }
    precondition(place == bytes.count, "whole frames")
    precondition(hasClosed == isClosing, "a close is said")
}

/// Does what texts ask for, of two viewers in turn: what was begun is released once.
private func steer(_ texts: [[UInt8]]) {
    var drags = LiveDrags()
    var events = LiveEvents()
    var pacing = LivePacing()
    var held: [String?] = []
    var now = Instant.zero
    func apply(_ steering: [DragStep]) {
        for step in steering {
            switch step {
            case .begin(let zone):
                precondition(!held.contains(zone), "one hand a zone")
                held.append(zone)
            case .move(let zone, let pixels):
                precondition(held.contains(zone) && (-20_000...20_000).contains(pixels), "a hand moves what it holds")
            case .release(let zone, let velocity):
                precondition(held.contains(zone), "what was held is released")
                precondition(velocity.map { (-20_000...20_000).contains($0) } ?? false, "at a velocity")
                held.removeAll { $0 == zone }
            }
        }
    }
    for (number, text) in texts.enumerated() {
        precondition(text.count <= WebSocketCodec.maximumMessage, "texts are bounded")
        precondition(Array(String(decoding: text, as: UTF8.self).utf8) == text, "texts are UTF-8")
        do {
            switch try LiveMessage(parsing: text) {
            case .rate(let rate): pacing.ask(rate)
            case .drag(let request):
                apply(drags.perform(request, of: Int32(number % 2), at: now).steering)
            }
        } catch {
            events.add(LiveMessage.refusal("\(error)"))
        }
        precondition((1...30).contains(pacing.rate), "rates are bounded")
        now = now + .milliseconds(Int64(number % 7) * 100)
    }
    apply(drags.leave(0) + drags.leave(1))
    precondition(held.isEmpty && drags.due == nil, "nobody holds on")
}
