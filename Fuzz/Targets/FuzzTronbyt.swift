import LiveValues
import SignNetwork
import Timelines

/// What a Tronbyt server sends over its WebSocket behind the beginning, whole and in pieces: the same pictures come out, each
/// within its bounds and queued once; what goes out are whole frames that are masked.
let fuzzTronbyt: FuzzTarget = { data, count in
    let bytes = input(data, count)
    let (whole, parts) = (run(bytes, by: .max), run(bytes, by: 1 + Int(bytes.first ?? 0) % 17))
    precondition(whole == parts, "pieces change nothing")
    var brightnesses: Set<Int?> = []
    for arrival in whole {
        guard let answer = answer(of: arrival) else { continue }
        if let dwell = answer.dwell {
            precondition((Nanoseconds.seconds(1) ... .seconds(3_600)).contains(dwell), "a dwell has up to an hour")
        }
        brightnesses.insert(answer.brightness)
        precondition(Set(answer.ignored).count == answer.ignored.count, "each has one name")
    }
    precondition(
        brightnesses.allSatisfy { $0.map { (0...100).contains($0) } ?? true }, "a brightness has up to 100 percent")
    return 0
}

private func answer(of arrival: LiveArrival) -> TronbytAnswer? {
    switch arrival {
    case .picture(let bytes, let answer):
        precondition(bytes.count <= limit, "pictures are bounded")
        return answer
    case .answer(let answer): return answer
    case .problem: return nil
    }
}

private let limit = 2_048

/// The arrivals from bytes in pieces of a size, each picture of which has had its turn.
private func run(_ bytes: [UInt8], by size: Int) -> [LiveArrival] {
    let opening =
        "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
    guard let address = LiveAddress("ws://h/ws", takesWebSocket: true),
        var client = try? TronbytClient(
            address, limit: limit, .init(version: "1", machine: "m"), key: Array("the sample nonce".utf8), at: .zero)
    else { preconditionFailure("the client begins") }
    client.output = []
    var arrivals: [LiveArrival] = []
    do {
        let head = Array(opening.utf8)
        try head.withUnsafeBytes { try client.feed($0, at: .zero) }
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = Array(bytes[start..<start + min(size, bytes.count - start)])
            let isOver = part.withUnsafeBytes { (try? client.feed($0, at: .zero)) == nil }
            while let arrival = client.takeArrival() { arrivals.append(arrival) }
            client.beginTurn()
            if isOver { break }
        }
    } catch {
        preconditionFailure("the beginning is right: \(error)")
    }
    checkFrames(client.output)
    return arrivals
}

/// Checks that bytes are whole frames of a client.
private func checkFrames(_ bytes: [UInt8]) {
    var place = 0
    while place < bytes.count {
        precondition([0x81, 0x88, 0x89, 0x8A].contains(bytes[place]), "a text or a control frame")
        precondition(place + 1 < bytes.count && bytes[place + 1] & 0x80 != 0, "masked")
        let short = Int(bytes[place + 1] & 0x7F)
        precondition(short < 127, "short")
        let length = short == 126 ? Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]) : short
        place += 2 + (short == 126 ? 2 : 0) + 4 + length
    }
    precondition(place == bytes.count, "whole frames")
}
