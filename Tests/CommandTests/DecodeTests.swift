import Foundation
import SignTestSupport
import Testing

@Suite("ledsign decode: captures of other makers")
struct DecodeTests {
    /// A capture as a logic analyser's program writes it: scopes, its own names, picoseconds in steps of 25 ns, levels
    /// that are unknown at first and for a moment later, and signals that are none of ours.
    ///
    /// The words are 0B03 (four digits), 017E, 0209, 0309, 0406 (the digits) and 0C01 (on), clocked with 8 MHz: CLK is
    /// low for 75 ns and high for 50.
    static let capture = """
        $date today $end $version another program $end
        $timescale 1 ps $end
        $scope module logic $end
        $var real 64 a supply $end
        $var wire 8 b counter [7:0] $end
        $scope module spi0 $end
        $var wire 1 ! SCLK $end
        $var wire 1 " MOSI $end
        $var wire 1 # LOAD_n $end
        $upscope $end
        $upscope $end
        $enddefinitions $end
        #0 r4.98 a bx b x! x" x# #500000 b1101 b 0! 0" 1#
        #1000000 0# #1075000 1! #1125000 0! #1200000 1! #1250000 0! #1325000 1! #1375000 0! #1450000 1!
        #1500000 0! #1500000 1" #1575000 1! #1625000 0! #1625000 0" #1700000 1! #1750000 0! #1750000 1"
        #1825000 1! #1875000 0! #1950000 1! #2000000 0! #2000000 0" #2075000 1! #2125000 0! #2200000 1!
        #2250000 0! #2325000 1! #2375000 0! #2450000 1! #2500000 0! #2575000 1! #2625000 0! #2700000 1!
        #2750000 0! #2750000 1" #2825000 1! #2875000 0! #2950000 1! #3000000 0! #3075000 1# #3575000 0#
        #3575000 0" #3650000 1! #3700000 0! #3775000 1! #3825000 0! #3900000 1! #3950000 0! #4025000 1!
        #4075000 0! #4150000 1! #4200000 0! #4275000 1! #4325000 0! #4400000 1! #4450000 0! #4450000 1"
        #4525000 1! #4575000 0! #4575000 0" #4650000 1! #4700000 0! #4700000 1" #4775000 1! #4825000 0!
        #4900000 1! #4950000 0! #5025000 1! #5075000 0! #5150000 1! #5200000 0! #5275000 1! #5325000 0!
        #5400000 1! #5450000 0! #5450000 0" #5525000 1! #5575000 0! #5650000 1# #6150000 0# #6225000 1!
        #6275000 0! #6350000 1! #6400000 0! #6475000 1! #6525000 0! #6600000 1! #6650000 0! #6725000 1!
        #6775000 0! #6850000 1! #6900000 0! #6900000 1" #6975000 1! #7025000 0! #7025000 0" #7100000 1!
        #7150000 0! #7225000 1! #7275000 0! #7350000 1! #7400000 0! #7475000 1! #7525000 0! #7600000 1!
        #7650000 0! #7650000 1" #7725000 1! #7775000 0! #7775000 0" #7850000 1! #7900000 0! #7975000 1!
        #8025000 0! #8025000 1" #8100000 1! #8150000 0! #8225000 1# #8725000 0# #8725000 0" #8800000 1!
        #8850000 0! #8925000 1! #8975000 0! #9050000 1! #9100000 0! #9175000 1! #9225000 0! #9300000 1!
        #9350000 0! #9425000 1! #9475000 0! #9475000 1" #9550000 1! #9600000 0! #9675000 1! #9725000 0!
        #9725000 0" #9800000 1! #9850000 0! #9925000 1! #9975000 0! #10050000 1! #10100000 0! #10175000 1!
        #10225000 0! #10225000 1" #10300000 1! #10350000 0! #10350000 0" #10425000 1! #10475000 0!
        #10550000 1! #10600000 0! #10600000 1" #10675000 1! #10725000 0! #10800000 1# #11300000 0#
        #11300000 0" #11375000 1! #11425000 0! #11500000 1! #11550000 0! #11625000 1! #11675000 0!
        #11750000 1! #11800000 0! #11875000 1! #11925000 0! #11925000 1" #12000000 1! #12050000 0!
        #12050000 0" #12125000 1! #12175000 0! #12250000 1! #12300000 0! #12375000 1! #12425000 0!
        #12500000 1! #12550000 0! #12625000 1! #12675000 0! #12750000 1! #12800000 0! #12875000 1!
        #12925000 0! #12925000 1" #13000000 1! #13050000 0! #13125000 1! #13175000 0! #13175000 0"
        #13250000 1! #13300000 0! #13375000 1# #13875000 0# #13950000 1! #14000000 0! #14075000 1!
        #14125000 0! #14200000 1! #14250000 0! #14325000 1! #14375000 0! #14375000 1" #14450000 1!
        #14500000 0! #14575000 1! #14625000 0! #14625000 0" #14700000 1! #14750000 0! #14825000 1!
        #14875000 0! #14950000 1! #15000000 0! #15075000 1! #15125000 0! #15200000 1! #15250000 0!
        #15325000 1! #15375000 0! #15450000 1! #15500000 0! #15575000 1! #15625000 0! #15700000 1!
        #15750000 0! #15750000 1" #15825000 1! #15875000 0! #15950000 1#
        #16300000 z! #16350000 0! #16450000

        """

    /// Digit 0 of a generic module is its right-most column, with bit 7 at the top.
    private let picture = """
        ........
        .......#
        .......#
        .......#
        .....###
        ....#..#
        ....#..#
        .....##.

        """

    private static let signals = "CLK=SCLK,DIN=MOSI,CS=logic.spi0.LOAD_n"

    /// Decodes a capture for one module; returns what the command did and the picture.
    private func decode(
        _ capture: String, clock: String = "8 MHz", _ options: String...
    ) throws -> (outcome: Outcome, picture: String) {
        let folder = try ScratchFolder()
        let board = """
            summary: One module
            kind: max7219
            modules: 1
            module_type: generic
            device: simulated
            clock: \(clock)
            led_color: red
            """
        try Data(board.utf8).write(to: folder.url.appendingPathComponent("one.yaml"))
        try Data(capture.utf8).write(to: folder.url.appendingPathComponent("c.vcd"))
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["decode", folder.path("c.vcd"), "--board", folder.path("one.yaml"), "--out", folder.path("c.txt")]
                + options)
        let picture = try? folder.text("c.txt")
        return (outcome, picture ?? "")
    }

    @Test("a capture with other names and another timescale shows its picture")
    func otherMaker() throws {
        let decoded = try decode(Self.capture, "--signals", Self.signals)
        #expect(decoded.outcome.status == 0 && decoded.outcome.errors.isEmpty, "\(decoded.outcome.errors)")
        expectEqual(decoded.picture, picture)
    }

    /// Without the signals that are none of ours, at which sigrok-cli 0.7 stops.
    @Test("sigrok's own MAX7219 decoder reads the words in it that are typed above")
    func sigrok() throws {
        let folder = try ScratchFolder()
        let wires = Self.capture.split(separator: "\n").filter { !$0.contains(" supply ") && !$0.contains(" counter ") }
            .joined(separator: "\n").replacingOccurrences(of: "r4.98 a bx b ", with: "")
            .replacingOccurrences(of: "b1101 b ", with: "")
        try Data((wires + "\n").utf8).write(to: folder.url.appendingPathComponent("c.vcd"))
        let decoded = try CommandRunner.tool(
            "sigrok-cli",
            [
                "-i", folder.path("c.vcd"), "-I", "vcd:downsample=25000", "-P",
                "spi:clk=SCLK:mosi=MOSI:cs=LOAD_n,max7219", "-A", "max7219",
            ])
        expectEqual(
            decoded.output,
            """
            max7219-1: Scan limit: 4
            max7219-1: Digit 1: 7E
            max7219-1: Digit 2: 09
            max7219-1: Digit 3: 09
            max7219-1: Digit 4: 06
            max7219-1: Shutdown: off

            """)
    }

    @Test("an earlier instant shows the module while it is off, and says so")
    func earlier() throws {
        let decoded = try decode(Self.capture, "--signals", Self.signals, "--at", "15us")
        expectEqual(decoded.outcome.status, 0)
        #expect(!decoded.picture.contains("#"))
        #expect(decoded.outcome.errors.contains("--running"))
        let running = try decode(Self.capture, "--signals", Self.signals, "--at", "15us", "--running")
        #expect(running.outcome.errors.isEmpty, "\(running.outcome.errors)")
        expectEqual(running.picture, picture)
    }

    /// CS is low from the start on; the first word is gone and of the second one, 017E, are the last bits left: the 13
    /// after #4025000 tell all that counts, the 9 after #4525000 do not tell the register.
    @Test(
        "a capture that begins in the middle of a transfer shows what can be known",
        arguments: [("#4025000 ", "0", 12), ("#4525000 ", "1", 6)])
    func middle(first: String, data: String, lit: Int) throws {
        let start = try #require(Self.capture.range(of: "#0 r4.98"))
        let rest = try #require(Self.capture.range(of: first))
        let capture =
            String(Self.capture[..<start.lowerBound]) + "#0 0! \(data)\" 0#\n" + Self.capture[rest.lowerBound...]
        let decoded = try decode(capture, "--signals", Self.signals, "--running")
        #expect(decoded.outcome.status == 0 && decoded.outcome.errors.isEmpty, "\(decoded.outcome.errors)")
        expectEqual(decoded.picture.filter { $0 == "#" }.count, lit)
        #expect(decoded.picture.hasSuffix(".....##.\n"))
    }

    @Test("what breaks the timing is reported with its name, ends in 3, and can be allowed by that name")
    func allow() throws {
        let reported = try decode(Self.capture, clock: "4 MHz", "--signals", Self.signals)
        expectEqual(reported.outcome.status, 3)
        #expect(reported.outcome.errors.contains("CLK rose 125 ns after it rose before; the chips need 250 ns"))
        #expect(reported.outcome.errors.contains("(clock-too-fast)"))
        expectEqual(reported.picture, picture)
        let sampled = try decode(Self.capture, clock: "7 MHz", "--signals", Self.signals, "--sample", "20ns")
        #expect(sampled.outcome.status == 0 && sampled.outcome.errors.isEmpty, "\(sampled.outcome.errors)")
        for name in ["clock-too-fast", "clockTooFast", "set-up,clock-too-fast"] {
            let allowed = try decode(Self.capture, clock: "4 MHz", "--signals", Self.signals, "--allow", name)
            #expect(allowed.outcome.status == 0 && allowed.outcome.errors.isEmpty, "\(allowed.outcome.errors)")
            expectEqual(allowed.picture, picture)
        }
    }

    @Test("the help names every violation")
    func help() throws {
        let help = try CommandRunner.ledsign("help", "decode").output
        for name in [
            "word-length", "clock-too-fast", "clock-pulse", "set-up", "hold", "chip-select-pulse",
            "chip-select-to-clock", "data-out",
        ] {
            #expect(help.contains(name))
        }
    }
}
