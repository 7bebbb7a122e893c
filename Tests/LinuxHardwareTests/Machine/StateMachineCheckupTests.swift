import SignTestSupport
import Testing

@testable import LinuxHardware

@Suite("Checkup of state machines")
struct StateMachineCheckupTests {
    private func findings(
        model: String = "Raspberry Pi 5 Model B Rev 1.0", device: Machine.DeviceFile?, isContainer: Bool = false,
        holders: [Machine.Holder] = [], hasRoom: Bool? = true
    ) -> [Finding] {
        var machine = Machine()
        machine.model = model
        machine.user.name = "pi"
        machine.isContainer = isContainer
        machine.devices = device.map { [$0] } ?? []
        machine.holders = holders
        machine.hasRoomForStateMachine = device?.mayUse == true ? hasRoom : nil
        let needs = BoardNeeds(board: "window", .stateMachine)
        let data = ProgramData(folder: "/data", boards: 1, brokenBoards: [], fonts: ["sans"])
        return Checkup(machine: machine, needs: needs, data: data, trustsClock: true).findings.filter {
            $0.id.hasPrefix("pio-")
        }
    }

    private func levels(_ findings: [Finding]) -> [String] { findings.map { "\($0.id) \($0.level.rawValue)" } }

    private let open = Machine.DeviceFile(path: "/dev/pio0", group: "gpio")

    @Test("a device that is there and open is right, and the port is still not proven")
    func good() {
        expectEqual(levels(findings(device: open)), ["pio-device ok", "pio-users ok", "pio-proof note"])
    }

    @Test("other models have no state machines")
    func otherModel() {
        let found = findings(model: "Raspberry Pi 4 Model B Rev 1.4", device: nil)
        expectEqual(levels(found), ["pio-model problem", "pio-proof note"])
    }

    @Test("a device that is missing has three reasons, and in a container one")
    func missing() {
        let found = findings(device: nil)
        expectEqual(levels(found), ["pio-device problem", "pio-proof note"])
        #expect(found[0].fix.contains(.command("sudo rpi-eeprom-update -a")))
        let contained = findings(device: nil, isContainer: true)
        expectEqual(contained[0].fix, [.advice("give the container the device: --device /dev/pio0")])
    }

    @Test("a device of root needs a rule, and one of a group the group")
    func closed() {
        let ofRoot = findings(
            device: Machine.DeviceFile(path: "/dev/pio0", mayUse: false, group: "root", groupMayUse: false))
        let rule = "SUBSYSTEM==\"*-pio\", GROUP=\"gpio\", MODE=\"0660\""
        expectEqual(ofRoot[0].fix.first, .file("/etc/udev/rules.d/60-pio.rules", line: rule))
        let ofGroup = findings(device: Machine.DeviceFile(path: "/dev/pio0", mayUse: false, group: "gpio"))
        expectEqual(ofGroup[0].fix.first, .command("sudo usermod -aG gpio pi"))
    }

    @Test("a program that has it open is named, and to be stopped where it leaves no room")
    func users() {
        let holders = [Machine.Holder(process: 812, name: "python3", path: "/dev/pio0")]
        let found = findings(device: open, holders: holders)
        expectEqual(levels(found), ["pio-device ok", "pio-users ok", "pio-proof note"])
        expectEqual(
            found[1].found, "/dev/pio0 is open in process 812 (python3); 18 of 32 instructions are free")
        let full = findings(device: open, holders: holders, hasRoom: false)
        expectEqual(levels(full), ["pio-device ok", "pio-users problem", "pio-proof note"])
        expectEqual(full[1].fix, [.command("kill 812")])
        expectEqual(
            findings(device: open, hasRoom: false)[1].fix, [.command("sudo fuser -v /dev/pio0")])
    }
}
