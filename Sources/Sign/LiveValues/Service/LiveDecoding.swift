import Timelines

/// A document that is being decoded, a slice at a time, so that other sources do not wait for it.
struct LiveDecoding {
    /// The time after which other sources have their turn.
    static let slice = Nanoseconds.milliseconds(20)

    /// The document's bytes.
    let bytes: [UInt8]
    /// What the server calls this version, which counts once the document is decoded; nil if it came from elsewhere.
    let answer: (address: LiveAddress, validator: CurlRequest.Validator)?
    private let step: LiveDocumentReader.Step

    init(
        _ bytes: [UInt8], answer: (address: LiveAddress, validator: CurlRequest.Validator)?,
        step: @escaping LiveDocumentReader.Step
    ) {
        (self.bytes, self.answer, self.step) = (bytes, answer, step)
    }

    /// Takes steps for the time of a slice, one at least; returns what the document says when it is decoded.
    func proceed(_ clock: some MonotonicClock) -> Result<LiveContent, LiveError>? {
        let end = clock.now + Self.slice
        repeat {
            if let result = step() {
                return result.map { .document(LiveDocument(bytes: bytes, content: $0)) }
            }
        } while clock.now < end
        return nil
    }
}
