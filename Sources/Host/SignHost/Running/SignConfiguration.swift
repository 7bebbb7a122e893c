import Boards
import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import Timelines

/// What a sign shows and where: a sign file or one message, on the device of a board.
public struct SignConfiguration {
    /// What the sign shows.
    public enum Content: Hashable, Sendable {
        /// The sign that a sign file describes; it is read again when it is saved.
        case file(path: String)
        /// One text with the default style.
        case text(String)
    }

    /// What the sign shows.
    public var content: Content
    /// The name of a board, or the path of its file; it overrides the one that the sign file names.
    ///
    /// Without one a text is shown on `sim-64x32`, which has no device.
    public var board: String?
    /// How long the sign runs; nil until a signal ends it.
    public var duration: Nanoseconds?
    /// Receives every frame that the sign shows, with the time since its start.
    public var onFrame: ((_ frame: Frame, _ elapsed: Nanoseconds) -> Void)?

    /// Describes a sign.
    public init(
        _ content: Content, board: String? = nil, duration: Nanoseconds? = nil,
        onFrame: ((_ frame: Frame, _ elapsed: Nanoseconds) -> Void)? = nil
    ) {
        (self.content, self.board, self.duration, self.onFrame) = (content, board, duration, onFrame)
    }
}

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
    /// Connects to servers whose pictures come over WebSockets; nil for none.
    package var connector: LiveConnector?
    /// Where messages for people go.
    package var log: Log

    package init(log: Log) { self.log = log }

    /// How the device is driven, with the stall time that applies without `--stall`.
    func driveSettings(stall defaultStall: Nanoseconds, reportsRealTime: Bool = false) -> DriveSettings {
        var settings = drive
        let stall = stall ?? defaultStall
        settings.stall = stall == .zero ? nil : stall
        settings.reportsRealTime = reportsRealTime
        return settings
    }
}

/// How a sign ended.
public struct SignEnd: Hashable, Sendable {
    /// The number of the signal that ended it; nil for SIGINT, and where its time was over.
    public let signal: Int32?
    /// What it has done, in some lines: frames shown, skipped and late.
    public let report: String
}
