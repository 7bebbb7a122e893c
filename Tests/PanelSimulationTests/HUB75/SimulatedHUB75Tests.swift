import HardwareInterfaces
import PanelSimulation
import PixelGraphics
import Testing

@Suite struct SimulatedHUB75Tests {
    @Test("the bit that is shifted in first travels farthest: it is that of column 0")
    func shiftOrder() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 4, rowPairs: 1))
        hand.shift(["R1": "#..#", "G1": "##..", "B1": "...#", "R2": ".#.#", "G2": "....", "B2": "#..."])
        hand.latch()
        hand.light(1_000)
        #expect(light(hand.panel, color: 0) == [[1_000, 0, 0, 1_000], [0, 1_000, 0, 1_000]])
        #expect(light(hand.panel, color: 1) == [[1_000, 1_000, 0, 0], [0, 0, 0, 0]])
        #expect(light(hand.panel, color: 2) == [[0, 0, 0, 1_000], [1_000, 0, 0, 0]])
        #expect(hand.panel.violations.isEmpty)
    }

    @Test("what is shifted in more than once is what came last")
    func longShift() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 3, rowPairs: 1))
        hand.shift(["R1": "##.#.#"])
        hand.latch()
        hand.light(1_000)
        #expect(light(hand.panel)[0] == [1_000, 0, 1_000])
        #expect(hand.panel.violations.isEmpty)
    }

    @Test("parallel chains have colour wires of their own and share the others")
    func chains() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 2, rowPairs: 2, chains: 2))
        hand.shift(["R1": "#.", "R2": "..", "C2_R1": ".#", "C2_R2": "##"])
        hand.set("A+")
        hand.latch()
        hand.light(700)
        #expect(hand.panel.size == Size(width: 2, height: 8))
        #expect(light(hand.panel) == [[0, 0], [700, 0], [0, 0], [0, 0], [0, 0], [0, 700], [0, 0], [700, 700]])
    }

    @Test("light adds up over pulses, and what is shifted meanwhile does not show before the latch")
    func sums() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 2, rowPairs: 2))
        hand.shift(["R1": "#."])
        hand.latch()
        hand.light(130)
        hand.light(260)
        hand.set("OE-")
        hand.shift(["R1": ".#"])
        hand.set("OE+")
        hand.latch()
        hand.light(520)
        let red: Int64 = 390 + 700
        #expect(light(hand.panel) == [[red, 520], [0, 0], [0, 0], [0, 0]])
        hand.set("A+")
        hand.light(1_040)
        #expect(light(hand.panel) == [[1_090, 520], [0, 1_040], [0, 0], [0, 0]])
        hand.panel.resetLight()
        #expect(light(hand.panel) == [[0, 0], [0, 0], [0, 0], [0, 0]])
        hand.light(100)
        #expect(light(hand.panel) == [[0, 0], [0, 100], [0, 0], [0, 0]])
        #expect(hand.panel.violations.isEmpty)
    }

    @Test("light that is still on counts until the time that was heard of last")
    func openPulse() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 1, rowPairs: 1))
        hand.shift(["R1": "#"])
        hand.latch()
        hand.set("OE-")
        let start = hand.time
        #expect(hand.panel.isEnabled)
        hand.panel.advance(to: start + 450)
        #expect(light(hand.panel) == [[450], [0]])
        hand.panel.resetLight()
        hand.panel.advance(to: start + 460)
        #expect(light(hand.panel) == [[10], [0]])
        hand.panel.advance(to: start)
        #expect(hand.panel.time == start + 460)
        hand.panel.edge(on: HUB75Wires.outputEnable, to: true, at: start + 500)
        hand.panel.advance(to: start + 9_000)
        #expect(light(hand.panel) == [[50], [0]])
    }

    @Test("while LAT is high the outputs follow the shift registers")
    func transparentLatch() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 2, rowPairs: 1, allowing: [.latchWhileLit, .clockCount]))
        hand.shift(["R1": "##"])
        hand.set("OE-")
        hand.set("LAT+")
        hand.set("CLK+ R1-")
        hand.set("CLK-")
        hand.set("CLK+")
        hand.set("LAT-")
        hand.set("CLK-")
        hand.set("CLK+")
        hand.set("OE+")
        // Both lit for 100 ns, then the second one dark, then both.
        #expect(light(hand.panel) == [[300, 100], [0, 0]])
    }

    @Test("with a lag every pulse loses that much light, and short ones have none")
    func lag() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 1, rowPairs: 1, oeLag: 250))
        hand.shift(["R1": "#"])
        hand.latch()
        for length: Int64 in [100, 250, 260, 1_000] { hand.light(length) }
        let lit: Int64 = 10 + 750
        #expect(light(hand.panel) == [[lit], [0]])
        hand.set("OE-")
        hand.panel.advance(to: hand.time + 251)
        #expect(light(hand.panel) == [[761], [0]])
    }

    @Test("a change within a pulse with a lag shares its light")
    func lagAndChange() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 1, rowPairs: 2, oeLag: 150, allowing: [.addressWhileLit]))
        hand.shift(["R1": "#"])
        hand.latch()
        hand.set("OE-")
        hand.set("A+")
        hand.set("A-")
        hand.set("OE+")
        #expect(light(hand.panel) == [[100], [50], [0], [0]])
    }

    @Test("the edges of one instant act together in any order")
    func oneInstant() {
        let edges = ["R1+ CLK+", "CLK+ R1+"]
        for edge in edges {
            var hand = HUB75Hand(SimulatedHUB75(columns: 1, rowPairs: 2))
            hand.set(edge)
            hand.set("CLK- R1-")
            hand.latch()
            hand.set("OE-")
            hand.set("OE+ LAT+ A+")
            hand.set("LAT-")
            hand.set("A- OE-")
            hand.set("OE+")
            #expect(light(hand.panel) == [[200], [0], [0], [0]])
            #expect(summary(hand.panel) == ["set-up 100 0 10"])
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
        #expect(light(panel) == [[100], [0]])
        #expect(summary(panel) == ["clock-pulse 200 0 25", "latch-pulse 300 0 20"])
    }

    @Test("LEDs of other colours on the wires, and LEDs that zeros light")
    func wiring() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 1, rowPairs: 1, ledColors: [0, 2, 1]))
        hand.shift(["R1": ".", "G1": "#", "B1": "."])
        hand.latch()
        hand.light(100)
        #expect([0, 1, 2].map { hand.panel.light(x: 0, y: 0, color: $0) } == [0, 0, 100])
        hand = HUB75Hand(SimulatedHUB75(columns: 2, rowPairs: 1, isInverted: true))
        hand.shift(["R1": ".#", "G1": "##", "B1": "##", "R2": "##", "G2": "##", "B2": "##"])
        hand.latch()
        hand.light(100)
        #expect(light(hand.panel, color: 0) == [[100, 0], [0, 0]])
        #expect(light(hand.panel, color: 1) == [[0, 0], [0, 0]])
        // What was given to the LEDs stays when other bits come.
        hand.shift(["R1": "##"])
        hand.latch()
        #expect(light(hand.panel, color: 0) == [[100, 0], [0, 0]])
        #expect(light(hand.panel, color: 1) == [[0, 0], [0, 0]])
    }

    @Test("numbers that no panel has are clamped, and places outside have no light")
    func clamping() {
        let least = SimulatedHUB75(columns: 0, rowPairs: -1, chains: 0, oeLag: .min, ledColors: [])
        #expect(least.size == Size(width: 1, height: 2))
        let most = SimulatedHUB75(columns: 1, rowPairs: 99, chains: 99, oeLag: .max, ledColors: [7, 7, 7])
        #expect(most.size == Size(width: 1, height: 384))
        #expect(most.light(x: -1, y: 0, color: 0) == 0)
        #expect(most.light(x: 0, y: 384, color: 0) == 0)
        #expect(most.light(x: 0, y: 0, color: 3) == 0)
        var panel = SimulatedHUB75(columns: 1, rowPairs: 1)
        for wire in [-1, 14, 43, 64, .max, .min] { panel.edge(on: wire, to: true, at: .max) }
        #expect(panel.time == 0)
        panel.disturb(register: .min)
        panel.begin(levels: [])
        #expect(!panel.isEnabled)
    }
}
