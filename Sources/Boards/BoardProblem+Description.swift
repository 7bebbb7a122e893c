extension BoardProblem: CustomStringConvertible {
    /// One line: file:line:column, what is wrong and what is expected.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension BoardProblem.Reason: CustomStringConvertible {
    /// What is wrong, what is expected, and what to do about it.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "a board file has at most \(limit) bytes"
        case .notUTF8: "this is not UTF-8; save the file as UTF-8 text"
        case .controlCharacter(let code): "the control character U+\(Self.hexadecimal(code)) is no text; remove it"
        case .notYAML(let text): "not YAML: \(text)"
        case .tab: "there is a tab; YAML wants blanks at the beginning of a line"
        case .severalDocuments: "a board file is one document; remove this second ---"
        case .feature(let feature): feature.description
        case .notAMapping: "a board file is a list of lines \"key: value\""
        case .duplicateKey(let key, let line):
            "\(Self.quoted(key)) is given twice, first in line \(line); keep one of them"
        case .unknownKey(let key, let nearest):
            "there is no key \(Self.quoted(key)) for this kind of board" + Self.suggestion(nearest)
        case .keyOfOtherDevice(let key, let device):
            "\"\(key)\" belongs to boards with device: gpio, and this one has device: \(Self.shortened(device)); "
                + "remove it, or change the device"
        case .keyOfOtherPort(let key, let port):
            "\"\(key)\" belongs to boards with port: gpiod, and this one has port: \(Self.shortened(port)); "
                + "remove it, or change the port"
        case .missingKey(let key, let expected): "\"\(key)\" is missing; it is \(expected)"
        case .wrongType(let key, let expected, let found), .outOfRange(let key, let expected, let found):
            "\"\(key)\" is \(expected), not \(found)"
        case .unknownValue(let key, let found, let known, let nearest):
            "\"\(key)\" is one of \(known.joined(separator: ", ")), not \(Self.quoted(found))"
                + Self.suggestion(nearest)
        case .unevenRows(let modules, let rows):
            "\(modules) module\(modules == 1 ? "" : "s") cannot share \(rows) rows evenly; "
                + "\"modules\" counts those of all rows together, a multiple of the rows"
        case .pinUsedTwice(let key, let pin, let other, let line):
            "pin used twice: \"\(key)\" is \(Self.shortened(pin)), which \"\(other)\" in line \(line) has already"
        case .noSuchFile(let kind, let given, let nearest):
            "there is no \(kind.rawValue) \(Self.quoted(given)) in \(kind.folder)/ beside the shipped boards"
                + (Self.suggestion(nearest).isEmpty
                    ? "; give one of them (ledsign board list --parts), or the path of a file"
                    : Self.suggestion(nearest))
        case .unreadableFile(let kind, let path, let code):
            "cannot read the \(kind.rawValue) file \(Self.shortened(path)): \(BoardLibraryError.words(for: code))"
        case .multiplexing(let fault): fault.description
        case .linesBesideWiring(let key):
            "\"\(key)\" is a line, and \"wiring\" names a file with all of them; remove one of the two"
        case .missingWire(let wire, let need):
            "\(need), and this wiring has none to \(wire); choose another wiring, or give the line"
        case .tooFewChains(let parallel, let wired):
            "\"parallel\" is \(parallel), and this wiring has the lines of \(wired) "
                + "chain\(wired == 1 ? "" : "s"); choose another wiring, or fewer chains"
        case .pixelMapper(let words): words
        case .chainTooLong(let columns, let most):
            "\(columns) columns are shifted for every row, and there may be \(most); make the chain shorter"
        case .addressing(let name, let words): "\"row_addressing\" \(name) \(words)"
        case .bootMemory(let device):
            "\"device\" cannot be \(device): on a Raspberry Pi 5 and Compute Module 5 that is the boot EEPROM; "
                + "the header has /dev/spidev0.0, /dev/spidev0.1 and /dev/spidev1.0 to 1.2"
        }
    }

    /// A text in quotation marks, shortened, and without what a terminal would take for commands.
    static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

    /// A text of at most 60 characters without what a terminal would take for commands.
    static func shortened(_ text: String) -> String {
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == 60 { return result + "..." }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The code of a character in four or more digits.
    private static func hexadecimal(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension BoardProblem.Feature: CustomStringConvertible {
    /// What was found and what to write instead.
    public var description: String {
        switch self {
        case .anchor: "a board file has no anchors (&name); write the value alone, in quotes if it begins with &"
        case .alias: "a board file has no aliases (*name); write the value itself, in quotes if it begins with *"
        case .tag: "a board file has no tags (!name); write the value alone, in quotes if it begins with !"
        case .mergeKey: "a board file merges nothing (<<); write the keys themselves"
        case .explicitKey: "a board file has no keys after a question mark; write \"key: value\""
        case .nesting: "a board file has no lists in lists; write \"key: value\" lines, and few brackets"
        }
    }
}
