import PanelSimulation
import SignTestSupport
import Testing

@Suite struct VCDReaderTests {
    private let header = """
        $timescale 10 ns $end
        $var wire 1 ! CLK $end
        $var wire 1 " DIN $end
        $var wire 1 # CS $end
        $enddefinitions $end

        """

    private func read(_ text: String, _ selection: String? = nil) throws -> WireTrace {
        let signals = try selection.map { try SignalSelection(parsing: $0) } ?? SignalSelection()
        return try VCDReader.read(Array(text.utf8), path: "a.vcd", selection: signals)
    }

    /// The message of the error that reading throws.
    private func message(_ text: String, _ selection: String? = nil) -> String {
        do {
            return "no error: \(try read(text, selection))"
        } catch {
            return "\(error)"
        }
    }

    private func edges(_ trace: WireTrace) -> [String] {
        trace.edges.map { "\(trace.names[$0.wire])=\($0.level ? 1 : 0)@\($0.time)" }
    }

    @Test("levels at the start are no edges, and neither are values that say the same again")
    func initialLevels() throws {
        let trace = try read(header + "#5\n$dumpvars\n0!\n1\"\n1#\n$end\n#6\n0!\n1!\n#7\n1#\n#9\n")
        expectEqual(trace.names, ["CLK", "DIN", "CS"])
        expectEqual(trace.initialLevels, [false, true, true])
        expectEqual(trace.start, 50)
        expectEqual(trace.end, 90)
        expectEqual(edges(trace), ["CLK=1@60"])
    }

    @Test(
        "any timescale: times become nanoseconds, rounded down",
        arguments: [
            ("1 s", 3_000_000_000), ("100ms", 300_000_000), ("10 us", 30_000), ("100 ns", 300), ("1ns", 3),
            ("100 ps", 0), ("1 ps", 0), ("10 fs", 0),
        ] as [(String, Int64)])
    func timescales(text: String, three: Int64) throws {
        let body = header.replacing("10 ns", with: text) + "0!\n0\"\n1#\n#3\n1!\n#3000\n0!\n"
        let trace = try read(body)
        expectEqual(trace.edges.map(\.time).first, three)
        let thousandfold: Int64 = ["100 ps": 300, "1 ps": 3, "10 fs": 0][text] ?? 1_000 * three
        expectEqual(trace.edges.map(\.time).last, thousandfold)
    }

    @Test("scopes, comments, other variables, vectors, reals, strings, x and z are tolerated")
    func tolerates() throws {
        let trace = try read(
            """
            $date today $end
            $comment #5 0! $end
            $timescale
              1ns
            $end
            $scope module logic $end
            $var reg 1 ab CLK $end
            $var wire 1 b DIN [0] $end
            $var wire 1 c CS $end
            $var wire 8 d bus [7:0] $end
            $var real 64 e volt $end
            $var event 1 f hit $end
            $upscope $end
            $whatever else $end
            $enddefinitions $end
            #10 $dumpvars xab b0 b Zc bxxxxzzzz d r1.5e3 e $end
            #20 1c 0ab b10100101 d
            #30 b1 b $comment 1ab $end rnan e sidle d 1f
            #40 xab 1ab b0 ab $dumpoff xab $end $dumpon 1ab $end
            #50
            """)
        expectEqual(trace.initialLevels, [false, false, true])
        expectEqual(edges(trace), ["DIN=1@30", "CLK=1@40", "CLK=0@40", "CLK=1@40"])
        expectEqual(trace.end, 50)
    }

    @Test("signals are found by other names, by their scopes, and shared identifiers serve several wires")
    func selects() throws {
        let text = """
            $timescale 1 ns $end
            $scope module a $end
            $var wire 1 ! D0 $end
            $var wire 1 % D1 $end
            $upscope $end
            $scope module b $end
            $var wire 1 & D0 $end
            $var wire 1 ' D2 $end
            $var wire 1 ' alias $end
            $upscope $end
            $enddefinitions $end
            #0 0! 0% 0& 1'
            #1 1!
            #2 1&
            #3 0'
            """
        expectEqual(edges(try read(text, "CLK=a.D0,DIN=D1,CS=D2")), ["CLK=1@1", "CS=0@3"])
        expectEqual(edges(try read(text, "CLK=b.D0,DIN=alias,CS=D2")), ["CLK=1@2", "DIN=0@3", "CS=0@3"])
        expectEqual(
            message(text, "CLK=D0,DIN=D1,CS=D2"),
            "a.vcd:11:1: several signals are called D0; write its scopes before it, as in top.D0")
        expectEqual(
            message(text),
            "a.vcd:11:1: no signal is called CLK, DIN, CS; the file has D0, D1, D0, D2, alias "
                + "(name them as in --signals CLK=D0,DIN=D1,CS=D2)")
    }

    @Test(
        "malformed definitions are rejected with their place",
        arguments: [
            ("", "a.vcd:1:1: the file ends before $enddefinitions $end"),
            ("$timescale 1 ns $end\n", "a.vcd:2:1: the file ends before $enddefinitions $end"),
            ("$timescale 1 ns\n", "a.vcd:2:1: the file ends in $timescale"),
            ("hello", "a.vcd:1:1: \"hello\" stands in the definitions; a section such as $var is expected"),
            ("\u{0}\u{1}\u{7F}ELF", "a.vcd:1:3: \"?ELF\" stands in the definitions"),
            ("$timescale 2 ns $end", "a.vcd:1:1: the timescale \"2 ns\" is not 1, 10 or 100"),
            ("$timescale ns $end", "a.vcd:1:1: the timescale \"ns\""),
            ("$timescale 1 parsec $end", "a.vcd:1:1: the timescale \"1 parsec\""),
            ("$timescale $end", "a.vcd:1:1: the timescale \"\""),
            ("$timescale 99999999999999999999 ns $end", "a.vcd:1:1: the timescale"),
            ("$enddefinitions $end", "a.vcd:1:1: the definitions have no $timescale"),
            ("\n  $var wire 1 ! $end", "a.vcd:2:3: \"$var wire 1 !\" is not a type, a width, an identifier"),
            ("$var wire x ! a $end", "a.vcd:1:1: \"$var wire x ! a\" is not"),
            ("$var wire -1 ! a $end", "a.vcd:1:1: \"$var wire -1 ! a\" is not"),
            ("$var wire 99999999999 ! a $end", "a.vcd:1:1: no error"),
            ("$var wire 1 é a $end", "a.vcd:1:1: the identifier \"é\" is not 1 to 16 printable"),
            ("$var wire 1 aaaaaaaaaaaaaaaaa a $end", "a.vcd:1:1: the identifier"),
        ])
    func badDefinitions(text: String, start: String) {
        let found = message(text)
        if start.hasSuffix("no error") {
            #expect(found.contains("the file ends before"))
        } else {
            #expect(found.hasPrefix(start), "\(found)")
        }
    }

    @Test(
        "malformed changes are rejected with their place",
        arguments: [
            ("#", "6:1: the time stamp \"#\" is not a number"), ("#-1", "6:1: the time stamp \"#-1\""),
            ("#1.5", "6:1: the time stamp \"#1.5\""), ("#18446744073709551616", "6:1: the time stamp"),
            ("#922337203685477581", "6:1: the time stamp"), ("#5\n#4", "7:1: the time stamp \"#4\" is before"),
            ("0", "6:1: no $var declares the identifier \"\""), ("0%", "6:1: no $var declares the identifier \"%\""),
            ("#1 1! 1?", "6:7: no $var declares"), ("b1", "6:3: the file ends in a change of value"),
            ("r1.0", "6:5: the file ends in a change"), ("b12 !", "6:1: \"b12\" is neither a change"),
            ("9!", "6:1: \"9!\" is neither a change"), ("hello", "6:1: no $var declares the identifier \"ello\""),
            ("$comment 0!", "6:12: the file ends in $comment"), ("b1 %", "6:4: no $var declares"),
        ])
    func badChanges(body: String, start: String) {
        #expect(message(header + body).hasPrefix("a.vcd:" + start), "\(message(header + body))")
    }

    @Test("a wire of several bits is rejected")
    func wideSignal() {
        let text = header.replacing("wire 1 !", with: "wire 4 !")
        expectEqual(message(text), "a.vcd:5:1: the signal CLK has 4 bits; a wire has one")
    }

    @Test("the largest time is accepted, one more is rejected")
    func largestTime() throws {
        let nanoseconds = header.replacing("10 ns", with: "1 ns")
        try expectEqual(read(nanoseconds + "#9223372036854775807\n").end, Int64.max)
        #expect(message(nanoseconds + "#9223372036854775808\n").contains("below 2^63"))
        let seconds = header.replacing("10 ns", with: "100 s")
        #expect(message(seconds + "#92233720369\n").contains("below 2^63"))
    }

    @Test("an extreme capture plays without a trap")
    func extremeCapture() throws {
        let text = header.replacing("10 ns", with: "1 ns") + "0! 0\" 1#\n#9223372036854775807\n0#\n1!\n0!\n1#\n"
        var chain = SimulatedMAX7219Chain(count: 1)
        chain.play(try read(text))
        #expect(chain.violations.map(\.kind).contains(.wordLength))
    }

    @Test("every prefix of a good file is read or refused, never a trap")
    func truncated() throws {
        let text = Array((header + "#0\n$dumpvars\n0!\nb0 \"\n1#\n$end\n#12\n1!\nr1.5 \"\n#13\n0!\n").utf8)
        for count in 0...text.count {
            _ = try? VCDReader.read(Array(text[..<count]), path: "a.vcd")
        }
        try expectEqual(VCDReader.read(text, path: "a.vcd").edges.count, 2)
    }
}
