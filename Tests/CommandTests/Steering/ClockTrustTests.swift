import Foundation
import KernelModel
import SignTestSupport
import Testing

/// Signs that go by the time of day, on machines whose clock is right, is not, or is not known to be.
@Suite("the clock of a sign")
struct ClockTrustTests {
    private static let timed = "message: {text: OK, when: always}\n"
    private static let waiting = """
        schedules and clocks wait until a time service has set the system's clock; to use it as it is, write `clock: trusted` in \
        the sign file
        """

    private func clock(of sign: SteeredSign) throws -> String? {
        try sign.ctl("stats").output.split(separator: "\n").first { $0.hasPrefix("clock: ") }.map(String.init)
    }

    @Test(
        "a sign with a schedule waits for the clock, reports that, and shows the message once a time service has set it",
        arguments: [KernelModel.Clock.unsynchronised, .denied])
    func waits(_ state: KernelModel.Clock) throws {
        let sign = try SteeredSign(Self.timed, clock: state)
        #expect(try !sign.picture().contains("#"))
        try expectEqual(clock(of: sign), "clock: not synchronised")
        #expect(try sign.ctl("stats").output.contains("problem: " + Self.waiting))
        try sign.model.setClock(.synchronised)
        expectEqual(sign.nextStatus(), "showing")
        #expect(try sign.wait { try sign.picture().contains("#") })
        try expectEqual(clock(of: sign), "clock: synchronised")
        try expectEqual(sign.end().errors, ["warning: " + Self.waiting])
    }

    @Test("the service manager gets the status that the sign waits")
    func status() throws {
        let sign = try SteeredSign("message: {text: OK}\n", clock: .unsynchronised)
        let head = "board: max7219-32x8\ncontrol: {socket: ./ctl.sock, state: ./state.json}\n"
        try Data((head + Self.timed).utf8).write(
            to: sign.folder.url.appendingPathComponent("sign.yaml"), options: .atomic)
        sign.reload()
        var received: [String] = []
        while received.last != Self.waiting, let next = sign.nextStatus() { received.append(next) }
        expectEqual(received.last, Self.waiting)
        // The file may trust the clock; that counts at once.
        try Data((head + "clock: trusted\n" + Self.timed).utf8).write(
            to: sign.folder.url.appendingPathComponent("sign.yaml"), options: .atomic)
        sign.reload()
        #expect(try sign.wait { try sign.picture().contains("#") })
        try expectEqual(clock(of: sign), "clock: trusted")
    }

    @Test("the file of systemd-timesyncd counts if the kernel does not answer, or says unsynchronised")
    func mark() throws {
        for state in [KernelModel.Clock.unsynchronised, .denied] {
            let sign = try SteeredSign(Self.timed, clock: state)
            try sign.model.add("run/systemd/timesync/synchronized", "")
            expectEqual(sign.nextStatus(), "showing")
            #expect(try sign.wait { try sign.picture().contains("#") })
            try expectEqual(clock(of: sign), "clock: synchronised")
        }
    }

    @Test(
        "messages that show the time wait, and the sign reports that",
        arguments: [
            "message: {text: \"{clock HH:mm}\"}\n", "brightness: {07:00: 80, \"22:00\": 10}\nmessage: {text: A}\n",
            "message: {parts: [{clock: HH:mm}]}\n", "message: {parts: [{analog-clock: {hour: red, minute: red}}]}\n",
        ])
    func timed(_ text: String) throws {
        let sign = try SteeredSign(text, clock: .denied)
        #expect(try sign.wait { try sign.ctl("stats").output.contains("problem: " + Self.waiting) })
    }

    @Test("a sign without times never waits, whatever the clock says")
    func untimed() throws {
        let sign = try SteeredSign("message: {text: OK}\n", clock: .denied)
        #expect(try sign.picture().contains("#"))
        #expect(try sign.ctl("stats").output.contains("problem: null"))
        #expect(try sign.end().errors.isEmpty)
    }

    @Test("a file or a configuration that trusts the clock shows schedules on a machine that no time service has set")
    func trusted() throws {
        let sign = try SteeredSign("clock: trusted\n" + Self.timed, clock: .unsynchronised)
        #expect(try sign.picture().contains("#"))
        try expectEqual(clock(of: sign), "clock: trusted")
        #expect(try sign.end().errors.isEmpty)
        let configuration = try ScratchFolder()
        let place = configuration.url.appendingPathComponent("ledsign")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("clock: trusted\n".utf8).write(to: place.appendingPathComponent("config.yaml"))
        let variables = ["XDG_CONFIG_HOME": configuration.url.path]
        let usual = try SteeredSign(Self.timed, clock: .unsynchronised, environment: variables)
        #expect(try usual.picture().contains("#"))
        let own = try SteeredSign(
            "clock: synchronised\n" + Self.timed, clock: .unsynchronised, environment: variables)
        #expect(try !own.picture().contains("#"))
    }

    @Test("an unknown value is rejected with the known ones")
    func words() throws {
        let folder = try ScratchFolder()
        try Data("clock: synchronized\nmessage: {text: A}\n".utf8).write(
            to: folder.url.appendingPathComponent("sign.yaml"))
        let run = try CommandRunner.ledsign("check", "sign.yaml", folder: folder.url)
        expectEqual(run.status, 3)
        #expect(
            run.errors.hasPrefix("sign.yaml:1:8: ") && run.errors.contains("synchronised, trusted")
                && run.errors.contains("did you mean \"synchronised\"?"), "\(run.errors)")
    }

    @Test("the doctor says whether schedules wait, and how to trust the clock")
    func doctor() throws {
        let model = try KernelModel()
        func clock(_ state: KernelModel.Clock, _ arguments: String...) throws -> String {
            try model.setClock(state)
            let program = CommandRunner.products.appendingPathComponent("ledsign").path
            let run = try CommandRunner.run(
                program, ["doctor", "--board", "sim-32x8"] + arguments, environment: try model.environment())
            let lines = run.output.components(separatedBy: "\n")
            let first = lines.firstIndex { $0.contains(" clock ") } ?? 0
            return lines[first...].prefix { !$0.isEmpty }
                .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
        }
        try expectEqual(clock(.synchronised), "ok clock the system's clock is synchronised")
        let waiting = """
            note clock no time service has set the system's clock \
            means: schedules wait, and clocks show --:--, until a time service sets it; motion is not affected \
            fix: sudo timedatectl set-ntp true \
            with a battery clock and no network: put clock: trusted into the sign file
            """
        try expectEqual(clock(.unsynchronised), waiting)
        try expectEqual(clock(.denied), waiting)
        let folder = try ScratchFolder()
        try Data("board: sim-32x8\nclock: trusted\nmessage: {text: A}\n".utf8).write(
            to: folder.url.appendingPathComponent("sign.yaml"))
        try expectEqual(
            clock(.denied, "--sign", folder.path("sign.yaml")),
            "ok clock no time service has set the system's clock, but the sign trusts it (clock: trusted)")
    }
}
