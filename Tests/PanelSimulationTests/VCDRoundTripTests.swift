import PanelSimulation
import SignTestSupport
import Testing

@Suite struct VCDRoundTripTests {
    @Test("a recording is the same after it was written and read")
    func roundTrip() throws {
        var trace = WireTrace.spi(start: 1_500_000_000)
        trace.edge(on: 2, to: false, at: 1_500_000_130)
        trace.edge(on: 1, to: true, at: 1_500_000_130)
        trace.edge(on: 0, to: true, at: 1_500_000_200)
        trace.edge(on: 0, to: false, at: 1_500_000_260)
        trace.extend(to: 1_500_001_000)
        try expectEqual(VCDReader.read(trace.vcd, path: "a.vcd"), trace)
    }

    @Test("the file has the form that other decoders read: no scope, 10 ns, levels, edges, a last time stamp")
    func literalFile() {
        var trace = WireTrace.spi()
        trace.edge(on: 2, to: false, at: 130)
        trace.edge(on: 0, to: true, at: 200)
        trace.extend(to: 260)
        let expected = """
            $version ledsign $end
            $timescale 10 ns $end
            $var wire 1 ! CLK $end
            $var wire 1 " DIN $end
            $var wire 1 # CS $end
            $enddefinitions $end
            #0
            $dumpvars
            0!
            0"
            1#
            $end
            #13
            0#
            #20
            1!
            #26

            """
        expectEqual(String(decoding: trace.vcd, as: UTF8.self), expected)
    }
}
