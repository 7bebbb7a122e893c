import PanelSimulation
import Settings
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
            ("", 0, "\"\" is not WIRE=NAME, as in CLK=D0,DIN=D1,CS=D2"),
            ("CLK", 0, "\"CLK\" is not WIRE=NAME, as in CLK=D0,DIN=D1,CS=D2"),
            ("CLK=D0,", 7, "\"\" is not WIRE=NAME, as in CLK=D0,DIN=D1,CS=D2"),
            ("CLK=", 0, "\"CLK=\" needs the signal's name in the capture after it"),
            ("CLOCK=D0", 0, "this panel has no wire \"CLOCK\"; its wires are CLK, DIN, CS"),
            ("CLK=D0,CLK=D1", 7, "CLK is given twice"),
            ("=D0", 0, "this panel has no wire \"\"; its wires are CLK, DIN, CS"),
        ])
    func refuses(text: String, offset: Int, words: String) {
        #expect(throws: TextError("signals: " + words, at: offset)) { try SignalSelection(parsing: text) }
    }
}
