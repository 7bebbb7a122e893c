import Glibc
import PanelDrivers

/// Errors of display engines.
extension HardwareError {
    /// A machine whose display engines have no connector of a kind.
    static func missingConnector(_ connector: DisplayConnector, present: [String]) -> HardwareError {
        HardwareError(
            operation: "find", path: "a \(connector.rawValue) connector", code: ENODEV,
            reason: "this machine has " + (present.isEmpty ? "no connector" : present.joined(separator: ", ")),
            fix: connector == .dpi
                ? "add the line dtoverlay=ledsign-dpi to \(MachineFiles.here.configurationFile) and reboot" : nil)
    }

    /// A card that another program shows something on.
    static func displayTaken(_ path: String, code: Int32) -> HardwareError {
        HardwareError(
            operation: "take the display", path: path, code: code, reason: "another program has it",
            fix: "stop that program; a desktop is turned off by sudo raspi-config nonint do_boot_behaviour B1, "
                + "and a reboot")
    }

    /// A mode that cannot be.
    static func mode(_ mode: ScanOutMode, reason: String, fix: String? = nil) -> HardwareError {
        HardwareError(operation: "scan out", path: mode.words, code: EINVAL, reason: reason, fix: fix)
    }

    /// A picture that the engine does not take.
    static func flipping(_ path: String, code: Int32) -> HardwareError {
        if code == EACCES { return displayTaken(path, code: code) }
        return HardwareError(operation: "show a picture by", path: path, code: code)
    }
}

extension ScanOutMode {
    /// The mode in a few words, such as "1920x341 pixels of 1921x344 at 50000 kHz".
    var words: String {
        "\(columns.visible)x\(lines.visible) pixels"
            + " (+\(columns.frontPorch)+\(columns.sync)+\(columns.backPorch), "
            + "+\(lines.frontPorch)+\(lines.sync)+\(lines.backPorch)) at \(pixelClock) kHz"
    }
}
