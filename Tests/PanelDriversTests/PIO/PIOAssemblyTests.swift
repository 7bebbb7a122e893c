import Foundation
import PanelDrivers
import SignTestSupport
import Testing

/// The instructions of the state machine against another assembler: Adafruit's, as scripts/test-tools.sh installs it.
@Suite("PIO assembly")
struct PIOAssemblyTests {
    private static let text = """
        .program hub75
        .side_set 1 opt
        .wrap_target
        begin:
            mov y, status       ; all ones with fewer than two words in the queue
            jmp !y, show
            nop [3]
            set pins, 1         ; OE high, when the next word would act
        waiting:
            mov y, status
            jmp !y, show
            jmp waiting
        show:
            out y, 4
            jmp !y, hold
            nop [1]
            out pins, 28
        column:
            jmp y--, rise side 0 [6]
            jmp begin
        rise:
            jmp column side 1 [7]
        hold:
            out x, 28
            out null, 4
            out pins, 28
        stand:
            jmp x--, stand
        .wrap
        """

    @Test("The instructions are those that another assembler makes of the text")
    func assembled() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let scratch = try ScratchFolder()
        try Data(Self.text.utf8).write(to: scratch.url.appendingPathComponent("hub75.pio"))
        let process = Process()
        process.executableURL = root.appendingPathComponent(".build/test-venv/bin/python")
        process.arguments = [
            "-c",
            "import sys, adafruit_pioasm as a; print(*['%04x' % w for w in a.assemble(open(sys.argv[1]).read())])",
            scratch.path("hub75.pio"),
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "run scripts/test-tools.sh, as `make test` does")
        let words = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        expectEqual(words.compactMap { UInt16($0, radix: 16) }, PIOProgram.instructions)
    }
}
