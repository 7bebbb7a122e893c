/// What a Raspberry Pi is started with.
package struct BootFiles: Equatable, Sendable {
    /// The path of config.txt, where it is or would be.
    package var configurationPath = "/boot/firmware/config.txt"
    /// What config.txt sets on this machine; nil if it cannot be read.
    package var configuration: BootConfiguration?
    /// The path of the overlay of the display engine, where it is or would be.
    package var overlayPath = "/boot/firmware/overlays/ledsign-dpi.dtbo"
    /// Whether that overlay is there.
    package var hasOverlay = false
    /// The path of cmdline.txt, where it is or would be.
    package var commandLinePath = "/boot/firmware/cmdline.txt"
    /// The words of cmdline.txt, with which the kernel starts next time; nil if it cannot be read.
    package var nextCommandLine: [String]?
    /// The words that the kernel was started with.
    package var commandLine: [String] = []

    /// Creates boot files without known content.
    package init() {}

    /// The value that the kernel was started with for a name; nil if it is not there, empty for a word without `=`.
    package func value(of name: String) -> String? { Self.value(of: name, in: commandLine) }

    /// The value that the kernel starts with next time; nil if it is not there.
    package func nextValue(of name: String) -> String? { nextCommandLine.flatMap { Self.value(of: name, in: $0) } }

    private static func value(of name: String, in words: [String]) -> String? {
        // The last of equal words counts.
        for word in words.reversed() {
            if word == name { return "" }
            if word.hasPrefix(name + "=") { return String(word.dropFirst(name.utf8.count + 1)) }
        }
        return nil
    }
}
