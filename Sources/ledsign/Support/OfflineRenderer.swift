import Boards
import HardwareInterfaces
import Marquee
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignRuntime
import Timelines

/// Content on a manual clock: the frames of a board at given instants.
struct OfflineRenderer {
    let board: Board
    let content: any Content
    let brightness: Brightness

    private var presenter: Presenter {
        Presenter(content, size: board.size, format: board.format, brightness: brightness)
    }

    /// Returns what the canvas holds at an instant.
    func frame(at instant: Instant) -> Frame {
        var presenter = presenter
        _ = presenter.present(at: instant)
        return presenter.frame
    }

    /// Calls `body` with the frame of every instant, and whether it was drawn anew since the one before.
    func forEachFrame(at instants: some Sequence<Instant>, _ body: (Frame, _ isNew: Bool) throws -> Void) rethrows {
        var presenter = presenter
        for instant in instants {
            let isNew = presenter.present(at: instant)
            try body(presenter.frame, isNew)
        }
    }

    /// Calls `body` with the frame of every change before an end, the first one at zero.
    func forEachChange(before end: Instant, _ body: (Instant, Frame) throws -> Void) rethrows {
        var presenter = presenter
        var instant = Instant.zero
        repeat {
            _ = presenter.present(at: instant)
            try body(instant, presenter.frame)
            guard let next = presenter.deadline, next > instant else { return }
            instant = next
        } while instant < end
    }
}

extension OfflineRenderer {
    /// Returns the wires of a board as VCD bytes: its start-up, then frames at their instants, and in between what
    /// heals disturbed chips.
    ///
    /// - Parameter end: how long chips are healed; not after the last frame without it.
    /// - Throws: where the board has no wires.
    func wires(
        until end: Instant? = nil, _ frames: (_ show: (Instant, Frame) -> Void) throws -> Void
    ) throws -> [UInt8] {
        guard case .max7219(let wired) = board.panel else {
            throw Failure(
                "the board \(board.name) has no wires, so there is no .vcd of it; "
                    + "boards with wires are, for instance, sim-32x8 and max7219-32x8")
        }
        let writer = SPIWireWriter(timing: SPIWireTiming(clockRate: wired.clockRate), into: WireTrace.spi())
        var panel = MAX7219Panel(chain: wired.chain, device: writer)
        panel.start(at: .zero, brightness: brightness)
        func heal(before instant: Instant) {
            while let due = panel.nextHealing, due < instant {
                panel.device.advance(to: due.nanoseconds)
                panel.heal(at: due)
            }
        }
        try frames { instant, frame in
            heal(before: instant)
            panel.device.advance(to: instant.nanoseconds)
            panel.show(frame, at: instant)
        }
        if let end { heal(before: end) }
        panel.device.finish()
        var trace = panel.device.listener
        trace.extend(to: panel.device.time)
        return trace.vcd
    }
}
