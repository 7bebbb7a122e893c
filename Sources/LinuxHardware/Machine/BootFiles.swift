/// What a Raspberry Pi is started with.
public struct BootFiles: Equatable, Sendable {
    /// The path of config.txt, where it is or would be.
    public var configurationPath = "/boot/firmware/config.txt"
    /// What config.txt sets on this machine; nil where it cannot be read.
    public var configuration: BootConfiguration?
    /// The path of cmdline.txt, where it is or would be.
    public var commandLinePath = "/boot/firmware/cmdline.txt"
    /// The words of cmdline.txt, with which the kernel starts next time; nil where it cannot be read.
    public var nextCommandLine: [String]?
    /// The words that the kernel was started with.
    public var commandLine: [String] = []

    /// Creates boot files of which nothing is known.
    public init() {}

    /// The value that the kernel was started with for a name; nil where it is not there, empty for a word without `=`.
    public func value(of name: String) -> String? { Self.value(of: name, in: commandLine) }

    /// The value that the kernel starts with next time; nil where it is not there.
    public func nextValue(of name: String) -> String? { nextCommandLine.flatMap { Self.value(of: name, in: $0) } }

    private static func value(of name: String, in words: [String]) -> String? {
        // The last of equal words counts.
        for word in words.reversed() {
            if word == name { return "" }
            if word.hasPrefix(name + "=") { return String(word.dropFirst(name.utf8.count + 1)) }
        }
        return nil
    }
}
