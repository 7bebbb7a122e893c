import ImageFiles
import LinuxSystem
import Settings
import Timelines

/// Why a source gave no value.
package enum LiveError: Error, Hashable, Sendable {
    /// A file that cannot be read; the kernel's words.
    case file(String, path: String)
    /// Something that is not a file: a folder, a pipe or a device.
    case notRegular(path: String)
    /// A pattern that no file has.
    case noMatch(pattern: String)
    /// More bytes than the source may give.
    case tooLarge(limit: Int)
    /// A document for which the other documents leave no room.
    case documentsTooLarge
    /// Nothing within the timeout.
    case timedOut(after: Nanoseconds)
    /// A program that cannot be started; the kernel's words.
    case cannotStart(String, program: String)
    /// A program that ended with a status other than 0; the first line of what it said on standard error.
    case exited(status: Int, words: String)
    /// A program that was ended by a signal.
    case killed(signal: Int)
    /// A URL that cannot be had; the status of HTTP, where there was one, and curl's words.
    case url(status: Int?, words: String)
    /// A server that sends a request with lines of the header on to another place.
    case redirected(to: String)
    /// Bytes that are not JSON.
    case json(TextError)
    /// A path that leads to nothing.
    case nothing(path: ValuePath)
    /// A line that the text does not have.
    case noLine(Int)
    /// A text that should be a number.
    case noNumber(String)
    /// A document of another kind than wanted; what it is, as far as that is known.
    case wrongDocument(LiveForm.Document, found: FileFormat? = nil)
    /// A document that its reader refuses; why, in the reader's words.
    case refused(String)
}

extension LiveError: CustomStringConvertible {
    /// What is wrong and, where there is one, the fix.
    package var description: String {
        switch self {
        case .file(let words, let path): "\(path) cannot be read: \(words)"
        case .notRegular(let path): "\(path) is not a regular file; write \"special: yes\" to read pipes and devices"
        case .noMatch(let pattern): "no file matches \(pattern)"
        case .tooLarge(let limit):
            limit < LiveSource.maximumBytes
                ? "it has more than \(limit) bytes; raise \"limit\" or make it smaller"
                : "it has more than \(limit >> 20) MiB, the largest \"limit\"; make it smaller"
        case .documentsTooLarge:
            "calendars and images from servers have more than \(LiveDocument.maximumTotal >> 20) MiB in total; make them smaller"
        case .timedOut(let time):
            "no answer within \(time.text); "
                + (time < LiveSource.maximumTimeout
                    ? "raise \"timeout\" or find out why it hangs" : "find out why it hangs")
        case .cannotStart(let words, let program):
            program == LiveProgram.curl
                ? "cannot start the program curl: \(words); install the package curl"
                : "cannot start the program \(program): \(words)"
        case .exited(let status, let words): "it ended with status \(status)" + (words.isEmpty ? "" : ": \(words)")
        case .killed(let signal): "it was killed by signal \(signal)"
        case .url(let status, let words):
            (status.map { "the server answered with status \($0)" } ?? "no answer")
                + (words.isEmpty ? "" : ": \(words)")
        case .redirected(let place):
            "the server redirects to \(LiveText.quoted(LiveText.clean(place, length: 100))), which must not get "
                + "\"headers\"; use that URL, or remove \"headers\""
        case .json(let error): "it is not JSON: \(error)"
        case .nothing(let path): "no value at \"\(path)\""
        case .noLine(let line): "line \(line) is missing"
        case .noNumber(let text): "\(LiveText.quoted(text)) is not a number"
        case .wrongDocument(.image, let found):
            "it is \(found?.words ?? "not an image"); images are \(ImageFormat.names) files"
        case .wrongDocument(.calendar, let found): "it is \(found.map { $0.words + ", " } ?? "")not a calendar"
        case .refused(let words): words
        }
    }
}
