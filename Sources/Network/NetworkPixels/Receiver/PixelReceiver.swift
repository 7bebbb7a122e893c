import PixelGraphics
import PixelProtocols
import SignFiles
import Timelines

/// Takes datagrams of all protocols from any number of senders, and makes pictures of them.
///
/// Time is a parameter, in order. No call allocates but `init` and those that say what there is.
package struct PixelReceiver: Sendable {
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

    private let settings: PixelSettings
    /// The extent of the zone.
    package let size: Size
    package internal(set) var counts = PixelCounts()
    var assembler: PixelAssembler
    var ownership: PixelOwnership

    package init(_ settings: PixelSettings, size: Size) {
        (self.settings, self.size) = (settings, size)
        let coding = settings.hasWhite ? PixelCoding.rgbw : .rgb
        let pixels = min(max(settings.universePixels, 1), 512 / coding.bytes)
        assembler = PixelAssembler(
            size: size, order: settings.order, coding: coding,
            universeBytes: settings.universeChannels ?? pixels * coding.bytes)
        ownership = PixelOwnership(timeout: settings.timeout)
    }

    /// Three bytes for each pixel of the zone, row by row: the picture, once it is finished.
    package var pixels: [UInt8] { assembler.buffer.bytes }

    /// Whose pixels are shown; nil for none.
    package var ownerKey: PixelSender.Key? { ownership.owner?.key }

    /// The universe of E1.31 whose synchronization packets the owner announces; 0 for none.
    package var awaitedSynchronization: UInt16 { assembler.awaited }

    /// How many universes the zone has.
    package var universes: Int { assembler.universes }

    /// The universes of Art-Net that the zone has.
    package var artNetUniverses: ClosedRange<UInt16> {
        let first = min(max(settings.artNetUniverse, 0), 32_767)
        return UInt16(first)...UInt16(min(first + max(universes, 1) - 1, 32_767))
    }

    /// When `advance` is to be called at the latest; nil where nothing waits.
    package var due: Instant? {
        guard let end = ownership.due else { return nil }
        return assembler.due.map { min($0, end) } ?? end
    }

    /// Does what the time demands: shows pictures that are not complete, and ends the stream of a sender that is silent.
    package mutating func advance(to instant: Instant) -> Outcome {
        let change = ownership.advance(to: instant)
        guard change == .none else { return outcome(change) }
        return assembler.advance(to: instant) ? finished() : .nothing
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
        outcome(ownership.stop(at: instant))
    }

    /// Lets those who were stopped send again.
    package mutating func allow() { ownership.allow() }

    // MARK: Steps

    /// Whether a sender's pixels are taken.
    private mutating func takes(
        _ key: PixelSender.Key, from address: PixelAddress, priority: UInt8 = 100, name: UnsafeRawBufferPointer? = nil,
        at instant: Instant
    ) -> Bool {
        let admission = admit(key, from: address, priority: priority, name: name, at: instant)
        return admission == .owner || admission == .newOwner
    }

    /// Records a packet with pixels; begins the stream of a sender that owns it from now on.
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

    /// Follows a change of the owner: the stream of another one begins black.
    private mutating func outcome(_ change: PixelOwnership.Change) -> Outcome {
        if change != .none { assembler.begin() }
        return change == .ended ? .ended : .nothing
    }

    private mutating func outcome(_ step: PixelAssembler.Step) -> Outcome {
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
        switch DDPPacket.read(datagram, takesWhite: settings.hasWhite) {
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
            guard takes(key, from: address, at: instant) else { return .nothing }
            return outcome(assembler.take(pixels, at: instant))
        }
    }

    private mutating func receiveE131(
        _ datagram: UnsafeRawBufferPointer, from address: PixelAddress, at instant: Instant
    ) -> Outcome {
        switch E131Packet.read(datagram) {
        case .other: return ignored()
        case .malformed: return malformed()
        case .synchronization(let synchronization):
            guard let owner = ownership.owner, owner.key.protocol == .e131 else { return ignored() }
            return outcome(assembler.synchronize(address: synchronization, at: instant))
        case .levels(let levels):
            let index = Int(levels.universe) - settings.universe
            guard !levels.isPreview, index >= 0, index < universes else { return ignored() }
            if levels.isTerminated { return terminate(levels.cid, universe: index, at: instant) }
            guard takes(levels.cid, from: address, priority: levels.priority, name: levels.name, at: instant) else {
                return .nothing
            }
            return outcome(assembler.take(levels, universe: index, at: instant))
        }
    }

    /// Ends the stream of a sender of E1.31 that has stopped to send its last universe.
    private mutating func terminate(
        _ key: PixelSender.Key, universe index: Int, at instant: Instant
    ) -> Outcome {
        if let owner = ownership.owner, owner.key == key, !assembler.terminate(universe: index) { return .nothing }
        return outcome(ownership.leave(key, at: instant))
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
            let index = Int(levels.universe) - settings.artNetUniverse
            guard index >= 0, index < universes else { return ignored() }
            guard takes(PixelSender.Key(.artNet, address), from: address, at: instant) else { return .nothing }
            return outcome(assembler.take(levels, universe: index, at: instant))
        }
    }

    private mutating func receiveFlaschenTaschen(
        _ datagram: UnsafeRawBufferPointer, from address: PixelAddress, at instant: Instant
    ) -> Outcome {
        guard let packet = FlaschenTaschenPacket(datagram) else { return malformed() }
        let area = Rectangle(x: packet.x, y: packet.y, width: packet.width, height: packet.height)
        guard !area.intersection(Rectangle(size)).isEmpty else { return ignored() }
        let key = PixelSender.Key(.flaschenTaschen, address)
        guard takes(key, from: address, at: instant) else { return .nothing }
        assembler.take(packet.pixels, in: area, isTransparent: packet.layer > 0)
        return finished()
    }
}
