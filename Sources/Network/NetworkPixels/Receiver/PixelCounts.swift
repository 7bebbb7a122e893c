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
    /// Packets that never came, going by their numbers.
    package internal(set) var lost: UInt64 = 0
    /// Packets of senders that do not own the stream.
    package internal(set) var fromOthers: UInt64 = 0
    /// Packets of senders that were stopped by hand.
    package internal(set) var refused: UInt64 = 0
    /// Packets from addresses that may not send.
    package internal(set) var foreign: UInt64 = 0

    /// Packets whose pixels were not shown.
    package var dropped: UInt64 { malformed &+ ignored &+ late &+ fromOthers &+ refused &+ foreign }
}
