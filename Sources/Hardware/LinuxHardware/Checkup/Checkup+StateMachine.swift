import PanelDrivers

/// The state machine that a board with `port: pio` is for.
extension Checkup {
    /// The device file of the state machines.
    package static var stateMachines: String { MachineFiles.stateMachines }

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
        let path = MachineFiles.stateMachines
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
        guard machine.device(MachineFiles.stateMachines) != nil else { return nil }
        let users = machine.holders.filter { $0.path == MachineFiles.stateMachines }
        let room = "\(PIOProgram.instructions.count) of 32 instructions"
        guard machine.hasRoomForStateMachine == false else {
            let found =
                users.isEmpty
                ? "no other program is known to have \(MachineFiles.stateMachines) open"
                : "\(MachineFiles.stateMachines) is open in " + users.map(\.description).joined(separator: ", ")
            return .ok("pio-users", machine.hasRoomForStateMachine == nil ? found : found + "; \(room) are free")
        }
        return .problem(
            "pio-users", "other programs leave no room for \(room) in \(MachineFiles.stateMachines)",
            means: "\(needs.board) needs them, and programs such as Piomatter and rpi-rgb-led-matrix take all",
            fix: users.isEmpty
                ? [.command("sudo fuser -v \(MachineFiles.stateMachines)")] : users.map(\.stop))
    }

    /// That this port has not been seen to work on a real machine yet.
    private var stateMachineProof: Finding {
        .note(
            "pio-proof", "port: pio has run on an emulated state machine only",
            means: "the rate of words and the levels at the pins are not proven on a Raspberry Pi 5",
            fix: .advice("tell the project what the panel shows, together with what this command prints with --report"))
    }
}
