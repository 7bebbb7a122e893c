import Marquee
import PixelGraphics
import SignFiles

/// A message of a sign file as it is laid out for its area, for warnings about them.
package struct LaidOutMessage: Sendable {
    /// The message with its fonts.
    package let message: Message
    /// The extent of its area in pixels.
    package let size: Size
    /// Whether values are part of its text.
    package let hasFields: Bool
    /// Whether it is a part of another message.
    package let isPart: Bool
    /// The sign file; empty for a sign that is not from a file.
    package let path: String
    /// The line of its text in the file, from 1.
    package let line: Int
    /// The column of its text in the file, from 1.
    package let column: Int
}
