import Foundation
import Glibc
import LinuxSystem
import Settings
import SignHost
import Timelines

/// Sends requests to a sign over the network, by the program curl, which speaks https as well.
struct SignHTTPClient {
    /// The address of the API, without a slash at its end.
    private let api: String
    private let token: String?
    private let limit: Nanoseconds

    /// The most bytes of a token file.
    private static let maximumTokenBytes = 512
    /// The most bytes of an answer: a screenshot of the largest sign.
    private static let maximumAnswerBytes = 8 << 20

    /// - Throws: for a URL that is none of a sign, and a token file that cannot be read.
    init(url: String, tokenFile: String?, limit: Nanoseconds) throws {
        guard ["http://", "https://"].contains(where: url.hasPrefix), !url.contains(where: \.isNewline) else {
            throw CommandError("\(PrintableText.line(url)): give the address of a sign, such as http://sign.local:8080")
        }
        api = (url.hasSuffix("/") ? String(url.dropLast()) : url) + "/api/v1"
        self.limit = limit
        token = try tokenFile.map(Self.token)
    }

    private static func token(in path: String) throws -> String {
        do throws(FileReadingError) {
            let bytes = try RegularFile.read(path: path, limit: maximumTokenBytes)
            return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw CommandError("cannot read the token file \(path): \(error.descriptionWithFix)")
        }
    }

    /// Sends a request of the control protocol and waits for its answer.
    func send(_ request: JSONValue) throws -> JSONValue {
        try answer(
            "/command", ["header = \"Content-Type: application/json\"", "data-raw = \(Self.quoted(request.line))"])
    }

    /// Posts to an address of the API that takes no body, such as `/session/code`, and waits for the answer.
    func post(_ path: String) throws -> JSONValue { try answer(path, ["request = POST"]) }

    /// Puts bytes at an address of the API, such as `/pixels`, and waits for the answer.
    func put(_ path: String, _ bytes: [UInt8]) throws -> JSONValue {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try Data(bytes).write(to: file)
        } catch {
            throw CommandError("cannot write \(file.path): \(error.localizedDescription)")
        }
        return try answer(
            path,
            [
                "request = PUT", "header = \"Content-Type: application/octet-stream\"",
                "data-binary = \(Self.quoted("@" + file.path))",
            ])
    }

    private func answer(_ path: String, _ lines: [String]) throws -> JSONValue {
        let (output, words, status) = try Self.run(configuration(path, lines), limit)
        guard status == 0 else {
            let words = words.trimmingCharacters(in: .whitespacesAndNewlines)
            let reason = words.isEmpty ? "curl ended with status \(status)" : words
            throw CommandError("no answer of the sign at \(api): \(PrintableText.line(reason))")
        }
        guard let answer = try? JSONValue(parsing: output, depth: 32), case .bool = answer["ok"] else {
            throw CommandError("the server at \(api) is not a sign")
        }
        return answer
    }

    /// What curl reads from standard input, where other users do not see the token.
    private func configuration(_ path: String, _ lines: [String]) -> String {
        let secret = token.map { ["header = \(Self.quoted("Authorization: Bearer \($0)"))"] } ?? []
        return (["url = \(Self.quoted(api + path))"] + secret + lines).joined(separator: "\n") + "\n"
    }

    /// A text as curl's configuration has it.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Runs curl with a configuration, and waits for its output for up to a time.
    static func run(
        _ input: String, _ limit: Nanoseconds
    ) throws -> (output: [UInt8], words: String, status: Int32) {
        let seconds = max(1, (limit.count + 999_999_999) / 1_000_000_000)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "curl", "-q", "--silent", "--show-error", "--globoff", "--proto", "=http,https", "--max-time", "\(seconds)",
            "--max-filesize", "\(Self.maximumAnswerBytes)", "--config", "-",
        ]
        let (standardInput, output, words) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (standardInput, output, words)
        // If curl cannot start, the pipe has no reader.
        signal(SIGPIPE, SIG_IGN)
        do {
            try process.run()
        } catch {
            throw CommandError("curl cannot be started: \(error.localizedDescription)")
        }
        try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? standardInput.fileHandleForWriting.close()
        let answer = (try? output.fileHandleForReading.readToEnd()) ?? nil
        let error = (try? words.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        return (Array(answer ?? Data()), String(decoding: error ?? Data(), as: UTF8.self), process.terminationStatus)
    }
}
