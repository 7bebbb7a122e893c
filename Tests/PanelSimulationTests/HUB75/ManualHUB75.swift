import PanelDrivers
import PanelSimulation

/// Drives the wires of a HUB75 panel by single steps: slow enough for every chip, 100 ns a step.
struct ManualHUB75 {
    var panel: SimulatedHUB75
    private(set) var time: Int64 = 0

    init(_ panel: SimulatedHUB75) {
        self.panel = panel
    }

    /// Puts levels on wires 100 ns later, all at one instant: `A+ B-`.
    mutating func set(_ changes: String) {
        wait(100)
        for change in changes.split(separator: " ") {
            panel.edge(on: wire(String(change.dropLast())), to: change.last == "+", at: time)
        }
    }

    /// Lets time pass.
    mutating func wait(_ nanoseconds: Int64) {
        time += nanoseconds
    }

    /// Clocks a row in, the text's first characters first: a text for each colour wire, `#` for high.
    mutating func shift(_ texts: [String: String], latchFrom: Int? = nil) {
        let rows = texts.mapValues { text in Array(text) }
        for index in 0..<(rows.values.first?.count ?? 0) {
            let colors = rows.map { name, bits in name + (bits[index] == "#" ? "+" : "-") }
            set(colors.joined(separator: " ") + (index == latchFrom ? " LAT+" : ""))
            set("CLK+")
            set("CLK-")
        }
        if latchFrom != nil { set("LAT-") }
    }

    /// Shows what was shifted in at the outputs.
    mutating func latch() {
        set("LAT+")
        set("LAT-")
    }

    /// Lights the outputs for a time.
    mutating func light(_ nanoseconds: Int64) {
        set("OE-")
        wait(nanoseconds - 100)
        set("OE+")
    }

    /// The wires' numbers, typed from the connector and the names of the agreement.
    private func wire(_ name: String) -> Int {
        let names = [
            "R1": 0, "G1": 1, "B1": 2, "R2": 3, "G2": 4, "B2": 5, "A": 6, "B": 7, "C": 8, "D": 9, "E": 10, "CLK": 11,
            "LAT": 12, "OE": 13, "C2_R1": 14, "C2_G1": 15, "C2_B1": 16, "C2_R2": 17, "C2_G2": 18, "C2_B2": 19,
        ]
        guard let wire = names[name] else { preconditionFailure("there is no wire \(name)") }
        return wire
    }
}

/// The light of one colour as text: a row of numbers for each row of the matrix.
func light(_ panel: SimulatedHUB75, color: Int = 0) -> [[Int64]] {
    (0..<panel.size.height).map { y in
        (0..<panel.size.width).map { x in panel.light(x: x, y: y, color: color) }
    }
}

/// Violations as `kind time found expected`.
func summary(_ panel: SimulatedHUB75) -> [String] {
    panel.violations.map { "\($0.kind.name) \($0.time) \($0.found) \($0.expected)" }
}
