import Settings

extension BoardProblem: CustomStringConvertible {
    /// One line: file:line:column, what is wrong and what is expected.
    package var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension BoardProblem.Reason: CustomStringConvertible {
    /// What is wrong, what is expected, and what to do about it.
    package var description: String {
        if let general { return general.description(in: .board) }
        return switch self {
        case .keyOfOtherDevice(let key, let device):
            "\"\(key)\" belongs to boards with device: gpio, and this one has device: \(ShownText.shortened(device)); "
                + "remove it, or change the device"
        case .keyOfOtherPort(let key, let port):
            "\"\(key)\" belongs to boards with port: gpiod, and this one has port: \(ShownText.shortened(port)); "
                + "remove it, or change the port"
        case .unevenRows(let modules, let rows):
            "\(modules) module\(modules == 1 ? "" : "s") cannot fill \(rows) rows evenly; "
                + "\"modules\" is the number in all rows together, a multiple of \"rows\""
        case .pinUsedTwice(let key, let pin, let other, let line):
            "pin used twice: \"\(key)\" is \(ShownText.shortened(pin)), which \"\(other)\" in line \(line) already uses"
        case .noSuchFile(let kind, let given, let nearest):
            "unknown \(kind.rawValue) \(ShownText.quoted(given))"
                + (ShownText.suggestion(nearest).isEmpty
                    ? "; give one that `ledsign board list --parts` shows, or the path of a file"
                    : ShownText.suggestion(nearest))
        case .unreadableFile(let kind, let path, let error):
            "cannot read the \(kind.rawValue) file \(ShownText.shortened(path)): \(error.descriptionWithFix)"
        case .multiplexing(let reason): reason.description
        case .linesBesideWiring(let key):
            "\"\(key)\" sets a line, but \"wiring\" names a file with all lines; remove one of the two"
        case .missingWire(let wire, let need):
            "\(need), but this wiring has no line for \(wire); choose another wiring, or give the line"
        case .tooFewChains(let parallel, let wired):
            "\"parallel\" is \(parallel), but this wiring has lines for \(wired) "
                + "chain\(wired == 1 ? "" : "s"); choose another wiring, or fewer chains"
        case .pixelMapper(let words): words
        case .chainTooLong(let columns, let most):
            "\(columns) columns are shifted for every row, but at most \(most) are possible; make the chain shorter"
        case .addressing(let name, let words): "\"row_addressing\" \(name) \(words)"
        case .bootMemory(let device):
            "\"device\" cannot be \(device): on a Raspberry Pi 5 and Compute Module 5 that is the boot EEPROM; "
                + "the header has /dev/spidev0.0, /dev/spidev0.1 and /dev/spidev1.0 to 1.2"
        case .tooLarge, .notUTF8, .controlCharacter, .notYAML, .tab, .severalDocuments, .feature, .notAMapping,
            .duplicateKey, .unknownKey, .missingKey, .wrongType, .outOfRange, .unknownValue:
            ""
        }
    }

    /// What can be wrong with every settings file; nil for what only board files can have.
    private var general: SettingsReason? {
        switch self {
        case .tooLarge(let limit): .tooLarge(limit: limit)
        case .notUTF8: .notUTF8
        case .controlCharacter(let code): .controlCharacter(code)
        case .notYAML(let text): .notYAML(text)
        case .tab: .tab
        case .severalDocuments: .severalDocuments
        case .feature(let feature): .feature(feature.general)
        case .notAMapping: .notAMapping
        case .duplicateKey(let key, let line): .duplicateKey(key, firstLine: line)
        case .unknownKey(let key, let nearest): .unknownKey(key, nearest: nearest)
        case .missingKey(let key, let expected): .missingKey(key, expected: expected)
        case .wrongType(let key, let expected, let found): .wrongType(key: key, expected: expected, found: found)
        case .outOfRange(let key, let expected, let found): .outOfRange(key: key, expected: expected, found: found)
        case .unknownValue(let key, let found, let known, let nearest):
            .unknownValue(key: key, found: found, known: known, nearest: nearest)
        default: nil
        }
    }
}
