import PixelGraphics
import Timelines

/// Takes datagrams of all protocols from any number of senders, and makes pictures of them.
///
/// Time is a parameter, in order. No call allocates but `init` and those that say what there is.
package struct PixelReceiver: Sendable {
    /// How a sign takes pixels.
    package struct Options: Sendable {
        /// The extent of the zone.
        package var size: Size
        package var order = PixelOrder.rows
        /// The first universe of E1.31.
        package var universe = 1
        /// The first universe of Art-Net.
        package var artNetUniverse = 0
        /// What the bytes of universes are.
        package var coding = PixelCoding.rgb
        /// How many whole pixels a universe has: as many as 512 bytes have at most.
        package var universePixels = 170
        /// How many bytes of pixels a universe has, 1 to 512, so that pixels may begin in one and end in the next one; nil for
        /// whole pixels.
        package var universeChannels: Int?
        /// How long nothing may come before the stream has ended.
        package var timeout = Nanoseconds.milliseconds(2_500)

        package init(size: Size) { self.size = size }
    }

    /// What a call has led to.
    package enum Outcome: Hashable, Sendable {
        case nothing
        /// There is a new picture in `pixels`.
        case finished
        case ended
        /// A sender wants to know which nodes of Art-Net there are.
        case artNetPoll
        /// A sender wants to know the state of the display by DDP.
        case ddpStatus
        /// A sender wants something by DDP that there is not.
        case ddpUnsupported
    }

    package let options: Options
    package internal(set) var counts = PixelCounts()
    var assembler: PixelAssembler
    var ownership: PixelOwnership

    package init(_ options: Options) {
        self.options = options
        let pixels = min(max(options.universePixels, 1), 512 / options.coding.bytes)
        assembler = PixelAssembler(
            size: options.size, order: options.order, coding: options.coding,
            universeBytes: options.universeChannels ?? pixels * options.coding.bytes)
        ownership = PixelOwnership(timeout: options.timeout)
    }

    /// Three bytes for each pixel of the zone, row by row: the picture, once it is finished.
    package var pixels: [UInt8] { assembler.buffer.bytes }

    /// Whose pixels are shown; nil for none.
    package var ownerKey: PixelSender.Key? { ownership.owner?.key }

    /// The universe of E1.31 whose synchronization packets the owner announces; 0 for none.
    package var awaitedSynchronization: UInt16 { assembler.awaited }

    /// Whether there is a sender.
    package var isActive: Bool { ownership.owner != nil }

    /// How many universes the zone has.
    package var universes: Int { assembler.universes }

    /// The universes of Art-Net that the zone has.
    package var artNetUniverses: ClosedRange<UInt16> {
        let first = min(max(options.artNetUniverse, 0), 32_767)
        return UInt16(first)...UInt16(min(first + max(universes, 1) - 1, 32_767))
    }

    /// When `advance` is to be called at the latest; nil where nothing waits.
    package var due: Instant? {
        guard let end = ownership.due else { return nil }
        return assembler.due.map { min($0, end) } ?? end
    }

    /// Does what the time demands: shows pictures that are not complete, and ends the stream of a sender that is silent.
    package mutating func advance(to instant: Instant) -> Outcome {
        switch ownership.advance(to: instant) {
        case .ended:
            assembler.begin()
            return .ended
        case .passed:
            assembler.begin()
            return .nothing
        case .none:
            guard assembler.advance(to: instant) else { return .nothing }
            return finished()
        }
    }

    /// Takes a datagram that came to the port of a protocol.
    package mutating func receive(
        _ datagram: UnsafeRawBufferPointer, of protocol: PixelProtocol, from address: PixelAddress, at instant: Instant
    ) -> Outcome {
        counts.packets &+= 1
        switch `protocol` {
        case .ddp: return receiveDDP(datagram, from: address, at: instant)
        case .e131: return receiveE131(datagram, from: address, at: instant)
        case .artNet: return receiveArtNet(datagram, from: address, at: instant)
        case .flaschenTaschen: return receiveFlaschenTaschen(datagram, from: address, at: instant)
        case .http: return .nothing
        }
    }

    /// Takes a picture of an area, as HTTP hands it over: three bytes a pixel, row by row.
    ///
    /// - Returns: what became of it.
    package mutating func submit(
        _ bytes: UnsafeRawBufferPointer, in area: Rectangle, at instant: Instant
    ) -> PixelOwnership.Admission {
        counts.packets &+= 1
        let key = PixelSender.Key(.http, high: 0, low: 0)
        let admission = admit(key, from: PixelAddress(high: 0, low: 0), at: instant)
        guard admission == .owner || admission == .newOwner else { return admission }
        assembler.take(bytes, in: area)
        _ = finished()
        return admission
    }

    /// Counts a packet from an address that may not send.
    package mutating func recordForeign() {
        counts.packets &+= 1
        counts.foreign &+= 1
    }

    /// Stops everyone who sends now, until nothing came from them for the time.
    package mutating func stop(at instant: Instant) -> Outcome {
        guard ownership.stop(at: instant) == .ended else { return .nothing }
        assembler.begin()
        return .ended
    }

    /// Lets those who were stopped send again.
    package mutating func allow() { ownership.allow() }

    // MARK: Steps

    /// Whether a sender's pixels are taken; begins the stream of one that owns it from now on.
    private mutating func admit(
        _ key: PixelSender.Key, from address: PixelAddress, priority: UInt8 = 100, name: UnsafeRawBufferPointer? = nil,
        at instant: Instant
    ) -> PixelOwnership.Admission {
        let admission = ownership.admit(key, from: address, priority: priority, name: name, at: instant)
        switch admission {
        case .owner: break
        case .newOwner: assembler.begin()
        case .other: counts.fromOthers &+= 1
        case .refused: counts.refused &+= 1
        }
        return admission
    }

    private mutating func finished() -> Outcome {
        counts.frames &+= 1
        return .finished
    }

    private mutating func outcome(_ step: PixelAssembler.Step) -> Outcome {
        counts.lost = assembler.lost
        switch step {
        case .stored: return .nothing
        case .finished: return finished()
        case .late:
            counts.late &+= 1
            return .nothing
        case .elsewhere: return ignored()
        }
    }

    private mutating func ignored() -> Outcome {
        counts.ignored &+= 1
        return .nothing
    }

    private mutating func malformed() -> Outcome {
        counts.malformed &+= 1
        return .nothing
    }
}

/// What a datagram of each protocol means.
extension PixelReceiver {
    private mutating func receiveDDP(
        _ datagram: UnsafeRawBufferPointer, from address: PixelAddress, at instant: Instant
    ) -> Outcome {
        switch DDPPacket.read(datagram, takesWhite: options.coding == .rgbw) {
        case .statusQuery: return .ddpStatus
        case .otherQuery: return .ddpUnsupported
        case .other: return ignored()
        case .malformed: return malformed()
        case .pixels(let pixels):
            let key = PixelSender.Key(.ddp, address)
            if pixels.data.isEmpty {
                // A push alone is no sign of life: some programs never stop sending them.
                guard let owner = ownership.owner, owner.key == key else { return ignored() }
                return outcome(assembler.take(pixels, at: instant))
            }
            guard Self.isTaken(admit(key, from: address, at: instant)) else { return .nothing }
            return outcome(assembler.take(pixels, at: instant))
        }
    }

    private mutating func receiveE131(
        _ datagram: UnsafeRawBufferPointer, from address: PixelAddress, at instant: Instant
    ) -> Outcome {
        switch E131Packet.read(datagram) {
        case .other: return ignored()
        case .malformed: return malformed()
        case .synchronization(let synchronization, _):
            guard let owner = ownership.owner, owner.key.protocol == .e131 else { return ignored() }
            return outcome(assembler.synchronize(address: synchronization, at: instant))
        case .levels(let levels):
            let index = Int(levels.universe) - options.universe
            guard !levels.isPreview, index >= 0, index < universes else { return ignored() }
            if levels.isTerminated { return terminate(levels.cid, universe: index, at: instant) }
            let admission = admit(levels.cid, from: address, priority: levels.priority, name: levels.name, at: instant)
            guard Self.isTaken(admission) else { return .nothing }
            return outcome(assembler.take(levels, universe: index, at: instant))
        }
    }

    /// Ends the stream of a sender of E1.31 that has stopped to send its last universe.
    private mutating func terminate(
        _ key: PixelSender.Key, universe index: Int, at instant: Instant
    ) -> Outcome {
        if let owner = ownership.owner, owner.key == key, !assembler.terminate(universe: index) { return .nothing }
        switch ownership.leave(key, at: instant) {
        case .none: return .nothing
        case .passed:
            assembler.begin()
            return .nothing
        case .ended:
            assembler.begin()
            return .ended
        }
    }

    private mutating func receiveArtNet(
        _ datagram: UnsafeRawBufferPointer, from address: PixelAddress, at instant: Instant
    ) -> Outcome {
        switch ArtNetPacket.read(datagram) {
        case .other: return ignored()
        case .malformed: return malformed()
        case .poll(let range): return range.overlaps(artNetUniverses) ? .artNetPoll : ignored()
        case .synchronization:
            guard let owner = ownership.owner, owner.key == PixelSender.Key(.artNet, address) else { return ignored() }
            return outcome(assembler.synchronizeArtNet(at: instant))
        case .levels(let levels):
            let index = Int(levels.universe) - options.artNetUniverse
            guard index >= 0, index < universes else { return ignored() }
            guard Self.isTaken(admit(PixelSender.Key(.artNet, address), from: address, at: instant)) else {
                return .nothing
            }
            return outcome(assembler.take(levels, universe: index, at: instant))
        }
    }

    private mutating func receiveFlaschenTaschen(
        _ datagram: UnsafeRawBufferPointer, from address: PixelAddress, at instant: Instant
    ) -> Outcome {
        guard let packet = FlaschenTaschenPacket(datagram) else { return malformed() }
        let area = Rectangle(x: packet.x, y: packet.y, width: packet.width, height: packet.height)
        guard !area.intersection(Rectangle(options.size)).isEmpty else { return ignored() }
        let key = PixelSender.Key(.flaschenTaschen, address)
        guard Self.isTaken(admit(key, from: address, at: instant)) else { return .nothing }
        assembler.take(packet.pixels, in: area, isTransparent: packet.layer > 0)
        return finished()
    }

    /// A method of the value would copy it before its argument changes it.
    private static func isTaken(_ admission: PixelOwnership.Admission) -> Bool {
        admission == .owner || admission == .newOwner
    }
}
