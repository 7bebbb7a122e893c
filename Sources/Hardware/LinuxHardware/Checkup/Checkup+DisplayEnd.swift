import PanelDrivers

/// What a panel at the display engine shows when no sign drives it, and what of this port is proven.
extension Checkup {
    /// All findings about the time after a sign.
    var displayAtEnd: [Finding] {
        [displayConsole, displayDark, displayProof].compactMap { $0 }
    }

    /// Whether the kernel would put its text console on the panel, or has one beside it on the same card.
    private var displayConsole: Finding? {
        guard let card = displayEngine, let connector = card.dpi else { return nil }
        if let mode = connector.modes.first {
            let entry = machine.boot.configuration?.overlays(prefix: "ledsign-dpi").last?.entry
            let fix: [Finding.Fix]
            if let entry, entry.value.contains("hactive") {
                fix = [.withoutConfiguration(entry.text), .configuration("dtoverlay=ledsign-dpi"), .reboot]
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
                    "it comes back when the sign is killed together with its guardian, and the panel may then light a row "
                    + "at full current",
                fix: starting(
                    with: setting, isThere: machine.boot.nextValue(of: "drm_kms_helper.fbdev_emulation") == "0")
                    + [.advice("costs: no text on any monitor; starting without a monitor helps, too")])
        }
        return .ok("display-console", "no text console is on \(card.path)")
    }

    /// The first kernel that takes a picture away when its program ends, and shows what lies under it.
    private static let firstKernelWithNet = KernelRelease(6, 8)

    /// What turns the panel dark when the sign is killed: the guardian, and on some machines the kernel itself.
    private var displayDark: Finding? {
        guard isRaspberryPi else { return nil }
        if let card = displayEngine, !card.frameBuffers.isEmpty { return nil }
        let means = "the sign's guardian turns the panel dark; nothing does if both are killed in the same instant"
        let care = Finding.Fix.advice("stop the sign by systemctl, and never kill both of its processes")
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
            "display-proof", "port: dpi was tried on emulated Raspberry Pis only",
            means: "the levels at the pins, and that no picture comes late, are not proven on a real one",
            fix: [
                .advice(
                    "tell the project what the panel shows, together with what this command prints with --report")
            ])
    }
}
