import Glibc
import PanelDrivers

/// Errors of display engines.
extension HardwareError {
    /// A machine without a display engine.
    static func missingCard() -> HardwareError {
        HardwareError(
            operation: "find", path: "a display engine", code: ENODEV,
            reason: "\(DisplayConnector.folder) lists no card",
            fix: "add the line dtoverlay=vc4-kms-v3d to \(SystemFacts.configurationFile) and reboot")
    }

    /// A machine whose display engines have no connector of a kind.
    static func missingConnector(_ connector: DisplayConnector, present: [String]) -> HardwareError {
        HardwareError(
            operation: "find", path: "a \(connector.name) connector", code: ENODEV,
            reason: "this machine has " + (present.isEmpty ? "no connector" : present.joined(separator: ", ")),
            fix: connector == .dpi
                ? "add the line dtoverlay=ledsign-dpi to \(SystemFacts.configurationFile) and reboot" : nil)
    }

    /// A card that cannot be opened.
    static func openingCard(_ path: String, code: Int32) -> HardwareError {
        let isGone = code == ENODEV || code == ENXIO
        return opening(
            path, code: code, fix: isGone ? "its driver is gone: reboot; dmesg | grep drm shows why" : nil)
    }

    /// A card that another program shows something on.
    static func displayTaken(_ path: String, code: Int32) -> HardwareError {
        HardwareError(
            operation: "take the display", path: path, code: code, reason: "another program has it",
            fix: "stop that program; a desktop is turned off by sudo raspi-config nonint do_boot_behaviour B1, "
                + "and a reboot")
    }

    /// A card that does not tell what it has, or has not what is needed.
    static func describingCard(_ path: String, code: Int32) -> HardwareError {
        switch code {
        case EOPNOTSUPP:
            HardwareError(
                operation: "scan out pictures by", path: path, code: code,
                reason: "it sets no modes, or has no memory for plain pictures")
        case ENODEV:
            HardwareError(
                operation: "scan out pictures by", path: path, code: code,
                reason: "nothing can scan out to the connector")
        default: HardwareError(operation: "ask what there is of", path: path, code: code)
        }
    }

    /// A mode that cannot be.
    static func mode(_ mode: ScanOutMode, reason: String, fix: String? = nil) -> HardwareError {
        HardwareError(operation: "scan out", path: words(mode), code: EINVAL, reason: reason, fix: fix)
    }

    /// A picture that the engine has no place for.
    static func pictureTooLarge(_ mode: ScanOutMode, path: String, columns: Int, lines: Int) -> HardwareError {
        Self.mode(mode, reason: "\(path) scans out up to \(columns)x\(lines) pixels")
    }

    /// Memory for pictures that the kernel does not give.
    static func makingPicture(_ mode: ScanOutMode, path: String, code: Int32) -> HardwareError {
        HardwareError(
            operation: "make pictures of \(mode.columns.visible)x\(mode.lines.visible) pixels for", path: path,
            code: code,
            fix: code == ENOMEM
                ? "give display engines more memory: dtoverlay=vc4-kms-v3d,cma-128 in "
                    + "\(SystemFacts.configurationFile), and reboot"
                : nil)
    }

    /// A mode that the driver refuses.
    static func settingMode(_ mode: ScanOutMode, path: String, code: Int32) -> HardwareError {
        if code == EACCES { return displayTaken(path, code: code) }
        return HardwareError(
            operation: "scan out \(words(mode)) by", path: path, code: code,
            fix: code == ENOSPC || code == EINVAL ? "the driver refuses this mode: try another pixel clock" : nil)
    }

    /// A driver that has set something else.
    static func otherMode(_ mode: ScanOutMode, path: String, found: ScanOutMode?) -> HardwareError {
        HardwareError(
            operation: "scan out \(words(mode)) by", path: path, code: EINVAL,
            reason: "the driver has set \(found.map(words) ?? "nothing") instead")
    }

    /// A picture that the engine does not take.
    static func flipping(_ path: String, code: Int32) -> HardwareError {
        if code == EACCES { return displayTaken(path, code: code) }
        return HardwareError(operation: "show a picture by", path: path, code: code)
    }

    /// A picture that is not shown after a long time.
    static func flipNotDone(_ path: String) -> HardwareError {
        HardwareError(
            operation: "show a picture by", path: path, code: ETIMEDOUT,
            reason: "the driver does not say that it is shown", fix: "dmesg | grep -i drm shows why")
    }

    /// A mode in a few words, such as "1920x341 pixels of 1921x344 at 50000 kHz".
    private static func words(_ mode: ScanOutMode) -> String {
        let (columns, lines) = (mode.columns, mode.lines)
        return "\(columns.visible)x\(lines.visible) pixels"
            + " (+\(columns.frontPorch)+\(columns.sync)+\(columns.backPorch), "
            + "+\(lines.frontPorch)+\(lines.sync)+\(lines.backPorch)) at \(mode.pixelClock) kHz"
    }
}
