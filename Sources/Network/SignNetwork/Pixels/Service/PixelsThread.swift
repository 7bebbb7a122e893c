import Glibc
import LinuxSystem
import Timelines

/// The thread `pixels`, which takes the datagrams.
enum PixelsThread {
    /// Starts to take datagrams; what goes wrong is reported through the stream.
    ///
    /// - Throws: if the kernel gives no thread.
    static func start(
        _ configuration: PixelConfiguration, stream: PixelStream, clock: some MonotonicClock & Sendable
    ) throws(SystemCallError) -> Worker {
        try Worker(named: "pixels", stop: stream.end) {
            do throws(SystemCallError) {
                let service = try PixelService(configuration, stream: stream, at: clock.now)
                while !stream.isOver {
                    service.polls.wake(at: service.step(at: clock.now))
                    var waiting = pollfd(fd: service.polls.descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&waiting, 1, -1)
                }
            } catch {
                stream.report("no network pixels: \(error)")
                stream.record(problem: "\(error)")
            }
        }
    }
}
