import PixelGraphics
import PixelProtocols
import Timelines

/// Makes pictures from the packets of one sender.
///
/// A picture is finished by a push, a synchronization packet, the last universe, or 20 ms after the first packet. Pixels that
/// were lost on the way stay as they were. Nothing allocates after `init`.
package struct PixelAssembler: Sendable {
    /// What became of a packet.
    package enum Step: Hashable, Sendable {
        /// Its pixels wait for the rest of the picture.
        case stored
        case finished
        /// It came too late, or a second time.
        case late
        /// It has no pixels of this sign.
        case elsewhere
    }

    package private(set) var buffer: PixelBuffer
    /// When the first packet of the picture came that is not finished yet.
    private(set) var pending: Instant?
    /// Whether what waits is shown by a synchronization packet alone.
    private var isHeld = false
    /// The last synchronization packet: its universe, 0 of Art-Net, and when it came; nil for none.
    private var synchronized: (address: UInt16, last: Instant)?
    /// The universe of synchronization that the last levels of E1.31 named; 0 for none.
    private(set) var awaited: UInt16 = 0

    private let universeBytes: Int
    private let coding: PixelCoding
    /// The number of the last packet of each universe; -1 for none.
    private var sequences: [Int16]
    /// For each universe the picture to which it came last.
    private var arrivals: [UInt32]
    private var arrived = 0
    private var picture: UInt32 = 1
    /// Universes that came and were not terminated.
    private var live = 0

    private var hasPushed = false
    private var pushed: UInt8 = 0
    /// How many packets with pixels have come since the last push.
    private var followers = 0

    /// How long a picture waits for its rest.
    package static let timeout = Nanoseconds.milliseconds(20)

    /// - Parameters:
    ///   - coding: what the bytes of universes are.
    ///   - universeBytes: how many bytes of pixels a universe has, 1 to 512.
    package init(size: Size, order: PixelOrder, coding: PixelCoding, universeBytes: Int) {
        buffer = PixelBuffer(size: size, order: order)
        self.coding = coding
        self.universeBytes = min(max(universeBytes, 1), 512)
        let all = size.width * size.height * coding.bytes
        let universes = (all + self.universeBytes - 1) / self.universeBytes
        sequences = [Int16](repeating: -1, count: universes)
        arrivals = [UInt32](repeating: 0, count: universes)
    }

    /// How many universes the sign has.
    package var universes: Int { sequences.count }

    /// When what came is shown although it is not complete; nil where nothing waits, or waits for synchronization.
    package var due: Instant? { isHeld ? nil : pending.map { $0 + Self.timeout } }

    /// Begins the stream of another sender: all is black, and nothing is remembered.
    package mutating func begin() {
        buffer.clear()
        (isHeld, synchronized, awaited) = (false, nil, 0)
        (hasPushed, pushed, followers, live) = (false, 0, 0, 0)
        for index in sequences.indices { sequences[index] = -1 }
        finish()
    }

    /// Ends the picture, so that the next packet begins another one.
    package mutating func finish() {
        pending = nil
        arrived = 0
        picture &+= 1
        if picture == 0 { picture = 1 }
    }

    /// Ends the picture if its time has come; returns whether there is one to show.
    package mutating func advance(to instant: Instant) -> Bool {
        guard let due, due <= instant else { return false }
        finish()
        return true
    }

    // MARK: Pixels at an offset

    package mutating func take(_ pixels: DDPPacket.Pixels, at instant: Instant) -> Step {
        let sequence = pixels.sequence
        // As WLED does: what comes up to four numbers after its picture was shown belongs to no other one. But numbers begin again
        // after 15 packets, and a picture may have more of them.
        let behind = (Int(pushed) + 15 - Int(sequence)) % 15
        if sequence != 0, pushed != 0, followers <= 4, (1...4).contains(behind) { return .late }
        followers += 1
        buffer.store(pixels.data, at: Int(pixels.offset), coding: pixels.coding)
        if !pixels.data.isEmpty, pending == nil { pending = instant }
        if pixels.isPush {
            (hasPushed, pushed, followers) = (true, sequence, 0)
            finish()
            return .finished
        }
        guard !hasPushed, Int(pixels.offset) + pixels.data.count >= buffer.bytes.count / 3 * pixels.coding.bytes else {
            return .stored
        }
        finish()
        return .finished
    }

    /// Takes pixels of an area, which are a picture of their own.
    package mutating func take(_ data: UnsafeRawBufferPointer, in area: Rectangle, isTransparent: Bool = false) {
        buffer.store(data, in: area, isTransparent: isTransparent)
        finish()
    }

    // MARK: Universes

    /// Takes the levels of a universe.
    ///
    /// - Parameters:
    ///   - index: the number of the universe, counted from the first one of the sign.
    ///   - sequence: the number of the packet in its universe; nil where the sender does not count.
    ///   - dropsEqual: whether a packet with the number of the last one is that one again.
    mutating func take(
        _ slots: UnsafeRawBufferPointer, universe index: Int, sequence: UInt8?, dropsEqual: Bool, at instant: Instant
    ) -> Step {
        guard sequences.indices.contains(index) else { return .elsewhere }
        guard follows(index, sequence, dropsEqual) else { return .late }
        buffer.store(PacketBytes(slots).part(0, universeBytes), at: index * universeBytes, coding: coding)
        if pending == nil { pending = instant }
        if arrivals[index] != picture {
            arrivals[index] = picture
            arrived += 1
        }
        guard !isHeld, index == universes - 1 || arrived == universes else { return .stored }
        finish()
        return .finished
    }

    /// Records that the sender has stopped to send a universe; returns whether that was its last one.
    mutating func terminate(universe index: Int) -> Bool {
        guard sequences.indices.contains(index) else { return live == 0 }
        if sequences[index] >= 0 { live -= 1 }
        sequences[index] = -1
        return live == 0
    }

    /// Whether a packet is newer than the last one of its universe, as E1.31 (6.7.2) decides it.
    private mutating func follows(_ index: Int, _ sequence: UInt8?, _ dropsEqual: Bool) -> Bool {
        let last = sequences[index]
        if last < 0 { live += 1 }
        sequences[index] = Int16(sequence ?? 0)
        guard let sequence, last >= 0 else { return true }
        let step = Int8(truncatingIfNeeded: Int16(sequence) - last)
        if step > -20, step < 0 || step == 0 && dropsEqual {
            sequences[index] = last
            return false
        }
        return true
    }
}

/// Synchronization: pixels wait for a packet that shows those of all universes at once.
extension PixelAssembler {
    /// How long after the last synchronization packet of E1.31 the levels need none (E131_NETWORK_DATA_LOSS_TIMEOUT).
    package static let lossOfE131 = Nanoseconds.milliseconds(2_500)
    /// How long after the last ArtSync the levels need none (Art-Net 4).
    package static let lossOfArtNet = Nanoseconds.seconds(4)

    /// Takes a packet of E1.31.
    ///
    /// - Parameter index: the number of the universe, counted from the first one of the sign.
    package mutating func take(_ levels: E131Packet.Levels, universe index: Int, at instant: Instant) -> Step {
        isHeld = holds(levels, at: instant)
        awaited = levels.synchronization
        return take(levels.slots, universe: index, sequence: levels.sequence, dropsEqual: true, at: instant)
    }

    package mutating func take(_ levels: ArtNetPacket.Levels, universe index: Int, at instant: Instant) -> Step {
        if let last = synchronized?.last, instant - last >= Self.lossOfArtNet { synchronized = nil }
        isHeld = synchronized != nil
        let sequence = levels.sequence == 0 ? nil : levels.sequence
        // Some senders count and never advance: their pixels count all the same.
        return take(levels.slots, universe: index, sequence: sequence, dropsEqual: false, at: instant)
    }

    /// Takes a synchronization packet of E1.31; one for other levels than those that came last changes nothing.
    package mutating func synchronize(address: UInt16, at instant: Instant) -> Step {
        guard address != 0, address == awaited else { return .elsewhere }
        synchronized = (address, instant)
        return show()
    }

    /// Takes an ArtSync.
    package mutating func synchronizeArtNet(at instant: Instant) -> Step {
        synchronized = (0, instant)
        return show()
    }

    private mutating func show() -> Step {
        isHeld = false
        guard pending != nil else { return .stored }
        finish()
        return .finished
    }

    /// Whether levels wait for a synchronization packet: they do after the first one of their address, until such packets stay away,
    /// or without end where the sender asks for that.
    private func holds(_ levels: E131Packet.Levels, at instant: Instant) -> Bool {
        guard levels.synchronization != 0, let synchronized, synchronized.address == levels.synchronization else {
            return false
        }
        return instant - synchronized.last < Self.lossOfE131 || !levels.continuesUnsynchronized
    }
}
