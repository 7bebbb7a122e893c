import Timelines

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

    /// Takes a packet of Art-Net.
    package mutating func take(_ levels: ArtNetPacket.Levels, universe index: Int, at instant: Instant) -> Step {
        if case .artNet(let last) = synchrony, instant - last < Self.lossOfArtNet {
            isHeld = true
        } else {
            (isHeld, synchrony) = (false, .none)
        }
        let sequence = levels.sequence == 0 ? nil : levels.sequence
        // Some senders count and never go on: their pixels count all the same.
        return take(levels.slots, universe: index, sequence: sequence, dropsEqual: false, at: instant)
    }

    /// Takes a synchronization packet of E1.31; one for other levels than those that came last changes nothing.
    package mutating func synchronize(address: UInt16, at instant: Instant) -> Step {
        guard address != 0, address == awaited else { return .elsewhere }
        synchrony = .e131(address: address, last: instant)
        return show()
    }

    /// Takes an ArtSync.
    package mutating func synchronizeArtNet(at instant: Instant) -> Step {
        synchrony = .artNet(last: instant)
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
        guard levels.synchronization != 0, case .e131(levels.synchronization, let last) = synchrony else {
            return false
        }
        return instant - last < Self.lossOfE131 || !levels.goesOnUnsynchronized
    }
}
