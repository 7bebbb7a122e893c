import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct SimulatedHUB75Tests {
    @Test("the bit that is shifted in first travels farthest: it is that of column 0")
    func shiftOrder() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 4, rowPairs: 1))
        manual.shift(["R1": "#..#", "G1": "##..", "B1": "...#", "R2": ".#.#", "G2": "....", "B2": "#..."])
        manual.latch()
        manual.light(1_000)
        expectEqual(light(manual.panel, color: 0), [[1_000, 0, 0, 1_000], [0, 1_000, 0, 1_000]])
        expectEqual(light(manual.panel, color: 1), [[1_000, 1_000, 0, 0], [0, 0, 0, 0]])
        expectEqual(light(manual.panel, color: 2), [[0, 0, 0, 1_000], [1_000, 0, 0, 0]])
        #expect(manual.panel.violations.isEmpty)
    }

    @Test("what is shifted in more than once is what came last")
    func longShift() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 3, rowPairs: 1))
        manual.shift(["R1": "##.#.#"])
        manual.latch()
        manual.light(1_000)
        expectEqual(light(manual.panel)[0], [1_000, 0, 1_000])
        #expect(manual.panel.violations.isEmpty)
    }

    @Test("parallel chains have colour wires of their own and share the others")
    func chains() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 2, rowPairs: 2, chains: 2))
        manual.shift(["R1": "#.", "R2": "..", "C2_R1": ".#", "C2_R2": "##"])
        manual.set("A+")
        manual.latch()
        manual.light(700)
        expectEqual(manual.panel.size, Size(width: 2, height: 8))
        expectEqual(
            light(manual.panel), [[0, 0], [700, 0], [0, 0], [0, 0], [0, 0], [0, 700], [0, 0], [700, 700]])
    }

    @Test("light adds up over pulses, and what is shifted meanwhile does not show before the latch")
    func sums() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 2, rowPairs: 2))
        manual.shift(["R1": "#."])
        manual.latch()
        manual.light(130)
        manual.light(260)
        manual.set("OE-")
        manual.shift(["R1": ".#"])
        manual.set("OE+")
        manual.latch()
        manual.light(520)
        let red: Int64 = 390 + 700
        expectEqual(light(manual.panel), [[red, 520], [0, 0], [0, 0], [0, 0]])
        manual.set("A+")
        manual.light(1_040)
        expectEqual(light(manual.panel), [[1_090, 520], [0, 1_040], [0, 0], [0, 0]])
        manual.panel.resetLight()
        expectEqual(light(manual.panel), [[0, 0], [0, 0], [0, 0], [0, 0]])
        manual.light(100)
        expectEqual(light(manual.panel), [[0, 0], [0, 100], [0, 0], [0, 0]])
        #expect(manual.panel.violations.isEmpty)
    }

    @Test("light that is still on counts until the last known time")
    func openPulse() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 1))
        manual.shift(["R1": "#"])
        manual.latch()
        manual.set("OE-")
        let start = manual.time
        #expect(manual.panel.isEnabled)
        manual.panel.advance(to: start + 450)
        expectEqual(light(manual.panel), [[450], [0]])
        manual.panel.resetLight()
        manual.panel.advance(to: start + 460)
        expectEqual(light(manual.panel), [[10], [0]])
        manual.panel.advance(to: start)
        expectEqual(manual.panel.time, start + 460)
        manual.panel.edge(on: HUB75Wires.outputEnable, to: true, at: start + 500)
        manual.panel.advance(to: start + 9_000)
        expectEqual(light(manual.panel), [[50], [0]])
    }

    @Test("while LAT is high the outputs follow the shift registers")
    func transparentLatch() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 2, rowPairs: 1, allowing: [.latchWhileLit, .clockCount]))
        manual.shift(["R1": "##"])
        manual.set("OE-")
        manual.set("LAT+")
        manual.set("CLK+ R1-")
        manual.set("CLK-")
        manual.set("CLK+")
        manual.set("LAT-")
        manual.set("CLK-")
        manual.set("CLK+")
        manual.set("OE+")
        // Both lit for 100 ns, then the second one dark, then both.
        expectEqual(light(manual.panel), [[300, 100], [0, 0]])
    }

    @Test("with a lag every pulse loses that much light, and short ones have none")
    func lag() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 1, oeLag: 250))
        manual.shift(["R1": "#"])
        manual.latch()
        for length: Int64 in [100, 250, 260, 1_000] { manual.light(length) }
        let lit: Int64 = 10 + 750
        expectEqual(light(manual.panel), [[lit], [0]])
        manual.set("OE-")
        manual.panel.advance(to: manual.time + 251)
        expectEqual(light(manual.panel), [[761], [0]])
    }

    @Test("a change within a pulse with a lag shares its light")
    func lagAndChange() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 2, oeLag: 150, allowing: [.addressWhileLit]))
        manual.shift(["R1": "#"])
        manual.latch()
        manual.set("OE-")
        manual.set("A+")
        manual.set("A-")
        manual.set("OE+")
        expectEqual(light(manual.panel), [[100], [50], [0], [0]])
    }

    @Test("the edges of one instant act together in any order")
    func oneInstant() {
        let edges = ["R1+ CLK+", "CLK+ R1+"]
        for edge in edges {
            var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 2))
            manual.set(edge)
            manual.set("CLK- R1-")
            manual.latch()
            manual.set("OE-")
            manual.set("OE+ LAT+ A+")
            manual.set("LAT-")
            manual.set("A- OE-")
            manual.set("OE+")
            expectEqual(light(manual.panel), [[200], [0], [0], [0]])
            expectEqual(summary(manual.panel), ["set-up 100 0 10"])
        }
    }

    @Test("a wire that changes twice at an instant has a pulse of no length there")
    func twiceAtAnInstant() {
        var panel = SimulatedHUB75(columns: 1, rowPairs: 1)
        panel.edge(on: HUB75Wires.color(0, chain: 0), to: true, at: 100)
        panel.edge(on: HUB75Wires.clock, to: true, at: 200)
        panel.edge(on: HUB75Wires.clock, to: false, at: 200)
        panel.edge(on: HUB75Wires.latch, to: true, at: 300)
        panel.edge(on: HUB75Wires.latch, to: false, at: 300)
        panel.edge(on: HUB75Wires.outputEnable, to: false, at: 400)
        panel.edge(on: HUB75Wires.outputEnable, to: true, at: 500)
        expectEqual(light(panel), [[100], [0]])
        expectEqual(summary(panel), ["clock-pulse 200 0 25", "latch-pulse 300 0 20"])
    }

    @Test("LEDs of other colours on the wires, and LEDs that zeros light")
    func wiring() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 1, rowPairs: 1, ledColors: [0, 2, 1]))
        manual.shift(["R1": ".", "G1": "#", "B1": "."])
        manual.latch()
        manual.light(100)
        expectEqual([0, 1, 2].map { manual.panel.light(x: 0, y: 0, color: $0) }, [0, 0, 100])
        manual = ManualHUB75(SimulatedHUB75(columns: 2, rowPairs: 1, isInverted: true))
        manual.shift(["R1": ".#", "G1": "##", "B1": "##", "R2": "##", "G2": "##", "B2": "##"])
        manual.latch()
        manual.light(100)
        expectEqual(light(manual.panel, color: 0), [[100, 0], [0, 0]])
        expectEqual(light(manual.panel, color: 1), [[0, 0], [0, 0]])
        // What was given to the LEDs stays when other bits come.
        manual.shift(["R1": "##"])
        manual.latch()
        expectEqual(light(manual.panel, color: 0), [[100, 0], [0, 0]])
        expectEqual(light(manual.panel, color: 1), [[0, 0], [0, 0]])
    }

    @Test("numbers that no panel has are clamped, and places outside have no light")
    func clamping() {
        let least = SimulatedHUB75(columns: 0, rowPairs: -1, chains: 0, oeLag: .min, ledColors: [])
        expectEqual(least.size, Size(width: 1, height: 2))
        let most = SimulatedHUB75(columns: 1, rowPairs: 99, chains: 99, oeLag: .max, ledColors: [7, 7, 7])
        expectEqual(most.size, Size(width: 1, height: 384))
        expectEqual(most.light(x: -1, y: 0, color: 0), 0)
        expectEqual(most.light(x: 0, y: 384, color: 0), 0)
        expectEqual(most.light(x: 0, y: 0, color: 3), 0)
        var panel = SimulatedHUB75(columns: 1, rowPairs: 1)
        for wire in [-1, 14, 43, 64, .max, .min] { panel.edge(on: wire, to: true, at: .max) }
        expectEqual(panel.time, 0)
        panel.disturb(register: .min)
        panel.begin(levels: [])
        #expect(!panel.isEnabled)
    }
}
