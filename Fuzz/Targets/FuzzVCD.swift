import PanelSimulation

/// Captures of any form: read, shown on a simulated chain, written and read again.
let fuzzVCD: FuzzTarget = { data, count in
    guard let trace = try? VCDReader.read(input(data, count), path: "fuzz.vcd") else { return -1 }
    var chain = SimulatedMAX7219Chain(count: 2)
    chain.play(trace)
    _ = chain.picture
    guard trace.end <= Int64.max / 2 else { return 0 }
    let grid = trace.edges.allSatisfy { $0.time % 10 == 0 } && trace.start % 10 == 0
    let again = try? VCDReader.read(trace.vcd, path: "again.vcd")
    precondition(again?.edges.count == trace.edges.count, "a written capture reads back")
    precondition(!grid || again?.edges == trace.edges, "a written capture keeps its times")
    return 0
}
