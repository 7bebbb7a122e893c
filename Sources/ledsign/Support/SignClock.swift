import Schedules
import SignContent

/// The wall clock that a running sign goes by: the system's, as far as its file or the configuration trusts it.
struct SignClock {
    /// The clock; its trust follows the file.
    let wall: SystemWallClock
    /// What counts where the file says nothing.
    private let usual: ClockTrust

    /// Reads the configuration file.
    ///
    /// - Throws: where the configuration file has problems.
    init(_ file: SignFile) throws {
        usual = try Configuration.load().clock ?? .synchronised
        wall = SystemWallClock()
        take(file)
    }

    /// A clock that is right when a time service says so.
    init() {
        usual = .synchronised
        wall = SystemWallClock()
    }

    /// Goes by another file from now on; returns whether that trusts another clock.
    @discardableResult
    func take(_ file: SignFile) -> Bool {
        let trust = file.clock ?? usual
        defer { wall.trust = trust }
        return wall.trust != trust
    }

    /// What is said of a sign that waits for the time.
    static let waiting = """
        schedules and clocks wait until a time service has set the system's clock; `clock: trusted` in the sign file goes by it \
        as it is
        """

    /// How far the clock can be trusted now, for statistics.
    var state: String {
        if SystemWallClock.isSynchronized { return "synchronised" }
        return wall.trust == .trusted ? "trusted" : "not synchronised"
    }
}
