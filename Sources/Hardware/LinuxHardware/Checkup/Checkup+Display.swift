import PanelDrivers

/// The display engine that sends pictures to GPIO lines (`port: dpi`), and what has to be set up for it.
///
/// docs/dpi.md says where these facts come from.
extension Checkup {
    /// All findings about the display engine.
    var display: [Finding] {
        let findings = [displaySettings, displayOverlay, displayCard, displayDevice, displayUsers]
        return findings.compactMap { $0 } + displayAtEnd
    }

    /// The card whose pictures go to GPIO lines.
    private var displayEngine: DisplayCard? { machine.cards.first { $0.dpi != nil } }

    /// Whether the engine is a card of its own, as on a Raspberry Pi 5; on older models it is part of that of the monitor.
    private var hasOwnEngine: Bool { machine.model.flatMap(GPIOBlock.init(model:)) == .rp1 }

    // MARK: - Settings

    /// The overlay with which the engine is a display without a console and without pins.
    private static let overlay = "ledsign-dpi"

    /// Overlays that give the engine another panel, and with it the pins; the last one is the firmware's driver of the displays.
    private static let rivals = ["vc4-kms-dpi-", "vc4-kms-vga666", "dpi", "vga666", "hyperpixel", "vc4-fkms-v3d"]

    /// The lines of config.txt that the engine needs.
    private var displayLines: [String] {
        (hasOwnEngine ? [] : ["dtoverlay=vc4-kms-v3d"]) + ["dtoverlay=\(Self.overlay)"]
    }

    private func isSet(_ line: String) -> Bool {
        machine.boot.configuration?.overlays(prefix: String(line.dropFirst("dtoverlay=".count))).isEmpty == false
    }

    /// Whether config.txt has the lines that the engine needs, and none that disables it.
    private var displaySettings: Finding? {
        guard isRaspberryPi else { return nil }
        let path = machine.boot.configurationPath
        let wanted = displayLines.joined(separator: " and ")
        guard let configuration = machine.boot.configuration else {
            return .problem(
                "display-settings", "\(path) cannot be read", means: "the display engine needs the lines \(wanted)",
                fix: displayLines.map { .configuration($0) } + [.reboot])
        }
        let missing = displayLines.filter { !isSet($0) }
        let rivals = Self.rivals.flatMap { configuration.overlays(prefix: $0) }.map(\.entry)
        guard !missing.isEmpty || !rivals.isEmpty else {
            return .ok("display-settings", "\(path) has \(wanted)")
        }
        let there = displayLines.filter(isSet)
        let words = [
            there.isEmpty ? nil : "has \(there.joined(separator: " and "))",
            missing.isEmpty ? nil : "does not have \(missing.joined(separator: " and "))",
            rivals.isEmpty ? nil : "has \(rivals.map(\.text).joined(separator: " and "))",
        ]
        let means =
            rivals.isEmpty
            ? "the kernel does not use the lines of the header as a display"
            : "another panel or another driver uses the display engine"
        return .problem(
            "display-settings", "\(path) " + words.compactMap { $0 }.joined(separator: ", and "), means: means,
            fix: rivals.map(\.removal) + missing.map { .configuration($0) } + [.reboot])
    }

    /// Whether the overlay is where the firmware reads it.
    private var displayOverlay: Finding? {
        guard isRaspberryPi else { return nil }
        let boot = machine.boot
        if machine.hasDisplayPanel {
            return .ok("display-overlay", "the overlay is loaded")
        }
        if boot.hasOverlay { return .ok("display-overlay", "\(boot.overlayPath) is there") }
        return .problem(
            "display-overlay", "\(boot.overlayPath) is missing", means: "the firmware cannot load it",
            fix: [
                .command("sudo cp /usr/share/ledsign/overlays/ledsign-dpi.dtbo \(boot.overlayPath)"), .reboot,
            ])
    }

    // MARK: - The card

    /// Whether the kernel has made a display of the engine.
    private var displayCard: Finding {
        if let card = displayEngine, let connector = card.dpi {
            let driver = card.driver.map { ", driver \($0)" } ?? ""
            return .ok("display-card", "\(card.path) has the connector \(connector.name)\(driver)")
        }
        let others = machine.cards.flatMap(\.connectors).map(\.name)
        let found =
            "no card has a DPI connector"
            + (others.isEmpty ? "" : "; this machine has " + others.joined(separator: ", "))
        let fix: [Finding.Fix]
        if machine.hasDisplayPanel {
            fix = [
                .command("sudo dmesg | grep -i -e vc4 -e dpi -e panel"),
                .advice("the overlay is loaded, but no driver uses it: these messages say why"),
            ]
        } else if isRaspberryPi, machine.boot.hasOverlay, displayLines.allSatisfy(isSet) {
            fix = [
                .reboot,
                .advice(
                    "if that does not help, sudo vclog --msg says why the firmware did not load the overlay"),
            ]
        } else {
            fix = .advice(
                isRaspberryPi
                    ? "first fix display-settings and display-overlay"
                    : "use a Raspberry Pi, or set `port: gpiod` in a copy of the board file, which is slower")
        }
        return .problem("display-card", found, means: "\(needs.board) needs one", fix: fix)
    }

    /// Whether the user may open the card.
    private var displayDevice: Finding? {
        guard let card = displayEngine else { return nil }
        guard let device = machine.device(card.path) else {
            return .problem(
                "display-device", "\(card.path) is missing", means: "\(needs.board) needs it",
                fix: [
                    machine.isContainer
                        ? .advice("give the container the device: --device \(card.path)") : .reboot
                ])
        }
        return access("display-device", to: device)
    }

    /// Whether another program decides what the card shows: only one can.
    private var displayUsers: Finding? {
        let noDesktop: [Finding.Fix] = [.command("sudo systemctl set-default multi-user.target"), .reboot]
        let means = "only one program at a time can use a card, and the sign does not start beside another one"
        let desktop = machine.desktopPrograms
        let users = machine.holders.filter { $0.path == displayEngine?.path }
        if let card = displayEngine, !users.isEmpty {
            var fix: [Finding.Fix] = []
            for user in users where !desktop.contains(user.name) && user.name != "systemd-logind" {
                if !fix.contains(user.stop) { fix.append(user.stop) }
            }
            let names = users.map(\.description).joined(separator: ", ")
            return .problem(
                "display-users", "\(card.path) is open in \(names)", means: means,
                fix: fix.isEmpty || !desktop.isEmpty ? fix + noDesktop : fix)
        }
        guard !desktop.isEmpty else { return .ok("display-users", "no desktop is running") }
        let found = "a desktop is running: \(desktop.joined(separator: ", "))"
        if hasOwnEngine {
            return .warning(
                "display-users", found, means: "if it also opens the card of the panel, the sign does not start",
                fix: noDesktop)
        }
        return .problem("display-users", found, means: means, fix: noDesktop)
    }
}

/// What a panel at the display engine shows when no sign drives it, and what of this port is proven.
extension Checkup {
    /// All findings about the time after a sign.
    private var displayAtEnd: [Finding] {
        [displayConsole, displayDark, displayProof].compactMap { $0 }
    }

    /// Whether the kernel would put its text console on the panel, or has one beside it on the same card.
    private var displayConsole: Finding? {
        guard let card = displayEngine, let connector = card.dpi else { return nil }
        if let mode = connector.modes.first {
            let entry = machine.boot.configuration?.overlays(prefix: "ledsign-dpi").last?.entry
            let fix: [Finding.Fix]
            if let entry, entry.value.contains("hactive") {
                fix = [entry.removal, .configuration("dtoverlay=ledsign-dpi"), .reboot]
            } else {
                fix = [.advice("remove the word of cmdline.txt that begins with video=\(connector.name), and restart")]
            }
            return .warning(
                "display-console", "\(connector.name) lists the mode \(mode)",
                means: "the kernel can put its text console on the panel before and after the sign", fix: fix)
        }
        if !card.frameBuffers.isEmpty {
            let setting = "drm_kms_helper.fbdev_emulation=0"
            return .warning(
                "display-console",
                "\(card.path) has the kernel's text console (\(card.frameBuffers.joined(separator: ", ")))",
                means:
                    "it returns when the sign is killed together with its guardian, and the panel may then light a row "
                    + "at full current",
                fix: starting(
                    with: setting, isThere: machine.boot.nextValue(of: "drm_kms_helper.fbdev_emulation") == "0")
                    + [.advice("costs: no text on any monitor; starting without a monitor also helps")])
        }
        return .ok("display-console", "no text console is on \(card.path)")
    }

    /// The first kernel that removes a picture when its program ends, and shows what lies under it.
    private static let firstKernelWithNet = KernelRelease(6, 8)

    /// What turns the panel dark when the sign is killed: the guardian, and on some machines the kernel itself.
    private var displayDark: Finding? {
        guard isRaspberryPi else { return nil }
        if let card = displayEngine, !card.frameBuffers.isEmpty { return nil }
        let means = "the sign's guardian turns the panel dark; nothing does if both are killed in the same instant"
        let care = Finding.Fix.advice("stop the sign with systemctl, and never kill both of its processes")
        if hasOwnEngine {
            return .note(
                "display-dark", "a Raspberry Pi 5 has one layer, without a dark picture under that of the sign",
                means: means, fix: [care])
        }
        guard let text = machine.kernel, let kernel = KernelRelease(text) else { return nil }
        if kernel < Self.firstKernelWithNet {
            return .note(
                "display-dark", "kernel \(text) does not show a dark picture when the sign is killed", means: means,
                fix: [.advice("use kernel 6.8 or newer: Raspberry Pi OS or Debian 13 (trixie)"), care])
        }
        return .ok("display-dark", "the kernel shows a dark picture when the sign is killed")
    }

    /// That this port has not been seen to work on a real machine yet.
    private var displayProof: Finding {
        .note(
            "display-proof", "port: dpi has run on emulated Raspberry Pis only",
            means: "the levels at the pins and the timing of pictures are not proven on a real one",
            fix: .advice("tell the project what the panel shows, together with what this command prints with --report"))
    }
}
