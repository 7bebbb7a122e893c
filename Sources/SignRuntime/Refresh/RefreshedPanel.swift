import Timelines

/// A panel as the refresh thread drives it: it gets finished pictures and sends them to its device.
///
/// A chain of MAX7219 modules keeps its picture itself and is healed from time to time; HUB75 panels show only what they
/// are refreshed with. None of the calls allocates, locks or logs as long as it succeeds. After an error a panel has to be
/// started again before it shows anything.
public protocol RefreshedPanel: ~Copyable {
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

    /// Tells the panel again what it shows, when that is due.
    mutating func heal(at instant: Instant) throws

    /// Makes the panel dark.
    mutating func stop() throws

    /// What was sent to the device so far.
    var traffic: PanelTraffic { get }
}

/// What a panel has sent to its device; zero where that says nothing.
public struct PanelTraffic: Hashable, Sendable {
    /// All messages: starts, pictures that changed something, healings, stops.
    public var messages = 0
    /// The bytes of all messages.
    public var bytes = 0
    /// The messages that told unchanged registers again because it was due.
    public var healings = 0

    /// Nothing was sent.
    public init() {}
}
