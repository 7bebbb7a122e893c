import PixelGraphics

/// What takes pixels from the network, as servers and verbs steer it.
///
/// May be called by any thread; no call may wait for the content thread or for the network.
package protocol PixelStreamControl: AnyObject, Sendable {
    /// Takes pixels of a part of the stream's picture, as a frame of its own; what it does not cover stays as it was.
    ///
    /// - Parameters:
    ///   - area: in pixels of the stream's zone; beyond it nothing is taken.
    ///   - bytes: three for each pixel, red first, row by row; another number changes nothing.
    ///   - sender: the address of who sends them, for people.
    func submit(_ area: Rectangle, _ bytes: [UInt8], from sender: String) -> PixelSubmission

    /// Ends the stream and refuses its sender until that was silent for the timeout; without a stream nothing happens.
    func stop()

    /// Takes pixels of a sender again that was stopped.
    func allow()

    /// Who sends, and how much has come.
    var status: PixelStreamStatus { get }

    /// A number that is another one whenever there is another owner, or one was stopped or allowed; costs next to nothing.
    var revision: Int { get }
}

/// What becomes of pixels that were submitted.
package enum PixelSubmission: Hashable, Sendable {
    /// They are shown, at most a frame later.
    case taken
    /// Another sender owns the stream; its name is for people.
    case owned(by: String)
    /// The sender was stopped and was not silent since.
    case stopped
    /// The area is not within the picture of a size.
    case outside(Size)
    /// There are not as many bytes as the area needs.
    case wrongLength(expected: Int)
}
