import Glibc
import Settings
import SignHost
import Timelines

/// One viewer of the live picture: a connection whose handshake is done.
///
/// It never waits: the caller watches `descriptor` and calls `receive` when it is readable, `flush` when it is writable and
/// wanted so, and `step` at `due`. What is unsent is bounded: one picture, one event of each kind, and some answers to pings.
/// It does not close the descriptor. One thread uses it.
package final class LiveViewer {
    /// How long the peer has to answer a close.
    private static let closeTimeout = Nanoseconds.seconds(2)
    /// The most bytes of one read.
    private static let chunk = 4_096

    package let descriptor: Int32
    private let codec = WebSocketCodec()
    private var pacing: LivePacing
    private var keepAlive: LiveKeepAlive
    private var events = LiveEvents()
    private var requests: [DragStep] = []
    /// The picture that the viewer has; nil before the first one.
    private var seen: LivePicture?
    /// The newest picture; the viewer may have it already.
    private var newest = LivePicture()
    private var isNew = false
    /// Whether the connection is lost, or waiting for the peer makes no sense.
    private var isLost = false
    /// When a connection that is being closed ends in any case.
    private var end: Instant?

    /// Begins with the hello.
    ///
    /// - Parameters:
    ///   - descriptor: a stream socket behind its answer 101; reading and writing it never waits.
    ///   - received: what was received behind the request; call `receive` once to get what it asks for.
    package init(
        descriptor: Int32, received: [UInt8], hello: JSONValue, at instant: Instant,
        limit: Int = LivePacing.defaultLimit
    ) {
        self.descriptor = descriptor
        pacing = LivePacing(limit: limit)
        keepAlive = LiveKeepAlive(at: instant)
        codec.send(text: Array(hello.line.utf8))
        received.withUnsafeBytes { codec.feed($0) }
        takeTexts()
        flush(at: instant)
    }

    // MARK: What the caller waits for

    /// Whether to call `flush` when the descriptor is writable.
    package var wantsWriting: Bool {
        !isLost && (!codec.output.isEmpty || (!codec.isClosing && !events.isEmpty))
    }

    /// Whether nothing is left to do; the caller closes the descriptor.
    package var isFinished: Bool {
        isLost || (codec.isClosedByPeer && codec.isClosing && codec.output.isEmpty)
    }

    /// When to call `step`; nil when it is finished.
    package var due: Instant? {
        guard !isFinished else { return nil }
        if let end { return end }
        guard isNew, !wantsWriting, let next = pacing.next else { return keepAlive.due }
        return min(next, keepAlive.due)
    }

    // MARK: What the caller does

    /// Reads what has arrived, at most one chunk, and returns what it asks for.
    package func receive(at instant: Instant) -> [DragStep] {
        read(at: instant)
        takeTexts()
        flush(at: instant)
        defer { requests = [] }
        return requests
    }

    /// Does what is due: a ping, the newest picture, or the end.
    package func step(at instant: Instant) {
        guard !isFinished else { return }
        if keepAlive.isGone(at: instant) || end.map({ $0 <= instant }) == true { isLost = true }
        if keepAlive.takePing(at: instant) { codec.ping() }
        flush(at: instant)
    }

    /// Shows a picture as soon as the viewer has everything before it and its rate allows; a newer one takes its place.
    ///
    /// Does not allocate after the first pictures of a size. Keeps no reference to the pixels.
    package func show(_ picture: LivePicture, at instant: Instant) {
        guard !isFinished else { return }
        newest.copy(picture)
        isNew = true
        flush(at: instant)
    }

    /// Sends the viewer an event when it can take it (`flush`); of each kind of events the newest one waits.
    package func send(event: JSONValue) {
        guard !isFinished else { return }
        events.add(event)
    }

    /// Ends the connection with a close frame.
    package func close(_ code: WebSocketCodec.CloseCode, at instant: Instant) {
        codec.close(code)
        flush(at: instant)
    }

    // MARK: Receiving

    private func read(at instant: Instant) {
        guard !isLost else { return }
        withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                keepAlive.heard(at: instant)
                // While it closes, what still comes is read and dropped: the kernel would throw away the close frame on its
                // way to the peer where a socket with unread bytes is closed.
                codec.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                isLost = true
            }
        }
    }

    private func takeTexts() {
        for text in codec.takeMessages().map(\.bytes) {
            do {
                switch try LiveMessage(parsing: text) {
                case .rate(let rate): pacing.ask(rate)
                case .drag(let step): requests.append(step)
                }
            } catch {
                events.add(LiveMessage.refusal("\(error)"))
            }
        }
    }

    // MARK: Sending

    /// Sends what the viewer can receive now.
    package func flush(at instant: Instant) {
        send()
        guard !isLost else { return }
        if codec.isClosing {
            end = end ?? instant + Self.closeTimeout
        } else if codec.output.isEmpty {
            for text in events.take() { codec.send(text: text) }
            if isNew, pacing.allows(at: instant) { sendPicture(at: instant) }
            send()
        }
    }

    /// Puts what changed since the last picture of this viewer into the output.
    private func sendPicture(at instant: Instant) {
        isNew = false
        guard let frame = nextFrame() else { return }
        codec.send(binary: frame.byteCount) { frame.append(newest, to: &$0) }
        pacing.sent(at: instant)
    }

    private func nextFrame() -> LiveFrame? {
        guard seen != nil else {
            seen = LivePicture()
            seen?.copy(newest)
            return LiveFrame(whole: newest)
        }
        defer { seen?.copy(newest) }
        return seen.flatMap { LiveFrame(newest, since: $0) }
    }

    private func send() {
        guard !isLost else { return }
        while !codec.output.isEmpty {
            let count = codec.output.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                codec.output.removeFirst(count)
            } else if count == 0 || errno == EAGAIN {
                return
            } else if errno != EINTR {
                isLost = true
                return
            }
        }
    }
}
