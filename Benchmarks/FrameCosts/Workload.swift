/// Something whose cost per frame is measured: sets itself up, then runs as many frames as asked.
struct Workload: Sendable {
    /// The name on the command line.
    let name: String
    /// What one frame is.
    let summary: String
    /// Sets up and runs; the strings are the further arguments of the command line.
    let run: @Sendable (inout Repetitions, [String]) throws -> Void

    /// All workloads there are.
    static let all = text + drawing + encoding + receivers + hub75 + effects + signs + lists + schedules + pixels
}
