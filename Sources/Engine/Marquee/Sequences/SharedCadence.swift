import Timelines

/// The cadence that the parts of a timeline share; see ``Cadence``.
public final class SharedCadence {
    /// How often the parts may change.
    public var cadence: Cadence {
        didSet {
            if cadence != oldValue { revision += 1 }
        }
    }
    /// Grows when the cadence changes.
    public private(set) var revision = 0

    /// Creates a cadence.
    public init(_ cadence: Cadence = .live) {
        self.cadence = cadence
    }

    /// The grid of the instants at which something may change; nil for all.
    func grid(epoch: Instant) -> RefreshGrid? {
        cadence == .live ? nil : RefreshGrid(epoch: epoch, interval: cadence.minimumInterval)
    }
}
