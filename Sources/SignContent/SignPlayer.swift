import BitmapFonts
import Marquee
import PixelGraphics
import Timelines

/// What a sign file describes, as content: drawn for an instant like all else, and changed while it runs.
///
/// Laying out allocates and takes time with the length of the texts; drawing allocates nothing after the first call.
public final class SignPlayer: Content {
    /// The file that is shown.
    public private(set) var file: SignFile
    /// The extent of the sign in pixels.
    public let size: Size
    private let fonts: SignFonts
    private let message: MessageContent

    /// Lays out what a file describes; its motion starts at an instant.
    ///
    /// - Throws: fonts that cannot be had, and texts that cannot be laid out.
    public init(_ file: SignFile, size: Size, fonts: SignFonts, start: Instant) throws(SignError) {
        self.file = file
        self.size = size
        self.fonts = fonts
        let given = try Self.message(of: file, size: size, fonts: fonts)
        do throws(LayoutError) {
            message = try MessageContent(given, size: size, start: start)
        } catch {
            throw Self.error(error, in: file)
        }
    }

    /// Shows what another file describes from an instant on; whatever is the same goes on undisturbed.
    ///
    /// A message that only moves in another way goes on from where it stands, and one that looks different comes in at
    /// the seam. Whoever holds the sign sees to `board`, `brightness` and `stall`.
    ///
    /// - Throws: fonts that cannot be had, and texts that cannot be laid out; everything stays as it was then.
    public func show(_ file: SignFile, at instant: Instant) throws(SignError) {
        let (old, new) = (self.file.message, file.message)
        let next = old == new ? nil : try Self.message(of: file, size: size, fonts: fonts)
        do throws(LayoutError) {
            if new.differsInMotion(from: old) {
                try message.apply(new.style(width: size.width), at: instant)
            } else if let next {
                try message.replace(next, swap: .seam, at: instant)
            }
        } catch {
            throw Self.error(error, in: file)
        }
        self.file = file
    }

    /// What is shown, laid out.
    public var shown: Message { message.message }

    /// The controller of the motion, for hands and pauses; nil where nothing can be moved.
    public var marquee: Marquee? { message.marquee }

    /// A number that grows with every event.
    public var revision: Int { message.revision }

    /// Draws the sign; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) { message.draw(at: instant, into: &frame) }

    /// Returns when the sign looks different.
    public func nextChange(after instant: Instant) -> Instant? { message.nextChange(after: instant) }

    private static func message(of file: SignFile, size: Size, fonts: SignFonts) throws(SignError) -> Message {
        let chain = try fonts.chain(for: file.message, of: file, height: size.height)
        return file.message.message(fonts: chain, size: size)
    }

    private static func error(_ error: LayoutError, in file: SignFile) -> SignError {
        file.error([(.layout(error), file.message.places.text)])
    }
}
