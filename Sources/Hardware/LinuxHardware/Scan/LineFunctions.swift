import CGPIOLines
import Glibc
import PanelDrivers

/// The registers that give lines to the display engine and back.
///
/// BCM2837 and BCM2711: BCM2835 ARM Peripherals, chapter 6.1 and 6.2 (GPFSEL: three bits a line, ten lines a register), and BCM2711 ARM
/// Peripherals, chapter 5.2 (pulls). RP1: RP1 Peripherals, chapter 3.1.
extension GPIOBlock {
    /// What drives a line, by the code of BCM chips.
    enum LineFunction: UInt32 {
        case input = 0
        /// An output under the registers that set and clear lines.
        case output = 1
        /// Driven by the display engine: ALT2 of BCM chips, a1 of an RP1.
        case display = 6
    }

    /// The lines that display engines drive: bit n of a pixel is line n + 4.
    static let displayLines = 4...27

    /// The register that has a line's function, and that function's bits there.
    func register(of line: Int, for function: LineFunction) -> DarkPlan.Store {
        switch self {
        case .bcm2837, .bcm2711:
            let shift = UInt32(3 * (line % 10))
            return DarkPlan.Store(offset: UInt32(4 * (line / 10)), value: function.rawValue << shift, mask: 7 << shift)
        case .rp1:
            return DarkPlan.Store(
                offset: UInt32(RP1Outputs.control(of: line)), value: function == .display ? 1 : RP1Outputs.function,
                mask: RP1Outputs.controlMask)
        }
    }

    /// The stores that give a line its function.
    func stores(_ line: Int, _ function: LineFunction) -> [DarkPlan.Store] {
        let choice = register(of: line, for: function)
        guard self == .rp1, function != .display else { return [choice] }
        // Its direction is in a register of its own, with aliases that set and clear.
        let directions = function == .output ? RP1Outputs.settingDirections : RP1Outputs.clearingDirections
        return [DarkPlan.Store(offset: UInt32(directions), value: UInt32(1) << UInt32(line)), choice]
    }

    /// The stores that turn a panel dark, whatever drives output enable: it is an output, and high.
    func darkening(outputEnable line: Int) -> [DarkPlan.Store] {
        let level = DarkPlan.Store(offset: UInt32(setRegister), value: UInt32(1) << UInt32(line))
        return [level] + stores(line, .output)
    }

    /// Pulls a line up while nothing drives it: as it is when the kernel takes it back from a process that was killed.
    ///
    /// An RP1's pads are set by `RP1Outputs`.
    func pullUp(
        _ line: Int, read: (_ offset: Int) -> UInt32, write: (_ offset: Int, _ value: UInt32) -> Void, wait: () -> Void
    ) {
        switch self {
        case .bcm2837:
            // GPPUD, and the clock that takes it over, each for 150 cycles.
            write(0x94, 2)
            wait()
            write(0x98, UInt32(1) << UInt32(line))
            wait()
            write(0x94, 0)
            write(0x98, 0)
        case .bcm2711:
            let (offset, shift) = (0xE4 + 4 * (line / 16), UInt32(2 * (line % 16)))
            write(offset, read(offset) & ~(3 << shift) | 1 << shift)
        case .rp1: break
        }
    }
}

/// Lines that a display engine drives, requested from the kernel first; the panel is dark before and after.
///
/// Only the lines that a panel uses change. Output enable is the last to be given to the engine, and the first to be taken back.
struct DisplayLines: ~Copyable {
    /// The kind of registers.
    let block: GPIOBlock
    /// The device file through which they are reached.
    var path: String { mapping.path }
    private let lines: ScanLines
    private let outputs: GPIOOutputLines
    private let mapping: RegisterMapping
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
        for line in lines.outputs where !GPIOBlock.displayLines.contains(line) {
            throw HardwareError(
                operation: "drive", path: "line \(line) by the display engine", code: EINVAL,
                reason:
                    "it drives the lines \(GPIOBlock.displayLines.lowerBound) to \(GPIOBlock.displayLines.upperBound)",
                fix: "wire the panel to these lines, or set `port: registers` in the board file")
        }
        let outputs = try GPIOOutputLines(lines, on: chip)
        let mapping = try RegisterMapping(block)
        let others = lines.outputs.filter { $0 != lines.outputEnable }
        pads = block == .rp1 ? RP1Outputs.pads(lines.outputs, read: { mapping.read($0) }) : []
        if block == .rp1 {
            RP1Outputs.prepare(
                lines.outputs, outputEnable: lines.outputEnable, pads: LinePads(), read: { mapping.read($0) },
                write: { mapping.write($0, $1) })
        }
        block.pullUp(
            lines.outputEnable, read: { mapping.read($0) }, write: { mapping.write($0, $1) },
            wait: { linux_scan_warm_up(Self.pullTime) })
        connecting = (others + [lines.outputEnable]).flatMap { block.stores($0, .display) }
        disconnecting =
            block.darkening(outputEnable: lines.outputEnable) + others.flatMap { block.stores($0, .input) }
        sign = block.register(of: lines.outputEnable, for: .display)
        self.block = block
        self.mapping = mapping
        self.lines = lines
        self.outputs = outputs
    }

    deinit {
        mapping.make(disconnecting)
        RP1Outputs.restore(
            pads, of: lines.outputs, read: { mapping.read($0) }, write: { mapping.write($0, $1) })
    }

    /// The nanoseconds that a pull takes to be set: far more than 150 cycles.
    private static let pullTime: Int64 = 10_000

    /// Whether the engine drives output enable; a guardian may have taken it back.
    var areConnected: Bool { mapping.read(Int(sign.offset)) & sign.mask == sign.value }

    /// Gives the lines to the engine, output enable last; does not allocate.
    func connect() {
        mapping.make(connecting)
    }

    /// Turns the panel dark at once, and makes the other lines inputs; does not allocate.
    func disconnect() {
        mapping.make(disconnecting)
    }

    /// How the panel is made dark in place of this process: by making output enable an output that is high.
    ///
    /// - Parameter file: what the guardian keeps open until then.
    /// - Throws: where the descriptor of the request is not known.
    func darkPlan(keeping file: Int32) throws(HardwareError) -> DarkPlan {
        DarkPlan(
            lines: try outputs.darkLines(restLevels: lines.restLevels),
            action: .registers(
                address: UInt(bitPattern: mapping.registers), path: mapping.path, place: mapping.place,
                length: mapping.length, stores: block.darkening(outputEnable: lines.outputEnable)),
            file: file)
    }
}
