import PixelProtocols
import Timelines

/// Decides whose pixels are shown: those of the sender that began, until it is silent for a time.
///
/// Of several E1.31 senders it is the one with the highest priority, and of equal ones the one with the smallest CID.
/// It knows up to 16 senders, and allocates nothing after `init`.
package struct PixelOwnership: Sendable {
    /// What becomes of a packet with pixels.
    package enum Admission: Hashable, Sendable {
        /// Its sender owns the stream.
        case owner
        /// Its sender owns the stream from this packet on.
        case newOwner
        /// The stream is another sender's.
        case other
        /// The sender was stopped by hand.
        case refused
    }

    /// What became of the stream.
    package enum Change: Hashable, Sendable {
        case none
        /// Another sender, whose pixels came all the time, owns it.
        case passed
        /// There is no sender.
        case ended
    }

    /// How many senders it distinguishes.
    package static let maximumSenders = 16
    package static let nameBytes = 64

    private let timeout: Nanoseconds
    private var senders: [PixelSender] = []
    private var owning: Int?
    /// The names of the senders, 64 bytes each.
    private var names = [UInt8](repeating: 0, count: maximumSenders * nameBytes)

    package init(timeout: Nanoseconds) {
        self.timeout = timeout
        senders.reserveCapacity(Self.maximumSenders)
    }

    /// The sender that owns the stream; nil for none.
    package var owner: PixelSender? {
        guard let owning else { return nil }
        return senders[owning]
    }

    /// When the owner has been silent for too long; nil without an owner.
    package var due: Instant? {
        guard let owning else { return nil }
        return senders[owning].last + timeout
    }

    /// The other senders whose pixels came lately, but for those who were stopped.
    package func others(at instant: Instant) -> [PixelSender] {
        senders.indices.filter { $0 != owning && !senders[$0].isRefused && isLive($0, instant) }.map { senders[$0] }
    }

    /// The name that a sender gave itself, up to its first zero; anything may be in it.
    package func name(of key: PixelSender.Key) -> [UInt8] {
        guard let index = index(of: key) else { return [] }
        return Array(names[(index * Self.nameBytes)..<((index + 1) * Self.nameBytes)].prefix { $0 != 0 })
    }

    /// Records a packet with pixels.
    package mutating func admit(
        _ key: PixelSender.Key, from address: PixelAddress, priority: UInt8 = 100, name: UnsafeRawBufferPointer? = nil,
        at instant: Instant
    ) -> Admission {
        guard let index = index(of: key) ?? add(key, address, name, at: instant) else { return .other }
        if senders[index].isRefused, !isLive(index, instant) { senders[index].isRefused = false }
        senders[index].last = instant
        senders[index].address = address
        senders[index].priority = priority
        if senders[index].isRefused { return .refused }
        guard let owning else {
            self.owning = index
            return .newOwner
        }
        if owning == index { return .owner }
        guard key.protocol == .e131, senders[owning].key.protocol == .e131, senders[index].precedes(senders[owning])
        else { return .other }
        self.owning = index
        return .newOwner
    }

    /// Records that a sender has ended its stream.
    package mutating func leave(_ key: PixelSender.Key, at instant: Instant) -> Change {
        guard let index = index(of: key) else { return .none }
        senders[index].last = instant - timeout
        return index == owning ? succeed(at: instant) : .none
    }

    /// Ends the stream of an owner that has been silent for too long; the next live sender takes over.
    package mutating func advance(to instant: Instant) -> Change {
        guard let due, due <= instant else { return .none }
        return succeed(at: instant)
    }

    /// Stops everyone who sends now, each until nothing came from it for the time.
    package mutating func stop(at instant: Instant) -> Change {
        for index in senders.indices where isLive(index, instant) { senders[index].isRefused = true }
        defer { owning = nil }
        return owning == nil ? .none : .ended
    }

    /// Lets those who were stopped send again.
    package mutating func allow() {
        for index in senders.indices { senders[index].isRefused = false }
    }

    /// Those who were stopped and still send.
    package func stopped(at instant: Instant) -> [PixelSender] {
        senders.indices.filter { senders[$0].isRefused && isLive($0, instant) }.map { senders[$0] }
    }

    // MARK: Senders

    private func isLive(_ index: Int, _ instant: Instant) -> Bool { senders[index].last + timeout > instant }

    private func index(of key: PixelSender.Key) -> Int? {
        for index in 0..<senders.count where senders[index].key == key { return index }
        return nil
    }

    /// Gives the stream to the first one who waits for it: of E1.31 the one that comes before the others.
    private mutating func succeed(at instant: Instant) -> Change {
        owning = nil
        var best: Int?
        for index in 0..<senders.count where isLive(index, instant) && !senders[index].isRefused {
            guard let other = best else {
                best = index
                continue
            }
            let bothE131 = senders[index].key.protocol == .e131 && senders[other].key.protocol == .e131
            if bothE131 ? senders[index].precedes(senders[other]) : senders[index].began < senders[other].began {
                best = index
            }
        }
        owning = best
        return best == nil ? .ended : .passed
    }

    /// Makes an entry for a sender, in place of the one that was silent for the longest time where all are taken; nil where
    /// those may not go.
    private mutating func add(
        _ key: PixelSender.Key, _ address: PixelAddress, _ name: UnsafeRawBufferPointer?, at instant: Instant
    ) -> Int? {
        let sender = PixelSender(key: key, address: address, priority: 100, began: instant, last: instant)
        var place = senders.count
        if place < Self.maximumSenders {
            senders.append(sender)
        } else {
            place = -1
            for index in 0..<senders.count {
                if index == owning || senders[index].isRefused && isLive(index, instant) { continue }
                if place < 0 || senders[index].last < senders[place].last { place = index }
            }
            guard place >= 0 else { return nil }
            senders[place] = sender
        }
        let name = PacketBytes(name ?? UnsafeRawBufferPointer(start: nil, count: 0))
        for index in 0..<Self.nameBytes { names[place * Self.nameBytes + index] = name[index] }
        return place
    }
}

extension PixelReceiver {
    /// A sender, and what it calls itself, which may be anything.
    package typealias NamedSender = (sender: PixelSender, name: [UInt8])

    /// Says whose pixels are shown, whose came lately and are not, and who was stopped by hand and still sends; allocates.
    package func status(at instant: Instant) -> (owner: NamedSender?, others: [NamedSender], stopped: [NamedSender]) {
        let named = { (sender: PixelSender) in (sender: sender, name: ownership.name(of: sender.key)) }
        return (
            ownership.owner.map(named), ownership.others(at: instant).map(named),
            ownership.stopped(at: instant).map(named)
        )
    }
}

/// How many packets came, and what became of them.
package struct PixelCounts: Hashable, Sendable {
    /// All that came, also those that were dropped.
    package internal(set) var packets: UInt64 = 0
    /// Pictures that were finished.
    package internal(set) var frames: UInt64 = 0
    /// Packets that break the rules of their protocol.
    package internal(set) var malformed: UInt64 = 0
    /// Packets that are not for this sign: other universes and outputs, previews, unknown kinds.
    package internal(set) var ignored: UInt64 = 0
    /// Packets that came too late, or a second time.
    package internal(set) var late: UInt64 = 0
    /// Packets of senders that do not own the stream.
    package internal(set) var fromOthers: UInt64 = 0
    /// Packets of senders that were stopped by hand.
    package internal(set) var refused: UInt64 = 0
    /// Packets from addresses that may not send.
    package internal(set) var foreign: UInt64 = 0

    /// Packets whose pixels were not shown.
    package var dropped: UInt64 { malformed &+ ignored &+ late &+ fromOthers &+ refused &+ foreign }
}

/// Who sends pixels, and since when.
package struct PixelSender: Sendable {
    package typealias Key = PixelSenderKey

    package let key: Key
    package internal(set) var address: PixelAddress
    /// Of E1.31; 100 for others.
    package internal(set) var priority: UInt8
    /// When it began, and when its last pixels came.
    package let began: Instant
    package internal(set) var last: Instant
    /// Whether it was stopped by hand.
    package internal(set) var isRefused = false

    /// Whether its pixels come before another one's; both are of E1.31.
    func precedes(_ other: PixelSender) -> Bool {
        guard priority == other.priority else { return priority > other.priority }
        return (key.high, key.low) < (other.key.high, other.key.low)
    }
}
