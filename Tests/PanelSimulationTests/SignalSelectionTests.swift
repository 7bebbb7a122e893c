import PanelSimulation
import SignTestSupport
import Testing

@Suite struct SignalSelectionTests {
    @Test("wires get the variables that the list names; the others keep their own names")
    func parses() throws {
        try expectEqual(SignalSelection(parsing: "CLK=D0,DIN=D1,CS=D2").variables, ["D0", "D1", "D2"])
        try expectEqual(SignalSelection(parsing: "CS=spi.cs[0]").variables, ["CLK", "DIN", "spi.cs[0]"])
        try expectEqual(SignalSelection(parsing: "DIN=a=b").variables, ["CLK", "a=b", "CS"])
        expectEqual(SignalSelection().variables, ["CLK", "DIN", "CS"])
        try expectEqual(SignalSelection(parsing: "LAT=L", wires: ["CLK", "LAT"]).variables, ["CLK", "L"])
    }

    @Test(
        "an invalid list is rejected with the reason",
        arguments: [
            ("", SignalSelectionError.noEqualsSign(item: "")), ("CLK", .noEqualsSign(item: "CLK")),
            ("CLK=D0,", .noEqualsSign(item: "")), ("CLK=", .noVariable(wire: "CLK")),
            ("CLOCK=D0", .unknownWire("CLOCK", known: ["CLK", "DIN", "CS"])),
            ("CLK=D0,CLK=D1", .namedTwice(wire: "CLK")), ("=D0", .unknownWire("", known: ["CLK", "DIN", "CS"])),
        ])
    func refuses(text: String, expected: SignalSelectionError) {
        #expect(throws: expected) { try SignalSelection(parsing: text) }
    }

    @Test("the messages say what is expected")
    func wording() {
        expectEqual(
            "\(SignalSelectionError.unknownWire("CLOCK", known: ["CLK", "DIN"]))",
            "signals: this panel has no wire \"CLOCK\"; its wires are CLK, DIN")
    }
}
