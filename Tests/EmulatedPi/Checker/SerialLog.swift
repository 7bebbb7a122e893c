import Foundation

/// What the scenarios of the emulated Pi printed, taken from its serial line.
///
///     ### begin NUMBER KIND BOARD TEXT     a scenario begins
///     ### file NAME                        the lines of a file follow,
///     ### end-file                         and end
///     ### end NUMBER                       the scenario ends
struct SerialLog {
    /// What one scenario printed.
    struct Section {
        let number: Int
        let kind: String
        let board: String
        let text: String
        var lines: [String] = []
        var files: [String: [String]] = [:]
        var isWhole = false
    }

    private(set) var sections: [Section] = []
    /// What the last line of the log says: the status of all scenarios together.
    private(set) var status: Int?

    /// Reads a log.
    init(_ log: String) {
        var file: String?
        for line in log.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let rest = line.firstRange(of: "emulated-pi: status ").map({ line[$0.upperBound...] }) {
                status = Int(rest)
            }
            let words = line.split(separator: " ", maxSplits: 5).map(String.init)
            if words.first == "###", words.count > 1 {
                switch words[1] {
                case "begin" where words.count > 4:
                    let text = words.count > 5 ? words[5] : ""
                    sections.append(
                        Section(number: Int(words[2]) ?? -1, kind: words[3], board: words[4], text: text))
                case "file": file = words.count > 2 ? words[2] : nil
                case "end-file": file = nil
                case "end": if !sections.isEmpty { sections[sections.count - 1].isWhole = true }
                default: break
                }
            } else if !sections.isEmpty {
                let last = sections.count - 1
                if let file {
                    sections[last].files[file, default: []].append(String(line))
                } else {
                    sections[last].lines.append(String(line))
                }
            }
        }
    }
}
