import PanelDrivers

/// The state machine that a board with `port: pio` is for.
extension Checkup {
    /// The device file of the state machines.
    package static let stateMachines = "/dev/pio0"

    /// All findings about the state machine.
    var stateMachine: [Finding] {
        [stateMachineModel, stateMachineDevice, stateMachineUsers].compactMap { $0 } + [stateMachineProof]
    }

    private var hasStateMachines: Bool { machine.model.flatMap(GPIOBlock.init(model:)) == .rp1 }

    /// Whether the machine has state machines at its header.
    private var stateMachineModel: Finding? {
        guard isRaspberryPi, !hasStateMachines else { return nil }
        return .problem(
            "pio-model", "this model has no state machines",
            means: "only the Raspberry Pi 5, 500 and Compute Module 5 do",
            fix: .advice("set `port: registers` in a copy of the board file, which drives the same wiring"))
    }

    /// Whether the kernel offers the state machines, and this user may open them.
    private var stateMachineDevice: Finding? {
        guard hasStateMachines else { return nil }
        let path = Self.stateMachines
        guard let device = machine.device(path) else {
            if machine.isContainer {
                return .problem(
                    "pio-device", "\(path) is missing", means: "\(needs.board) needs it",
                    fix: .advice("give the container the device: --device \(path)"))
            }
            return .problem(
                "pio-device", "\(path) is missing",
                means:
                    "the kernel has no driver (Raspberry Pi kernels from 6.6.62 on have it, those of Debian do not), the "
                    + "boot EEPROM is from before the end of 2024, or the device comes late, which some kernels do",
                fix: [
                    .advice("wait for half a minute and run this again; then look for errors of rp1-pio"),
                    .command("sudo dmesg | grep -i rp1"), .command("sudo rpi-eeprom-update -a"), .reboot,
                ])
        }
        guard !device.mayUse, device.group == "root" || !device.groupMayUse else {
            return access("pio-device", to: device)
        }
        // Raspberry Pi OS has this rule; older images and Ubuntu do not.
        return .problem(
            "pio-device", "\(machine.user.name) may not open \(path)", means: "\(needs.board) needs it",
            fix: [
                .file(
                    "/etc/udev/rules.d/60-pio.rules",
                    line: #"SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660""#),
                .command("sudo usermod -aG gpio \(machine.user.name)"), .reboot,
            ])
    }

    /// Whether another program has the state machines open: all share a memory of 32 instructions.
    private var stateMachineUsers: Finding? {
        guard machine.device(Self.stateMachines) != nil else { return nil }
        let users = machine.holders.filter { $0.path == Self.stateMachines }
        guard !users.isEmpty else {
            return .ok("pio-users", "no other program is known to have \(Self.stateMachines) open")
        }
        return .warning(
            "pio-users", "\(Self.stateMachines) is open in " + users.map(\.description).joined(separator: ", "),
            means:
                "\(PIOProgram.instructions.count) of 32 instructions have to be free, and some programs, such as Piomatter and "
                + "rpi-rgb-led-matrix, take all of them",
            fix: users.map(\.stop))
    }

    /// That nothing drives hardware by this port yet.
    private var stateMachineProof: Finding {
        .problem(
            "pio-proof", "port: pio is only simulated so far", means: "no machine can drive \(needs.board)",
            fix: .advice(
                "set `port: registers` in a copy of the board file, which drives the same wiring; what this command prints "
                    + "with --report on a Raspberry Pi 5 helps to finish this port"))
    }
}
