import PanelDrivers
import Timelines

/// A panel as the refresh thread drives it: it gets finished pictures and sends them to its device.
///
/// A chain of MAX7219 modules keeps its picture itself and is healed from time to time; HUB75 panels show only what they
/// are refreshed with. A call that succeeds does not allocate, lock or log. After an error a panel has to be
/// started again before it shows anything.
package protocol RefreshedPanel: ~Copyable {
    /// What the content side makes of a frame.
    associatedtype Picture: Sendable

    /// Prepares the panel's chips; it is dark afterwards.
    mutating func start(at instant: Instant) throws

    /// Takes over a new picture: sends what it changes, where the panel keeps its picture itself.
    mutating func show(_ picture: borrowing Picture, at instant: Instant) throws

    /// Shows a picture once; only called where `needsRefresh`.
    mutating func refresh(_ picture: borrowing Picture, at instant: Instant) throws

    /// Whether the panel only shows what it is refreshed with, again and again.
    var needsRefresh: Bool { get }

    /// When `heal` is due, unless pictures that change make it later; nil for never.
    var nextHealing: Instant? { get }

    /// Sends the panel its picture again, when that is due.
    mutating func heal(at instant: Instant) throws

    /// Makes the panel dark.
    mutating func stop() throws

    /// What was sent to the device so far.
    var traffic: PanelTraffic { get }

    /// The pulses of light that were too long so far; zero for panels that do not make their pulses by a clock.
    var light: LightCounters { get }
}

/// A panel that keeps its picture, and needs no healing.
extension RefreshedPanel where Self: ~Copyable {
    package var needsRefresh: Bool { false }
    package mutating func refresh(_ picture: borrowing Picture, at instant: Instant) throws {}
    package var nextHealing: Instant? { nil }
    package mutating func heal(at instant: Instant) throws {}
    package var traffic: PanelTraffic { PanelTraffic() }
    package var light: LightCounters { LightCounters() }
}
