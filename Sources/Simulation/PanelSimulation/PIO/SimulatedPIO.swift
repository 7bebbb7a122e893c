import PanelDrivers

/// A port of simulated wires: plays scan programs for a listener at exact times.
package protocol SimulatedPort<Listener>: ScanPort {
    /// What hears the edges.
    associatedtype Listener: WireListener

    /// The listener of the edges.
    var listener: Listener { get set }
    /// Lets time pass before the next program; past instants have no effect.
    mutating func advance(to time: Int64)
}

extension SimulatedScanPort: SimulatedPort {}

/// A state machine of a Raspberry Pi 5 that only exists in memory: what it does to its lines become edges for a listener.
package struct SimulatedPIO<Listener: WireListener>: SimulatedPort {
    /// It never fails.
    package typealias Failure = Never

    /// The listener of the edges.
    package var listener: Listener
    /// The machine.
    package private(set) var machine: PIOMachine
    /// How often the machine waited for a word while OE was low.
    package private(set) var litStalls = 0
    /// The time of the next instruction, in nanoseconds.
    package var time: Int64 { Int64(machine.time) * cycle }

    private var writer: PIOWriter
    private let cycle: Int64
    private let outputEnable: UInt32
    /// The wire of each line; -1 for a line without a wire.
    private let wires: [Int]

    /// Creates a machine whose lines have the idle levels of their wires, which the listener knows already.
    ///
    /// - Parameters:
    ///   - wireOfLine: the wire of `HUB75Wires` on each GPIO line.
    ///   - feed: how its words reach it.
    package init(
        lines: HUB75Lines, settings: ScanSettings, wireOfLine: [Int: Int], feed: PIOFeed = .full,
        into listener: Listener
    ) {
        let pace = PIOPace(clockWidth: settings.clockWidth)
        writer = PIOWriter(lines: lines, settings: settings, pace: pace)
        cycle = pace.cycle
        outputEnable = 1 << UInt32(lines.outputEnable)
        machine = PIOMachine(
            program: PIOProgram.instructions,
            configuration: PIOProgram.Configuration(
                outputEnable: lines.outputEnable, clock: lines.clock, divider: pace.divider),
            levels: outputEnable, feed: feed)
        wires = (0..<32).map { wireOfLine[$0] ?? -1 }
        self.listener = listener
    }

    /// Lets time pass while the machine waits; past instants have no effect.
    package mutating func advance(to time: Int64) { machine.rest(until: Int((time + cycle - 1) / cycle)) }

    /// Plays a program until the machine waits for further words.
    package mutating func play(_ program: borrowing ScanProgram) {
        writer.write(program)
        play(words: writer.words)
    }

    /// Plays words until the machine waits for further ones.
    package mutating func play(words: [UInt32]) {
        machine.send(words)
        while !machine.isFed || machine.queue.count >= PIOProgram.leastWords || machine.place != PIOProgram.waiting {
            let (time, levels, stalls) = (time, machine.levels, machine.stalls.count)
            machine.step()
            if machine.stalls.count > stalls, levels & outputEnable == 0 { litStalls += 1 }
            var changes = levels ^ machine.levels
            while changes != 0 {
                let line = changes.trailingZeroBitCount
                if wires[line] >= 0 {
                    listener.edge(on: wires[line], to: machine.levels >> UInt32(line) & 1 == 1, at: time)
                }
                changes &= changes &- 1
            }
        }
    }
}

extension SimulatedPIO where Listener == WireTrace {
    /// The recording so far, ended by an idle clock cycle, because other decoders take a word at the edge after it.
    package func finishedTrace() -> WireTrace { listener.finished(at: time, clockWidth: 50) }
}
