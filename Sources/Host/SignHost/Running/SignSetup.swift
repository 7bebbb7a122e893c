import Boards
import Schedules
import SignFiles
import Timelines

/// The settings of a runner besides the content of the sign.
package struct SignSetup {
    /// Finds the board.
    package var boards = BoardResolver()
    /// Which clock counts where the sign file has no `clock:`.
    package var defaultClock = ClockTrust.synchronised
    /// How long the sign runs; nil without a limit.
    package var duration: Nanoseconds?
    /// How long the content may hang before the panel goes dark, zero for no limit; nil for the time of the sign file.
    package var stall: Nanoseconds?
    /// How the device is driven; the stall time is that of `stall`.
    package var drive = DriveSettings()
    /// Whether a device that cannot be driven is only a warning, because the outputs show the sign.
    package var isDeviceOptional = false
    /// What shows the sign of a file and a board beside its device, and what lets others reach it.
    package var connections: (Board, SignFile) throws -> SignConnections = { _, _ in SignConnections() }
    /// Where messages for people go.
    package var log: Log

    package init(log: Log) { self.log = log }

    /// How the device is driven.
    ///
    /// - Parameter defaultStall: the stall time if none is given.
    func driveSettings(stall defaultStall: Nanoseconds, reportsRealTime: Bool = false) -> DriveSettings {
        var settings = drive
        let stall = stall ?? defaultStall
        settings.stall = stall == .zero ? nil : stall
        settings.reportsRealTime = reportsRealTime
        return settings
    }
}
