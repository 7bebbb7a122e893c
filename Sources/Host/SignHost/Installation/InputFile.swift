import Foundation
import LinuxSystem

/// Whole files into memory, with words for what went wrong.
package enum InputFile {
    /// Reads a regular file of at most `limit` bytes.
    ///
    /// - Parameters:
    ///   - name: what the file is called in errors, such as "the text file news.txt".
    ///   - takesStandardInput: whether the path `-` stands for standard input.
    package static func read(
        path: String, as name: String, limit: Int, takesStandardInput: Bool = false
    ) throws -> [UInt8] {
        if takesStandardInput, path == "-" { return try readStandardInput(limit: limit) }
        do throws(FileReadingError) {
            return try RegularFile.read(path: path, limit: limit)
        } catch {
            guard takesStandardInput, case .notRegular = error else { throw failure(name, error) }
            throw WordedError("\(name) cannot be read: \(error); give a regular file, or `-` for standard input")
        }
    }

    /// Reads standard input to its end; blocks.
    package static func readStandardInput(limit: Int) throws -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.read(descriptor: STDIN_FILENO, limit: limit)
        } catch {
            throw failure("standard input", error)
        }
    }

    private static func failure(_ name: String, _ error: FileReadingError) -> WordedError {
        if case .tooLarge(let limit) = error {
            return WordedError("\(name) has more than \(limit >> 20) MiB; give a shorter one")
        }
        return WordedError("\(name) cannot be read: \(error.descriptionWithFix)")
    }
}

/// Texts that are shown unchanged.
extension InputFile {
    /// More bytes than any text that can be laid out has.
    package static let maximumTextBytes = 1 << 20

    /// Reads a text file without its last newline.
    package static func readText(_ path: String) throws -> String {
        text(try read(path: path, as: "the text file \(path)", limit: maximumTextBytes))
    }

    /// The text of bytes without its last newline; bytes that are not UTF-8 become U+FFFD.
    package static func text(_ bytes: [UInt8]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        return text
    }
}
