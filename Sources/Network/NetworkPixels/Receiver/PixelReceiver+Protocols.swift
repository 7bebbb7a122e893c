import PixelGraphics
import Timelines

/// What a datagram of each protocol means.
extension PixelReceiver {
    mutating func receiveDDP(
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

    mutating func receiveE131(
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
            let key = PixelSender.Key(levels.cid)
            if levels.isTerminated { return terminate(key, universe: index, at: instant) }
            let admission = admit(key, from: address, priority: levels.priority, name: levels.name, at: instant)
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

    mutating func receiveArtNet(
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

    mutating func receiveFlaschenTaschen(
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
