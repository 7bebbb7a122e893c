import PanelDrivers

extension SimulatedHUB75 {
    /// The names of the wires that these panels listen to, as captures call them: colours, used address wires, CLK, LAT, OE.
    public var wireNames: [String] {
        let names = HUB75Wires.names(chains: chains)
        return names.indices.filter { wire in usesWire(wire) }.map { names[$0] }
    }

    /// Plays a recording of wires with the names of `HUB75Wires`, its edges up to and including a time.
    ///
    /// Wires that the recording does not have are idle, and the panel had no input before. Light that is on at the end shines
    /// until the recording's end.
    public mutating func play(_ trace: WireTrace, through time: Int64 = .max) {
        let names = HUB75Wires.names(chains: chains)
        let wires = trace.names.map { names.firstIndex(of: $0) ?? -1 }
        var levels = HUB75Wires.idleLevels(chains: chains)
        for (index, wire) in wires.enumerated() where wire >= 0 { levels[wire] = trace.initialLevels[index] }
        begin(levels: levels, at: trace.start)
        for edge in trace.edges {
            if edge.time > time { break }
            self.edge(on: wires[edge.wire], to: edge.level, at: edge.time)
        }
        advance(to: min(trace.end, time))
    }
}

extension WireTrace {
    /// Creates an empty recording of the idle wires of HUB75 panels.
    public static func hub75(chains: Int = 1, start: Int64 = 0) -> WireTrace {
        WireTrace(
            names: HUB75Wires.names(chains: chains), initialLevels: HUB75Wires.idleLevels(chains: chains), start: start)
    }
}
