import Foundation
import SignTestSupport
import Testing

/// HUB75 boards with `port: dpi` through the command: descriptions, wires out and in, and the picture that is scanned out.
@Suite struct DisplayEngineTests {
    private let folder: ScratchFolder
    private let message: [String]

    init() throws {
        folder = try ScratchFolder()
        try Data("summary: A\nkind: hub75\npanel: 64x32\nwiring: regular\nport: dpi\n".utf8)
            .write(to: folder.url.appendingPathComponent("engine.yaml"))
        message = ["ГОРОД 21°C", "--board", folder.path("engine.yaml"), "--color", "orange", "--at", "1.5s"]
    }

    private func ledsign(_ arguments: [String]) throws -> Outcome {
        try CommandRunner.run(CommandRunner.products.appendingPathComponent("ledsign").path, arguments)
    }

    private func run(_ arguments: [String]) throws {
        let outcome = try ledsign(arguments)
        try #require(outcome.status == 0, "\(arguments.joined(separator: " ")): \(outcome.errors)")
    }

    @Test("the picture that is scanned out is a PNG of the size that the board's description names")
    func scanOut() throws {
        let shown = try ledsign(["board", "show", folder.path("engine.yaml")])
        #expect(shown.output.contains("port: display engine (DPI) of the Raspberry Pi"))
        #expect(shown.output.contains("refresh: 179 Hz, whatever is shown"))
        #expect(
            shown.output.contains("picture: 1896 x 144 pixels (with blanking 1897 x 147) at 50 MHz, 1 refresh each"))
        try run(["render"] + message + ["--style", "scanout", "--out", folder.path("s.png")])
        let bytes = try folder.bytes("s.png")
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(at: 16) == 1_896 && number(at: 20) == 144)
    }

    @Test("other boards have no such picture, and it is one of a point in time")
    func wrongUse() throws {
        let other = try ledsign([
            "render", "A", "--board", "hub75-64x32", "--style", "scanout", "--out", folder.path("x.png"),
        ])
        #expect(other.status == 1 && other.errors.contains("port: dpi"), "\(other.errors)")
        let moving = try ledsign(
            ["render"] + message.dropLast(2) + ["--style", "scanout", "--out", folder.path("x.gif")])
        #expect(moving.status == 64 && moving.errors.contains(".png"), "\(moving.errors)")
        try Data("summary: A\nkind: hub75\npanel: 64x32\nwiring: regular\nport: dpi\nchain: 8\n".utf8)
            .write(to: folder.url.appendingPathComponent("long.yaml"))
        let long = try ledsign(["board", "check", folder.path("long.yaml")])
        #expect(long.status == 3 && long.errors.contains("cannot be driven on a display engine"), "\(long.errors)")
    }
}
