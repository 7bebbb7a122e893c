import NetworkPixels
import PixelGraphics
import PixelProtocols
import SignFiles
import Timelines

/// Takes an input as datagrams, each behind two bytes with its length, the sender and the time since the one before.
func receive(_ bytes: [UInt8], of protocol: PixelProtocol) -> Int32 {
    var settings = PixelSettings()
    settings.order = PixelOrder.allCases[bytes.count % 4]
    settings.universePixels = 1 + bytes.count % 170
    var receiver = PixelReceiver(settings, size: Size(width: 17, height: 5))
    var now = Instant.zero
    var place = 0
    var packets: UInt64 = 0
    while place + 3 <= bytes.count {
        let length = min(Int(bytes[place]) << 8 | Int(bytes[place + 1]), bytes.count - place - 3)
        let extra = bytes[place + 2]
        let datagram = bytes[(place + 3)..<(place + 3 + length)]
        now = now + .milliseconds(Int64(extra >> 2) * 40)
        check(receiver.advance(to: now), receiver)
        let address = PixelAddress(ipv4: UInt32(extra & 3))
        check(datagram.withUnsafeBytes { receiver.receive($0, of: `protocol`, from: address, at: now) }, receiver)
        packets += 1
        precondition(receiver.counts.packets == packets, "all packets are counted")
        precondition(receiver.counts.dropped <= packets, "a packet is dropped once")
        place += 3 + length
    }
    _ = receiver.advance(to: now + .seconds(3))
    precondition(receiver.ownerKey == nil && receiver.due == nil, "a silent stream ends")
    precondition(receiver.pixels.allSatisfy { $0 == 0 }, "nothing is left of it")
    return 0
}

private func check(_ outcome: PixelReceiver.Outcome, _ receiver: PixelReceiver) {
    precondition(receiver.pixels.count == 17 * 5 * 3, "the picture keeps its size")
    precondition((receiver.ownerKey != nil) == (receiver.due != nil), "a stream has an end")
    if outcome == .finished { precondition(receiver.ownerKey != nil, "a picture has an owner") }
    if outcome == .ended { precondition(receiver.ownerKey == nil, "an ended stream has none") }
    precondition(receiver.status(at: .zero).others.count <= PixelOwnership.maximumSenders, "senders are bounded")
}
