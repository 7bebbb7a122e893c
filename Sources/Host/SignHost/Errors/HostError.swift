import LinuxSystem

/// Why a sign cannot be started or had to end.
package enum HostError: Error, Hashable, Sendable {
    /// The thread that drives the panel ended by itself.
    case refreshThreadEnded
    /// The thread that drives the panel does not end, or ended by itself; whether the panel is dark nevertheless.
    case refreshThreadStuck(hasEnded: Bool, isDark: Bool)
    /// The panel did not respond when it was made dark.
    case panelMayBeLit(reason: String?)
    /// The device reported a problem.
    case device(String)
    /// The device of a board cannot be driven.
    case boardNotDriven(board: String, reason: String)
    /// The frame log cannot be written; the error number.
    case frameLog(path: String, code: Int32)
    /// Messages cannot be queued: the kernel refused a resource; the error number.
    case messageQueue(resource: String, code: Int32)
    /// The group of the control socket is unknown.
    case unknownGroup(String)
    /// The folder that LEDSIGN_DATA names does not have the program's data.
    case wrongDataFolder(String)
    /// The program's data was not found in any of these places.
    case missingDataFolder([String])
    /// A file cannot be read.
    case unreadable(file: String, reason: String)
    /// A file is too large.
    case tooLarge(file: String, mebibytes: Int)
    /// The default board cannot be read.
    case defaultBoard(reason: String)
}

extension HostError: CustomStringConvertible {
    /// What is wrong, where, and the fix.
    package var description: String {
        switch self {
        case .refreshThreadEnded: "the thread that drives the panel has died"
        case .refreshThreadStuck(let hasEnded, let isDark):
            isDark
                ? "the thread that drives the panel \(Self.state(hasEnded)); the panel was made dark without it"
                : "the panel may still be lit: the thread that drives it \(Self.state(hasEnded)); cut its power"
        case .panelMayBeLit(let reason): "the panel may still be lit: \(reason ?? "it does not respond")"
        case .device(let problem): problem
        case .boardNotDriven(let board, let reason):
            "the board \(board) cannot be driven: \(reason). With --simulate its wires are simulated and shown in the "
                + "terminal, with or without the device"
        case .frameLog(let path, let code): "the frame log \(path) cannot be written: \(SystemCallError.reason(code))"
        case .messageQueue(let resource, let code): "no \(resource) for messages: \(SystemCallError.reason(code))"
        case .unknownGroup(let name): "unknown group \"\(name)\" (control: group in the sign file)"
        case .wrongDataFolder(let path):
            "LEDSIGN_DATA names \(path), which has no folders boards/ and fonts/; name the folder that has them"
        case .missingDataFolder(let places):
            "the folders boards/ and fonts/ were not found in \(places.joined(separator: ", ")); set LEDSIGN_DATA to the "
                + "folder that has them"
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)"
        case .tooLarge(let file, let mebibytes): "\(file) has more than \(mebibytes) MiB; give a shorter one"
        case .defaultBoard(let reason):
            "\(reason) (the board is named by $LEDSIGN_BOARD or the configuration file)"
        }
    }

    private static func state(_ hasEnded: Bool) -> String { hasEnded ? "has died" : "does not end" }
}
