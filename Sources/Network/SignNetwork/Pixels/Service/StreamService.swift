import LinuxSystem
import SignFiles
import SignHost
import Timelines

/// Brings pixels from the network to a sign whose file takes them.
package final class StreamService<Clock: MonotonicClock & Sendable>: SignService {
    private let settings: PixelSettings
    private let version: String
    private let clock: Clock
    private let log: (String) -> Void
    private var sign: Sign?
    private var stream: PixelStream?
    private var thread: Worker?
    private var hasStream = false
    package private(set) var problem: String?

    /// - Parameters:
    ///   - version: that of the program, which senders can ask for.
    ///   - log: writes a line for people; must not wait.
    package init(_ settings: PixelSettings, version: String, clock: Clock, log: @escaping (String) -> Void) {
        (self.settings, self.version, self.clock, self.log) = (settings, version, clock, log)
    }

    package var descriptors: [Int32] { stream.map { [$0.news.number] } ?? [] }

    package func begin(_ sign: Sign, at start: Instant) {
        self.sign = sign
        guard let size = sign.streamSize, !size.isEmpty else { return }
        let stream = PixelStream(settings, size: size, clock: clock)
        self.stream = stream
        sign.pixels = stream
        do throws(SystemCallError) {
            thread = try PixelService.start(settings, version: version, stream: stream, clock: clock)
        } catch {
            record(problem: "\(error)")
        }
    }

    package func take(_ event: ServiceEvent, at instant: Instant) -> Bool {
        guard case .readable = event, let stream, let sign else { return true }
        stream.news.lower()
        let picture = stream.takePicture(at: instant)
        if stream.isLive {
            if let picture {
                sign.showStream(picture.pointee, at: instant)
                hasStream = true
            }
        } else if hasStream {
            hasStream = false
            sign.endStream(at: instant)
        }
        takeReports(stream)
        return true
    }

    /// Takes lines for the log; the lock is free but for the time of some packets, and there is news of it seldom.
    private func takeReports(_ stream: PixelStream) {
        guard stream.hasReports else { return }
        let (lines, problem) = stream.takeReports()
        for line in lines { log(line) }
        record(problem: problem)
    }

    private func record(problem reason: String?) {
        let next = reason.map { PrintableText.line("no network pixels: \($0)") }
        guard next != problem else { return }
        problem = next
        log(next.map { $0 + "; retrying every 5 s" } ?? "network pixels can be received now")
    }

    package func close() {
        thread?.end()
        if let stream { takeReports(stream) }
    }
}
