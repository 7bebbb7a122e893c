import Schedules
import SignFiles

/// The wall clock of a running sign: the system's, if it is synchronised or if the sign file or configuration trusts
/// it.
struct SignClock {
    /// The clock; the file sets its trust.
    let wall: SystemWallClock
    /// The default if the file does not say.
    private let usual: ClockTrust

    /// - Parameter usual: the default if the file does not say.
    init(_ file: SignFile, usual: ClockTrust) {
        self.usual = usual
        wall = SystemWallClock()
        take(file)
    }

    /// A clock that counts as right when a time service has set it.
    init() {
        usual = .synchronised
        wall = SystemWallClock()
    }

    /// Applies another file; returns whether that changes the trust.
    @discardableResult
    func take(_ file: SignFile) -> Bool {
        let trust = file.clock ?? usual
        defer { wall.trust = trust }
        return wall.trust != trust
    }

    /// The message for a sign that waits for the time.
    static let waiting = """
        schedules and clocks wait until a time service has set the system's clock; to use it as it is, write `clock: trusted` in \
        the sign file
        """

    /// The current trust in the clock, for statistics.
    var state: String {
        if SystemWallClock.isSynchronized { return "synchronised" }
        return wall.trust == .trusted ? "trusted" : "not synchronised"
    }
}
