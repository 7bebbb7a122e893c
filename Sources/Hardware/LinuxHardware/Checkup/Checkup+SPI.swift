/// SPI devices.
extension Checkup {
    func spi(_ path: String, transferLength: Int) -> [Finding] {
        guard let device = machine.device(path) else { return [missing(path)] }
        guard device.mayUse else {
            return [
                .problem(
                    "spi-device", "\(machine.user.name) may not open \(path)", means: "\(needs.board) needs it",
                    fix: fix(opening: device))
            ]
        }
        var findings: [Finding] = [.ok("spi-device", "\(path) can be used")]
        let users = machine.holders.filter { $0.path == path }
        if !users.isEmpty {
            let names = users.map { "process \($0.process) (\($0.name))" }.joined(separator: ", ")
            let isService = users.contains { $0.name == "ledsign" }
            findings.append(
                .warning(
                    "spi-users", "\(path) is open in \(names)",
                    means: "the kernel lets both send, and the chain shows what arrives last",
                    fix: isService
                        ? [.command("sudo systemctl stop ledsign")] : users.map { .command("kill \($0.process)") }))
        }
        findings.append(buffer(transferLength))
        return findings
    }

    private func missing(_ path: String) -> Finding {
        let others = machine.devices.filter { $0.path.hasPrefix("/dev/spidev") && !$0.path.hasPrefix("/dev/spidev10.") }
        let found =
            "\(path) is missing"
            + (others.isEmpty ? "" : "; this machine has " + others.map(\.path).joined(separator: ", "))
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let numbers = name.dropFirst("spidev".count).split(separator: ".").compactMap { Int($0) }
        let configuration = machine.boot.configuration
        var fix: [Finding.Fix]
        if !isRaspberryPi {
            fix = [
                .advice(
                    machine.isContainer
                        ? "give the container the device: --device \(path)"
                        : "use a Raspberry Pi, or enable an SPI bus and its spidev device in the device tree of this machine"
                )
            ]
        } else if numbers.first == 0 {
            fix = enabling("dtparam=spi=on", isThere: configuration?.enabling("spi") != nil)
        } else if numbers.count == 2, numbers[0] == 1, numbers[1] <= 2 {
            let overlay = "spi1-\(numbers[1] + 1)cs"
            let isThere = configuration?.overlays(prefix: overlay).isEmpty == false
            fix = enabling("dtoverlay=\(overlay)", isThere: isThere)
        } else {
            fix = [
                .advice(
                    "set `device:` in the board file to a bus of the header: /dev/spidev0.0 to 0.1, /dev/spidev1.0 to 1.2"
                )
            ]
        }
        return .problem("spi-device", found, means: "\(needs.board) needs it", fix: fix)
    }

    /// The kernel's driver rounds every transfer of a message up to 128 bytes (drivers/spi/spidev.c on 64-bit ARM).
    private func buffer(_ transferLength: Int) -> Finding {
        let size = machine.spiBufferSize ?? 4_096
        let room = 8 * ((transferLength + 127) / 128 * 128)
        let found = "the SPI driver's buffer has \(size) byte\(size == 1 ? "" : "s")"
        if size >= room { return .ok("spi-buffer", found + ", a frame takes \(room)") }
        var wanted = 4_096
        while wanted < room { wanted *= 2 }
        let setting = "spidev.bufsiz=\(wanted)"
        return .note(
            "spi-buffer", found + ", a frame takes \(room)",
            means: "a frame needs \((room + size - 1) / max(size, 1)) system calls instead of one",
            fix: starting(with: setting, isThere: machine.boot.nextValue(of: "spidev.bufsiz") == "\(wanted)"))
    }
}
