import LinuxSystem

/// The password for a broker, in a file that not everyone can read.
package enum BrokerSecret {
    /// The bytes that a password may have.
    package static let maximumBytes = 1_024

    /// Reads the one line of a password file.
    ///
    /// - Throws: what is wrong with the file, and the fix.
    package static func read(path: String) throws -> String {
        func refusal(_ words: String) -> WordedError { WordedError("the password file \(path) \(words)") }
        let content: [UInt8]
        let isOpen: Bool
        do throws(FileReadingError) {
            content = try RegularFile.read(path: path, limit: maximumBytes)
            isOpen = try RegularFile.isReadableByEveryone(path: path)
        } catch {
            throw refusal("cannot be read: \(error.descriptionWithFix)")
        }
        guard !isOpen else { throw refusal(RegularFile.readableByEveryone) }
        var line = content[...]
        while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
        guard let text = String(validating: line, as: UTF8.self), !text.isEmpty, line.allSatisfy({ $0 >= 0x20 })
        else {
            throw refusal("must have the password in one line")
        }
        return text
    }
}
