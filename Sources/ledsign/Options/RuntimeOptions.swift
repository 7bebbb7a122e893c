import ArgumentParser
import Foundation
import LinuxHardware
import Timelines

/// How a sign runs on its device: the options that `show` and `run` share.
struct RuntimeOptions: ParsableArguments {
    @Flag(help: "Print at the end, and on SIGUSR1, how many frames were shown, skipped and late.")
    var stats = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Make the panel dark when the program hangs for this time; 0 for never. (default: 10s)", valueName: "time"),
        transform: OptionValue.time)
    var stall: Nanoseconds?

    @Option(
        help: ArgumentHelp(
            "Write when each frame was due and when it was shown, in ns since the start.", valueName: "file",
            visibility: .hidden), completion: .file())
    var frameLog: String?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Watch over the panel from a process of its own.", visibility: .hidden))
    var guardian = true

    /// How the device is driven.
    ///
    /// - Parameters:
    ///   - usual: the stall time of the sign's own settings, where the command line gives none.
    ///   - tellsLosses: whether it is said at the start what the kernel refuses, and not only in the statistics.
    func settings(stall usual: Nanoseconds = .seconds(10), tellsLosses: Bool = false) -> DriveSettings {
        let stall = stall ?? usual
        return DriveSettings(
            stall: stall == .zero ? nil : stall, frameLog: frameLog, guardian: origin, tellsLosses: tellsLosses)
    }

    /// Where the guardian comes from: a unit of the service manager names its socket.
    private var origin: FailDark.Origin {
        guard guardian else { return .nowhere }
        let socket = ProcessInfo.processInfo.environment["LEDSIGN_GUARDIAN_SOCKET"] ?? ""
        return socket.isEmpty ? .child : .service(socket: socket)
    }
}
