import Boards
import PanelDrivers

extension SimulatedMAX7219Chain {
    /// Creates the modules of a board, with the board's clock as the limit.
    ///
    /// - Parameters:
    ///   - sample: the time between two samples of the capture that is decoded, in nanoseconds.
    ///   - allowing: the kinds of violations that are not reported.
    package init(board: MAX7219Board, sample: Int64 = 0, allowing: Set<MAX7219ViolationKind> = []) {
        let layout = board.layout
        guard let wiring = SimulatedModuleWiring.named(layout.type.name) else {
            preconditionFailure("no simulated module is called \(layout.type.name)")
        }
        self.init(
            SimulatedMAX7219Arrangement(
                columns: layout.modules / layout.rows, rows: layout.rows,
                first: SimulatedMAX7219Arrangement.Corner(layout.arrangement.first),
                path: SimulatedMAX7219Arrangement.Path(layout.arrangement.path)),
            wiring: wiring.turned(quarterTurns: layout.rotation.quarterTurns),
            limits: MAX7219WireLimits(clockRate: board.clockRate).loosened(bySample: sample), allowing: allowing)
    }
}

extension SimulatedMAX7219Arrangement.Corner {
    fileprivate init(_ corner: ModuleArrangement.Corner) {
        self =
            switch corner {
            case .topRight: .topRight
            case .topLeft: .topLeft
            case .bottomRight: .bottomRight
            case .bottomLeft: .bottomLeft
            }
    }
}

extension SimulatedMAX7219Arrangement.Path {
    fileprivate init(_ path: ModuleArrangement.Path) {
        self =
            switch path {
            case .straight: .straight
            case .serpentine: .serpentine
            case .serpentineUpright: .serpentineUpright
            }
    }
}
