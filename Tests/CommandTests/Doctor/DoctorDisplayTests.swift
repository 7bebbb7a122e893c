import Foundation
import KernelModel
import SignTestSupport
import Testing

/// `ledsign doctor` for a board at the display engine, and what it reports about a machine.
@Suite struct DoctorDisplayTests {
    private func run(_ arguments: [String], on machine: KernelModel) throws -> Outcome {
        try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["doctor"] + arguments + ["--root", machine.folder.path], environment: try machine.environment())
    }

    /// A folder with the board `panel.yaml`, whose panel is at the display engine.
    private func board() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try Data("summary: A panel\nkind: hub75\npanel: 64x32\nwiring: regular\nport: dpi\n".utf8).write(
            to: folder.url.appendingPathComponent("panel.yaml"))
        return folder
    }

    /// A Raspberry Pi 3 with the overlay, and with settings that are private.
    private func pi3() throws -> KernelModel {
        let pi = try SamplePis.pi3()
        try pi.add(
            "boot/firmware/config.txt",
            "dtoverlay=vc4-kms-v3d\ndtoverlay=ledsign-dpi\ngpio=18=op,dh\nboot_load_flags=wifi-secret\nhdmi_group=2\n")
        try pi.add(
            "proc/cmdline",
            "console=tty1 root=PARTUUID=0badc0de ip=192.168.7.9::192.168.7.1:255.255.255.0:bakery-window cma=64M\n")
        try pi.add("boot/firmware/overlays/ledsign-dpi.dtbo", "")
        try pi.add("proc/device-tree/ledsign-panel/compatible", "panel-dpi\0")
        try pi.add("proc/device-tree/serial-number", "00000000deadbeef\0")
        try pi.add("etc/hostname", "bakery-window\n")
        try pi.add("sys/class/drm/card0/device/uevent", "DRIVER=vc4-drm\n")
        try pi.add("sys/class/drm/card0-DPI-1/status", "connected\n")
        try pi.add("sys/class/drm/card0-HDMI-A-1/status", "disconnected\n")
        try pi.add("dev/dri/card0", "")
        return pi
    }

    @Test("a board at the display engine is checked for it, and can be driven where the overlay is loaded")
    func good() throws {
        let board = try board()
        let run = try run(["--board", board.path("panel.yaml"), "--json"], on: try pi3())
        expectEqual(run.status, 0, "\(run.output)\(run.errors)")
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let list = try #require(whole["findings"] as? [[String: Any]])
        var levels: [String: String] = [:]
        for finding in list { levels[finding["id"] as? String ?? ""] = finding["level"] as? String }
        for name in ["settings", "overlay", "card", "device", "users", "console", "dark"] {
            expectEqual(levels["display-\(name)"], "ok", "\(name)")
        }
        expectEqual(levels["display-proof"], "note")
        #expect(levels["real-time-share"] == nil)
    }

    @Test("without the overlay the lines of config.txt are printed, and the board cannot be driven")
    func missing() throws {
        let board = try board()
        let run = try run(["--board", board.path("panel.yaml")], on: try SamplePis.pi4())
        expectEqual(run.status, 3, "\(run.errors)")
        for line in ["dtoverlay=vc4-kms-v3d", "dtoverlay=ledsign-dpi", "gpio=18=op,dh"] {
            #expect(run.output.contains("add to /boot/firmware/config.txt: \(line)\n"), "\(line)")
        }
        #expect(run.output.contains("sudo cp /usr/share/ledsign/overlays/ledsign-dpi.dtbo"))
    }

    @Test("the report names machine, kernel, overlay, connectors and settings, and exit code 0 is for any machine")
    func report() throws {
        let board = try board()
        let machine = try pi3()
        try machine.add("proc/812/comm", "mpv\n")
        try machine.addLink("proc/812/fd/9", to: "/dev/dri/card0")
        let run = try run(["--board", board.path("panel.yaml"), "--report"], on: machine)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        for line in [
            "model: Raspberry Pi 3 Model B Rev 1.2, revision a02082", "system: Debian GNU/Linux 13 (trixie)",
            "kernel: 6.12.47+rpt-rpi-v8, aarch64", "overlay: file there, panel in the device tree there",
            "card: /dev/dri/card0, vc4-drm, no console", "    DPI-1 connected, no mode",
            "    HDMI-A-1 disconnected, no mode", "    dtoverlay=ledsign-dpi", "    gpio=18=op,dh", "    hdmi_group=2",
            "command line: console=tty1 cma=64M", "desktop: none; programs at the cards: mpv",
            "state machines: none",
        ] {
            #expect(lines.contains(line), "\(line)\n\(run.output)")
        }
        #expect(lines.contains { $0.hasPrefix("findings: model ok, ") && $0.contains("display-card ok") })
        let desktop = try self.run(["--board", "hub75-64x32", "--report"], on: try SamplePis.desktop())
        #expect(desktop.status == 0 && desktop.output.contains("\ncards: none\n"))
    }

    @Test("the report has no secret: no password, address, host name, user name, serial number or folder")
    func secrets() throws {
        let board = try board()
        let machine = try pi3()
        let run = try run(["--board", board.path("panel.yaml"), "--report"], on: machine)
        for secret in ["wifi-secret", "192.168", "bakery", "deadbeef", "0badc0de", board.url.path, machine.folder.path]
        {
            #expect(!run.output.contains(secret), "\(secret)\n\(run.output)")
        }
        let user = NSUserName()
        #expect(!run.output.split { !$0.isLetter && !$0.isNumber }.map(String.init).contains(user) || user == "pi")
    }

    @Test("--json and --report together are a mistake")
    func both() throws {
        try expectEqual(run(["--json", "--report"], on: try SamplePis.pi5()).status, 64)
    }
}
