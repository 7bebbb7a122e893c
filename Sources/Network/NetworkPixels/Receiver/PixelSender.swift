import PixelProtocols
import Timelines

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
