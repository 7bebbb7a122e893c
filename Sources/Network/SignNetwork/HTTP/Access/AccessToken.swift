import CSignNetwork
import Glibc
import LinuxSystem
import Timelines

/// The secret that lets someone use the sign over the network.
package struct AccessToken: Sendable {
    /// Its letters: 32 to 256 of those that can be seen.
    private let letters: [UInt8]

    /// How many letters it may have.
    package static let lengths = 32...256

    /// Takes the content of a token file: one line.
    ///
    /// - Throws: what is wrong with the file, and the fix.
    package init(content: [UInt8], path: String) throws {
        var letters = content
        while let last = letters.last, last == 0x0A || last == 0x0D { letters.removeLast() }
        guard letters.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Self.refusal(path, "must be one line of letters, digits and signs without blanks; " + Self.fix)
        }
        guard Self.lengths.contains(letters.count) else { throw Self.wrongLength(path, found: "\(letters.count)") }
        self.letters = letters
    }

    /// Reads a token file, which not everyone may be able to read.
    ///
    /// - Throws: what is wrong with the file, and the fix.
    package init(path: String) throws {
        let content: [UInt8]
        let isOpen: Bool
        do throws(FileReadingError) {
            content = try RegularFile.read(path: path, limit: Self.lengths.upperBound + 2)
            isOpen = try RegularFile.isReadableByEveryone(path: path)
        } catch {
            if case .tooLarge = error { throw Self.wrongLength(path, found: "more") }
            throw Self.refusal(path, "cannot be read: \(error.descriptionWithFix); \(Self.fix)")
        }
        guard !isOpen else { throw Self.refusal(path, RegularFile.readableByEveryone) }
        try self.init(content: content, path: path)
    }

    private static let fix = "`ledsign token` makes one"

    private static func wrongLength(_ path: String, found: String) -> WordedError {
        refusal(path, "must have \(lengths.lowerBound) to \(lengths.upperBound) letters, not \(found); \(fix)")
    }

    private static func refusal(_ path: String, _ words: String) -> WordedError {
        WordedError("the token file \(path) \(words)")
    }

    /// Whether a text is this token.
    package func matches(_ given: String) -> Bool { Self.isEqual(given.utf8, letters) }

    /// Whether bytes are signed with this token: `sha256=` and the digits of HMAC-SHA256 (RFC 2104), as GitHub does.
    package func signs(_ bytes: [UInt8], _ signature: String) -> Bool {
        var code = [UInt8](repeating: 0, count: Int(gnutls_hmac_get_len(GNUTLS_MAC_SHA256)))
        guard gnutls_hmac_fast(GNUTLS_MAC_SHA256, letters, letters.count, bytes, bytes.count, &code) == 0 else {
            return false
        }
        let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return Self.isEqual(signature.lowercased().utf8, Array("sha256=\(digits)".utf8))
    }
}

extension AccessToken {
    /// Whether two lists of bytes are the same; the time depends on the length of the given one alone, wherever the difference
    /// is.
    package static func isEqual(_ given: some Collection<UInt8>, _ secret: [UInt8]) -> Bool {
        var difference: UInt8 = given.count == secret.count ? 0 : 1
        var index = 0
        for byte in given {
            difference |= byte ^ (secret.isEmpty ? 0xFF : secret[index])
            index = index + 1 < secret.count ? index + 1 : 0
        }
        return difference == 0 && !secret.isEmpty
    }

    /// A new token: 256 random bits in hexadecimal digits.
    package static func random() -> String {
        // The generator is the kernel's (getrandom(2)).
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Writes a token into a new file, which its owner and group alone can read.
    package static func write(_ token: String, to path: String) throws(SystemCallError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else { throw SystemCallError("open") }
        // The umask may have removed what the group of the service needs; the file is given to that group next.
        _ = fchmod(descriptor, 0o640)
        var code = DescriptorBytes.write(Array((token + "\n").utf8), to: descriptor)
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else { throw SystemCallError("write", code: code) }
    }
}

/// The code by which one more device signs in without the token: six digits that people read and type; in memory alone.
///
/// It counts once, for half an hour, and a new one takes its place. Ten wrong codes end it, from whatever addresses: of a million codes
/// that is one chance in 100,000.
package struct PairingCode: Sendable {
    private var digits: [UInt8] = []
    private var end = Instant.zero
    private var wrong = 0

    /// How long a code counts.
    package static let lifetime = Nanoseconds.seconds(1_800)
    /// The wrong codes that end it.
    package static let maximumWrong = 10

    /// Makes a new code.
    package mutating func begin(at instant: Instant) -> String {
        // The generator is the kernel's (getrandom(2)), and each digit is as likely as the others.
        digits = (0..<6).map { _ in UInt8.random(in: 0x30...0x39) }
        (end, wrong) = (instant + Self.lifetime, 0)
        return String(decoding: digits, as: UTF8.self)
    }

    /// The code that counts, and when it ends; nil for none.
    package func current(at instant: Instant) -> (code: String, end: Instant)? {
        digits.isEmpty || end <= instant ? nil : (String(decoding: digits, as: UTF8.self), end)
    }

    /// A code as people read it.
    package static func words(_ code: String) -> String { "\(code.prefix(3)) \(code.dropFirst(3))" }

    /// Returns whether a code is the right one, which ends it; the time does not depend on how wrong it is.
    package mutating func redeem(_ code: String, at instant: Instant) -> Bool {
        if end <= instant { digits = [] }
        let isRight = AccessToken.isEqual(code.utf8, digits)
        if !isRight { wrong += 1 }
        if isRight || wrong >= Self.maximumWrong { digits = [] }
        return isRight
    }
}

/// Browsers that have given the token or a code, which a cookie stands for from then on; in memory alone.
package struct Sessions: Sendable {
    /// A browser that is signed in.
    package struct Entry: Sendable {
        /// What it is known by, which is no secret.
        package let number: Int
        /// What it calls itself, in one line.
        package let name: String
        package let begin: Instant
        fileprivate let secret: [UInt8]

        fileprivate var end: Instant { begin + Sessions.lifetime }
    }

    /// Those that are signed in, and those whose time is over, the oldest first.
    private var entries: [Entry] = []
    private var lastNumber = 0

    /// How long a session lasts.
    package static let lifetime = Nanoseconds.seconds(30 * 86_400)
    /// How many there may be; one more ends the oldest.
    package static let maximum = 64

    /// Begins a session; returns what the cookie holds: 256 random bits in hexadecimal digits.
    ///
    /// - Parameter name: what the browser calls itself.
    package mutating func begin(_ name: String = "", at instant: Instant) -> String {
        entries.removeAll { $0.end <= instant }
        if entries.count >= Self.maximum { entries.removeFirst() }
        let secret = AccessToken.random()
        lastNumber += 1
        let line = String(PrintableText.line(name).prefix(Self.maximumName))
        entries.append(Entry(number: lastNumber, name: line, begin: instant, secret: Array(secret.utf8)))
        return secret
    }

    /// The letters that are kept of a name.
    private static let maximumName = 200

    /// Those that are signed in, the oldest first.
    package func all(at instant: Instant) -> [Entry] { entries.filter { $0.end > instant } }

    /// Ends a session by its number; returns whether there was one.
    package mutating func end(number: Int) -> Bool {
        let count = entries.count
        entries.removeAll { $0.number == number }
        return entries.count < count
    }

    /// The number of the session that one of some cookies stands for; nil for none.
    package func number(of secrets: [String], at instant: Instant) -> Int? {
        var found: Int?
        for entry in entries where entry.end > instant {
            for secret in secrets where AccessToken.isEqual(secret.utf8, entry.secret) { found = entry.number }
        }
        return found
    }

    /// Whether a cookie stands for a session; looks at all of them, whichever it is.
    package func contains(_ secret: String, at instant: Instant) -> Bool { number(of: [secret], at: instant) != nil }

    /// Ends a session.
    package mutating func end(_ secret: String) {
        entries.removeAll { AccessToken.isEqual(secret.utf8, $0.secret) }
    }
}
