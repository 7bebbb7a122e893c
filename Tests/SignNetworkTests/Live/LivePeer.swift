/// The other end of a WebSocket, written from RFC 6455 alone: a second implementation, for the tests.
struct LivePeer {
    struct Frame: Hashable {
        var opcode: UInt8
        var payload: [UInt8]
        var text: String { String(decoding: payload, as: UTF8.self) }
    }

    /// Whether the other end is a client, whose frames are masked.
    private let isOfClient: Bool
    private var bytes: [UInt8] = []
    /// What is wrong with what was received; empty for nothing.
    private(set) var faults: [String] = []

    init(ofClient: Bool = false) { isOfClient = ofClient }

    /// A frame as clients send it.
    static func frame(
        _ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D],
        reserved: UInt8 = 0
    ) -> [UInt8] {
        var frame = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
        let bit: UInt8 = mask == nil ? 0 : 0x80
        if payload.count < 126 {
            frame.append(bit | UInt8(payload.count))
        } else if payload.count < 65_536 {
            frame += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        } else {
            frame.append(bit | 127)
            for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(payload.count >> shift & 255)) }
        }
        guard let mask else { return frame + payload }
        return frame + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    static func text(_ text: String) -> [UInt8] { frame(1, Array(text.utf8)) }

    /// Takes bytes of the other end, and returns the frames that are complete.
    mutating func receive(_ more: [UInt8]) -> [Frame] {
        bytes += more
        var frames: [Frame] = []
        while let frame = next() { frames.append(frame) }
        return frames
    }

    /// The bytes of a frame that is not complete.
    var rest: Int { bytes.count }

    private mutating func next() -> Frame? {
        guard bytes.count >= 2 else { return nil }
        if bytes[0] & 0xF0 != 0x80 { faults.append("no FIN, or RSV: \(bytes[0])") }
        let isMasked = bytes[1] & 0x80 != 0
        if isMasked != isOfClient { faults.append(isMasked ? "masked" : "not masked") }
        let short = Int(bytes[1] & 0x7F)
        let more = short == 126 ? 2 : short == 127 ? 8 : 0
        guard bytes.count >= 2 + more else { return nil }
        let length = more == 0 ? short : bytes[2..<2 + more].reduce(0) { $0 << 8 | Int($1) }
        let start = 2 + more + (isMasked ? 4 : 0)
        guard bytes.count >= start + length else { return nil }
        let mask = isMasked ? Array(bytes[start - 4..<start]) : [0, 0, 0, 0]
        let payload = bytes[start..<start + length].enumerated().map { $1 ^ mask[$0 % 4] }
        let frame = Frame(opcode: bytes[0] & 0x0F, payload: payload)
        bytes.removeFirst(start + length)
        return frame
    }
}
