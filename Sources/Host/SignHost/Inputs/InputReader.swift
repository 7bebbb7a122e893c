import LinuxSystem
import PanelDrivers
import SignFiles
import SignPlayback
import Timelines

/// Reads buttons and a rotary encoder, step by step, on the content thread.
package final class InputReader {
    /// Becomes readable when `take` is to be called.
    package var descriptor: Int32 { polls.descriptor }
    /// Why knobs and buttons do not work any more; nil if there is no problem.
    package private(set) var problem: String?
    private let source: any EdgeSource
    private let polls: PollSet
    private var decoder: InputDecoder

    /// Starts to listen.
    ///
    /// - Parameter bounce: how long buttons may bounce, if the kernel does not debounce.
    package init(
        _ source: any EdgeSource, encoder: InputDecoder.Encoder?, buttons: [InputDecoder.Button],
        bounce: Nanoseconds = InputSettings.defaultBounce
    ) throws {
        self.source = source
        decoder = InputDecoder(
            encoder: encoder, buttons: buttons, levels: try source.levels(),
            bounce: source.isDebounced ? .zero : bounce)
        polls = try PollSet()
        guard polls.watch(source.descriptor) else { throw SystemCallError("epoll_ctl") }
    }

    /// What has been done with knobs and buttons since the last call.
    package func take(at instant: Instant) -> [InputDecoder.Event] {
        var events: [InputDecoder.Event] = []
        do throws(HardwareError) {
            for edge in try source.takeEdges() { events += decoder.feed(edge) }
        } catch {
            // The chip is gone; it would stay readable.
            polls.watch(source.descriptor, reads: false)
            problem = "knobs and buttons have stopped working: \(error)"
        }
        events += decoder.wake(at: instant)
        polls.wake(at: decoder.due)
        return events
    }
}
