import ImageFiles
import LinuxSystem
import Settings
import Timelines

/// Why a source gave no value: what is wrong and, where there is one, the fix.
extension WordedError {
    /// A file that cannot be read; the kernel's words.
    package static func file(_ words: String, path: String) -> Self { Self("\(path) cannot be read: \(words)") }

    /// Something that is not a file: a folder, a pipe or a device.
    package static func notRegular(path: String) -> Self {
        Self("\(path) is not a regular file; write \"special: yes\" to read pipes and devices")
    }

    /// More bytes than the source may give.
    package static func tooLarge(limit: Int) -> Self {
        limit < LiveSource.maximumBytes
            ? Self("it has more than \(limit) bytes; raise \"limit\" or make it smaller")
            : Self("it has more than \(limit >> 20) MiB, the largest \"limit\"; make it smaller")
    }

    /// Nothing within the timeout.
    package static func timedOut(after time: Nanoseconds) -> Self {
        let cure = time < LiveSource.maximumTimeout ? "raise \"timeout\" or find" : "find"
        return Self("no answer within \(time.text); \(cure) out why it hangs")
    }

    /// A URL that cannot be had; the status of HTTP, where there was one, and curl's words.
    package static func url(status: Int?, words: String) -> Self {
        let answer = status.map { "the server answered with status \($0)" } ?? "no answer"
        return Self(answer + (words.isEmpty ? "" : ": \(words)"))
    }

    /// A server that sends a request with lines of the header on to another place.
    package static func redirected(to place: String) -> Self {
        Self(
            "the server redirects to \(LiveText.quoted(LiveText.clean(place, length: 100))), which must not get "
                + "\"headers\"; use that URL, or remove \"headers\"")
    }

    /// A document of another kind than wanted; what it is, as far as that is known.
    package static func wrongDocument(_ wanted: LiveForm.Document, found: FileFormat? = nil) -> Self {
        switch wanted {
        case .image: Self("it is \(found?.words ?? "not an image"); images are \(ImageFormat.names) files")
        case .calendar: Self("it is \(found.map { $0.words + ", " } ?? "")not a calendar")
        }
    }
}
