import Timelines

/// Why a source gave no value.
public enum LiveProblem: Error, Hashable, Sendable {
    /// A file that cannot be read; the kernel's words.
    case file(String, path: String)
    /// Something that is not a file: a folder, a pipe or a device.
    case notRegular(path: String)
    /// A pattern that no file has.
    case noMatch(pattern: String)
    /// More bytes than the source may give.
    case tooLarge(limit: Int)
    /// Nothing within the time-out.
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
    /// Bytes that are no JSON.
    case json(offset: Int, expected: String)
    /// Lists and records in others beyond the limit.
    case tooDeep(limit: Int)
    /// A path that leads to nothing.
    case nothing(path: ValuePath)
    /// A line that the text does not have.
    case noLine(Int)
    /// A text that should be a number.
    case noNumber(String)
    /// A document of another kind.
    case wrongDocument(LiveForm.Document)
    /// A document that its reader refuses; why, in the reader's words.
    case refused(String)
}

extension LiveProblem: CustomStringConvertible {
    /// What is wrong and, where there is one, the cure.
    public var description: String {
        switch self {
        case .file(let words, let path): "\(path) cannot be read: \(words)"
        case .notRegular(let path): "\(path) is not a file; \"special: yes\" reads pipes and devices, too"
        case .noMatch(let pattern): "there is no file \(pattern)"
        case .tooLarge(let limit): "it gives more than \(limit) bytes; raise \"limit\" or have it give less"
        case .timedOut(let time): "it gave nothing within \(time.text); raise \"timeout\" or see why it hangs"
        case .cannotStart(let words, let program):
            program == LiveProgram.curl
                ? "the program curl cannot be started: \(words); install the package curl"
                : "the program \(program) cannot be started: \(words)"
        case .exited(let status, let words): "it ended with status \(status)" + (words.isEmpty ? "" : ": \(words)")
        case .killed(let signal): "it was ended by signal \(signal)"
        case .url(let status, let words):
            (status.map { "the server answered with status \($0)" } ?? "no answer")
                + (words.isEmpty ? "" : ": \(words)")
        case .redirected(let place):
            "the server sends on to \(FieldProblem.Reason.quoted(LiveText.clean(place, length: 100))), where the lines of "
                + "\"headers\" must not go; write that URL instead, or leave \"headers\" out"
        case .json(let offset, let expected): "it is no JSON: byte \(offset) is not \(expected)"
        case .tooDeep(let limit): "its JSON has more than \(limit) levels"
        case .nothing(let path): "there is nothing at \"\(path)\""
        case .noLine(let line): "there is no line \(line)"
        case .noNumber(let text): "\(FieldProblem.Reason.quoted(text)) is no number"
        case .wrongDocument(let document): "it is no \(document.rawValue)"
        case .refused(let words): words
        }
    }
}
