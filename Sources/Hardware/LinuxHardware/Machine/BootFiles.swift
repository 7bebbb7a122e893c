/// What a Raspberry Pi is started with.
package struct BootFiles: Equatable, Sendable {
    /// The path of config.txt, where it is or would be.
    package var configurationPath = "/boot/firmware/config.txt"
    /// What config.txt sets on this machine; nil if it cannot be read.
    package var configuration: BootConfiguration?
    /// The path of the overlay of the display engine, where it is or would be.
    package var overlayPath = "/boot/firmware/overlays/ledsign-dpi.dtbo"
    package var hasOverlay = false
    /// The path of cmdline.txt, where it is or would be.
    package var commandLinePath = "/boot/firmware/cmdline.txt"
    /// The words of cmdline.txt, with which the kernel starts next time; nil if it cannot be read.
    package var nextCommandLine: [String]?
    /// The words that the kernel was started with.
    package var commandLine: [String] = []

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

/// The settings in config.txt for the firmware of a Raspberry Pi (Raspberry Pi documentation, "config.txt").
///
/// A line applies under `[all]`, under no filter, and under the filters of the model; other filters count as not
/// matching. The lines of a file that is included count where the line `include FILE` stands, filters and all.
package struct BootConfiguration: Equatable, Sendable {
    /// A line that applies.
    package struct Entry: Equatable, Sendable {
        /// The path of the file that has the line, where config.txt includes it; nil for config.txt itself.
        package var file: String?
        /// The number of the line in its file, from 1.
        package let line: Int
        /// The text before the first `=`.
        package let key: String
        /// The text after it.
        package let value: String

        /// The entry as in the file.
        package var text: String { "\(key)=\(value)" }
    }

    /// The lines that apply, in the order of the file.
    package let entries: [Entry]

    /// Reads the text of config.txt for a machine that is called `model`.
    ///
    /// - Parameter include: returns the path and the text of a file by its name on the boot partition; nil without such a file.
    package init(
        _ text: String, model: String?, include: (String) -> (path: String, text: String)? = { _ in nil }
    ) {
        var reader = Reader(filters: Self.filters(model: model))
        reader.read(text, path: nil, include: include)
        entries = reader.entries
    }

    /// The last value that `dtparam` lines give a parameter of the base tree, and where; a name alone means "on".
    package func parameter(_ name: String) -> (value: String, entry: Entry)? {
        for entry in entries.reversed() where entry.key == "dtparam" || entry.key == "device_tree_param" {
            for setting in entry.value.split(separator: ",").reversed() {
                let parts = setting.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
                guard parts.first == name else { continue }
                return (parts.count > 1 ? parts[1] : "on", entry)
            }
        }
        return nil
    }

    /// The last line that turns a parameter on; nil if no line does, or if a later one turns it off.
    package func enabling(_ name: String) -> Entry? {
        parameter(name).flatMap { ["on", "yes", "true", "1", "okay"].contains($0.value) ? $0.entry : nil }
    }

    /// The lines that load overlays with a prefix, each with its settings.
    package func overlays(prefix: String) -> [(entry: Entry, settings: [String])] {
        entries.compactMap { entry in
            guard entry.key == "dtoverlay" || entry.key == "device_tree_overlay", entry.value.hasPrefix(prefix) else {
                return nil
            }
            return (entry, entry.value.split { $0 == "," || $0 == ":" }.dropFirst().map { String($0).trimmed })
        }
    }

    /// The last value of a key; nil if no line has it.
    package func value(of key: String) -> String? { entries.last { $0.key == key }?.value }

    /// Whether a `gpio` line makes a line an output that is high from power-on, and no later one says otherwise.
    package func drivesHigh(_ line: Int) -> Bool {
        for entry in entries.reversed() where entry.key == "gpio" {
            let parts = entry.value.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.contains(line, in: parts[0]) else { continue }
            let words = parts[1].split(separator: ",").map { String($0).trimmed.lowercased() }
            return words.contains("op") && words.last { $0 == "dh" || $0 == "dl" } == "dh"
        }
        return false
    }

    /// Whether a list such as `17,18-20` contains a number.
    private static func contains(_ line: Int, in list: Substring) -> Bool {
        list.split(separator: ",").contains { part in
            let ends = part.split(separator: "-").map { Int(String($0).trimmed) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil else { return false }
            return first <= line && line <= last
        }
    }

    /// The filters that apply to a model, in small letters.
    private static func filters(model: String?) -> Set<String> {
        var filters: Set<String> = ["all"]
        guard let model, model.hasPrefix("Raspberry Pi ") else { return filters }
        let name = model.dropFirst("Raspberry Pi ".count)
        // Longer names first: "3 Model B Plus" is also "3".
        let known: [(String, [String])] = [
            ("Compute Module 5", ["cm5", "pi5"]), ("Compute Module 4S", ["cm4s", "pi4"]),
            ("Compute Module 4", ["cm4", "pi4"]), ("Compute Module 3", ["cm3", "pi3"]), ("Compute Module 0", ["cm0"]),
            ("Compute Module Zero", ["cm0"]), ("500", ["pi500", "pi5"]),
            ("400", ["pi400", "pi4"]), ("5", ["pi5"]), ("4", ["pi4"]), ("3", ["pi3"]), ("2", ["pi2"]),
            ("Zero 2", ["pi02", "pi0"]), ("Zero W", ["pi0w", "pi0"]), ("Zero", ["pi0"]),
        ]
        if let found = known.first(where: { name.hasPrefix($0.0) }) { filters.formUnion(found.1) }
        if name.hasPrefix("3"), name.contains("Plus") { filters.insert("pi3+") }
        return filters
    }
}

extension BootConfiguration {
    /// Collects the lines that apply, through the files that are included.
    private struct Reader {
        let filters: Set<String>
        var entries: [Entry] = []
        private var applies = true
        /// The files that are being read, each included by the one before it.
        private var open: [String] = []

        /// The number of files that may include each other; damaged files may do so without end.
        private static let maximumDepth = 8

        init(filters: Set<String>) { self.filters = filters }

        mutating func read(_ text: String, path: String?, include: (String) -> (path: String, text: String)?) {
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let content = String(line.prefix { $0 != "#" }).trimmed
                if content.hasPrefix("["), content.hasSuffix("]") {
                    applies = filters.contains(content.dropFirst().dropLast().lowercased())
                } else if applies, content.hasPrefix("include ") {
                    let name = String(content.dropFirst("include ".count)).trimmed
                    guard open.count < Self.maximumDepth, !open.contains(name), let file = include(name) else {
                        continue
                    }
                    open.append(name)
                    read(file.text, path: file.path, include: include)
                    open.removeLast()
                } else if applies, let place = content.firstIndex(of: "=") {
                    let key = String(content[..<place]).trimmed
                    let value = String(content[content.index(after: place)...]).trimmed
                    entries.append(Entry(file: path, line: index + 1, key: key, value: value))
                }
            }
        }
    }
}
