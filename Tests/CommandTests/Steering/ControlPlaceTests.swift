import Foundation
import KernelModel
import SignTestSupport
import Testing

/// Where a sign listens, and where `ledsign ctl` looks for it.
@Suite("The socket of a sign")
struct ControlPlaceTests {
    private func start(_ folder: ScratchFolder, _ variables: [String: String]) throws -> (RunningProgram, KernelModel) {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        try Data("board: max7219-32x8\nmessage: {text: Open, name: door}\n".utf8).write(
            to: folder.url.appendingPathComponent("sign.yaml"))
        let environment = try model.environment().merging(variables) { $1 }
        return (try RunningProgram("run", folder.path("sign.yaml"), environment: environment), model)
    }

    @Test("a sign says where it listens, and the command finds it there")
    func found() throws {
        let folder = try ScratchFolder()
        let (sign, model) = try start(folder, ["XDG_RUNTIME_DIR": folder.path(".")])
        let words = "note: `ledsign ctl` reaches this sign at \(folder.path("."))/ledsign.sock"
        let isSaid = try sign.wait { try sign.errors().contains(words) }
        let errors = try sign.errors()
        #expect(isSaid, "\(errors)")
        let list = try CommandRunner.ledsign("ctl", "list", environment: ["XDG_RUNTIME_DIR": folder.path(".")])
        #expect(list.status == 0 && list.output.contains("door"), "\(list.errors)")
        try withExtendedLifetime(model) { try expectEqual(sign.end().status, 0) }
    }

    @Test("without a sign the command names every place that it looked at, also one that a sign has left")
    func missing() throws {
        let folder = try ScratchFolder()
        let list = try CommandRunner.ledsign("ctl", "list", environment: ["XDG_RUNTIME_DIR": folder.path(".")])
        expectEqual(list.status, 1)
        expectEqual(
            list.errors,
            "Error: no sign listens at \(folder.path("."))/ledsign.sock or /run/ledsign/ledsign.sock; start one with `ledsign run "
                + "SIGN.yaml`, or give its socket with --socket\n")
    }
}
