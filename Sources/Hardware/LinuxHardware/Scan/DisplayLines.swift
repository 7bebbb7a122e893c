import CGPIOLines
import PanelDrivers

/// Lines that a display engine drives, requested from the kernel first; the panel is dark before and after.
///
/// Only the lines that a panel uses change. Output enable is the last to be given to the engine, and the first to be taken back.
struct DisplayLines: ~Copyable {
    /// The kind of registers.
    let block: GPIOBlock
    /// The device file through which they are reached.
    var path: String { mapping.path }
    private let claimed: ClaimedLines
    private let mapping: RegisterMapping
    private let functions: LineFunctions
    /// What the pads of an RP1 were before.
    private let pads: [UInt32]
    /// The stores that give the lines to the engine, and back, so that nothing is allocated then.
    private let connecting, disconnecting: [DarkPlan.Store]
    /// The register that holds whether output enable is the engine's.
    private let sign: DarkPlan.Store

    /// Takes the lines, all at rest; output enable is pulled up from then on.
    ///
    /// - Throws: an error that names the fix, before anything is written to a register.
    init(_ lines: ScanLines) throws(HardwareError) {
        let (block, chip) = try RegisterScanPort.machine()
        for line in lines.outputs where !LineFunctions.displayLines.contains(line) {
            throw HardwareError.lineOutside(line, of: LineFunctions.displayLines)
        }
        let claimed = try ClaimedLines(lines, on: chip)
        let mapping = try RegisterMapping(block)
        let functions = LineFunctions(block: block)
        let others = lines.outputs.filter { $0 != lines.outputEnable }
        pads = block == .rp1 ? RP1Outputs.pads(lines.outputs, read: { mapping.read($0) }) : []
        if block == .rp1 {
            RP1Outputs.prepare(
                lines.outputs, outputEnable: lines.outputEnable, read: { mapping.read($0) },
                write: { mapping.write($0, $1) })
        }
        functions.pullUp(
            lines.outputEnable, read: { mapping.read($0) }, write: { mapping.write($0, $1) },
            wait: { linux_scan_warm_up(Self.pullTime) })
        connecting = (others + [lines.outputEnable]).flatMap { functions.stores($0, .display) }
        disconnecting =
            functions.darkening(outputEnable: lines.outputEnable) + others.flatMap { functions.stores($0, .input) }
        sign = functions.register(of: lines.outputEnable, for: .display)
        self.block = block
        self.functions = functions
        self.mapping = mapping
        self.claimed = claimed
    }

    deinit {
        LineFunctions.make(disconnecting, read: { mapping.read($0) }, write: { mapping.write($0, $1) })
        RP1Outputs.restore(
            pads, of: claimed.lines.outputs, read: { mapping.read($0) }, write: { mapping.write($0, $1) })
    }

    /// The nanoseconds that a pull takes to be set: far more than 150 cycles.
    private static let pullTime: Int64 = 10_000

    /// Whether the engine drives output enable; a guardian may have taken it back.
    var areConnected: Bool { mapping.read(Int(sign.offset)) & sign.mask == sign.value }

    /// Gives the lines to the engine, output enable last; does not allocate.
    func connect() {
        LineFunctions.make(connecting, read: { mapping.read($0) }, write: { mapping.write($0, $1) })
    }

    /// Turns the panel dark at once, and makes the other lines inputs; does not allocate.
    func disconnect() {
        LineFunctions.make(disconnecting, read: { mapping.read($0) }, write: { mapping.write($0, $1) })
    }

    /// How the panel is made dark in place of this process: by making output enable an output that is high.
    ///
    /// - Parameter file: what the guardian keeps open until then.
    /// - Throws: where the descriptor of the request is not known.
    func darkPlan(keeping file: Int32) throws(HardwareError) -> DarkPlan {
        guard let lines = claimed.outputs.darkLines(restLevels: claimed.lines.restLevels) else {
            throw HardwareError.unknownRequest(path)
        }
        return DarkPlan(
            lines: lines,
            action: .registers(
                address: UInt(bitPattern: mapping.registers), path: mapping.path, place: mapping.place,
                length: mapping.length, stores: functions.darkening(outputEnable: claimed.lines.outputEnable)),
            file: file)
    }
}
